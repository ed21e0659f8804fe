// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.launch;

import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.job.options.OptionType;

/**
 * An option of the host's table that a launch configuration can hold: its kind of value and its help. Immutable.
 *
 * @param attribute the attribute of launch configurations
 * @param kind      the type of the attribute
 * @param help      one or two sentences about it
 */
public record LaunchOption(String attribute, Kind kind, String help) {
	/** The type of an attribute. */
	public enum Kind {
		/** A boolean, false by default. */
		FLAG,
		/** An integer, 0 by default. */
		NUMBER,
		/** A string, empty by default. */
		TEXT
	}

	/**
	 * {@return its option}
	 *
	 * @param attribute the attribute of launch configurations
	 * @throws IllegalArgumentException if no option of the table has that attribute
	 */
	public static LaunchOption of(String attribute) {
		for (JobOption<?> option : OptionTable.all()) {
			if (option.key().filter(attribute::equals).isPresent()) {
				return new LaunchOption(attribute, kind(option.type().form()), option.text());
			}
		}
		throw new IllegalArgumentException("no option has the attribute " + attribute);
	}

	private static Kind kind(OptionType.Form form) {
		return switch (form) {
			case FLAG -> Kind.FLAG;
			case NUMBER -> Kind.NUMBER;
			case TEXT -> Kind.TEXT;
		};
	}
}
