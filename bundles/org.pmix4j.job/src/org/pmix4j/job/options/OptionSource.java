// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

/** The origin of an option's value; decides how messages name the option. */
public enum OptionSource {
	/** Words of a command line. */
	COMMAND_LINE,
	/** Attributes of a spawn request. */
	ATTRIBUTES,
	/** A launch configuration, or a program that uses the API. */
	CONFIGURATION;

	/**
	 * {@return what a message calls it: {@code option --timeout}, {@code attribute PMIX_JOB_TIMEOUT} or {@code the time limit}}
	 *
	 * @param option an option
	 */
	public String name(JobOption<?> option) {
		return switch (this) {
			case COMMAND_LINE -> option.commandName().map(word -> "option " + word).orElseGet(() -> CONFIGURATION.name(option));
			case ATTRIBUTES -> option.attributes().isEmpty() ? CONFIGURATION.name(option) : "attribute " + option.attributes().get(0).name();
			case CONFIGURATION -> "the " + option.name();
		};
	}
}
