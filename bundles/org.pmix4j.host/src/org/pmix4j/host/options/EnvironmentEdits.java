// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.options;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.pmix4j.model.Envar;

/**
 * Changes to an environment, applied in their order. Immutable.
 *
 * @param edits the changes, the first one first
 * @see "PMIx Standard, chapter Process Management, PMIX_SET_ENVAR and the attributes beside it; PRRTE for the star of UNSET"
 */
public record EnvironmentEdits(List<Edit> edits) {
	/** Changes nothing. */
	public static final EnvironmentEdits NONE = new EnvironmentEdits(List.of());

	private static final char DEFAULT_SEPARATOR = ':';

	/** What a change does with a variable. */
	public enum Kind {
		/** Sets it. */
		SET,
		/** Sets it unless it is set. */
		ADD,
		/** Removes it; a star at the end of the name matches the rest of any name. */
		UNSET,
		/** Puts a value and a separator in front of its value. */
		PREPEND,
		/** Puts a separator and a value behind its value. */
		APPEND,
		/** Moves a value to the front of its list of values, or adds it there. */
		FIRST
	}

	/**
	 * One change.
	 *
	 * @param kind     what is done
	 * @param variable the variable, the value and the separator; {@link Kind#UNSET} uses the name alone
	 */
	public record Edit(Kind kind, Envar variable) {
		void applyTo(Map<String, String> environment) {
			String name = variable.name();
			String before = environment.getOrDefault(name, "");
			String value = variable.value();
			char separator = variable.separator() == 0 ? DEFAULT_SEPARATOR : variable.separator();
			switch (kind) {
				case SET -> environment.put(name, value);
				case ADD -> environment.putIfAbsent(name, value);
				case UNSET -> unset(name, environment);
				case PREPEND -> environment.put(name, before.isEmpty() ? value : value + separator + before);
				case APPEND -> environment.put(name, before.isEmpty() ? value : before + separator + value);
				case FIRST -> environment.put(name, first(value, before, String.valueOf(separator)));
			}
		}

		private static void unset(String name, Map<String, String> environment) {
			if (name.endsWith("*")) {
				environment.keySet().removeIf(each -> each.startsWith(name.substring(0, name.length() - 1)));
			} else {
				environment.remove(name);
			}
		}

		private static String first(String value, String before, String separator) {
			List<String> parts = new ArrayList<>(before.isEmpty() ? List.of() : List.of(before.split(Pattern.quote(separator), -1)));
			parts.removeIf(value::equals);
			parts.add(0, value);
			return String.join(separator, parts);
		}
	}

	/** Copies the list. */
	public EnvironmentEdits {
		edits = List.copyOf(edits);
	}

	/**
	 * {@return the changes that set them}
	 *
	 * @param variables names and values
	 */
	public static EnvironmentEdits setting(Map<String, String> variables) {
		return new EnvironmentEdits(variables.entrySet().stream()
				.map(variable -> new Edit(Kind.SET, new Envar(variable.getKey(), variable.getValue(), DEFAULT_SEPARATOR))).toList());
	}

	/**
	 * {@return these changes, then one that sets it}
	 *
	 * @param name  a variable
	 * @param value its value
	 */
	public EnvironmentEdits plusSet(String name, String value) {
		return plus(Kind.SET, new Envar(name, value, DEFAULT_SEPARATOR));
	}

	/**
	 * {@return these changes, then that one}
	 *
	 * @param kind     what is done
	 * @param variable with what
	 */
	public EnvironmentEdits plus(Kind kind, Envar variable) {
		return plus(new EnvironmentEdits(List.of(new Edit(kind, variable))));
	}

	/**
	 * {@return these changes, then those}
	 *
	 * @param later more changes
	 */
	public EnvironmentEdits plus(EnvironmentEdits later) {
		List<Edit> all = new ArrayList<>(edits);
		all.addAll(later.edits);
		return new EnvironmentEdits(all);
	}

	/**
	 * Applies the changes to the given environment, in their order.
	 *
	 * @param environment is changed
	 */
	public void applyTo(Map<String, String> environment) {
		for (Edit edit : edits) {
			edit.applyTo(environment);
		}
	}

	/**
	 * {@return a changed copy}
	 *
	 * @param environment variables, which stay as they are
	 */
	public Map<String, String> appliedTo(Map<String, String> environment) {
		Map<String, String> changed = new HashMap<>(environment);
		applyTo(changed);
		return changed;
	}

	/** Returns the changes as NAME=VALUE, and refuses others than {@link Kind#SET}. */
	List<String> assignments() {
		return edits.stream().map(edit -> {
			String name = edit.variable().name();
			if (edit.kind() != Kind.SET || name.isEmpty() || name.indexOf('=') >= 0) {
				throw new IllegalArgumentException("no text does " + edit.kind() + " with variable '" + name + "'");
			}
			return name + "=" + edit.variable().value();
		}).toList();
	}
}
