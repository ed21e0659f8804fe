// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.pmix4j.model.Envar;
import org.pmix4j.model.Info;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.SpawnAttributes;

/**
 * Changes an environment as the directives of a spawn say, in their order. Stateless.
 *
 * @see "PMIx Standard, chapter Process Management, PMIX_SET_ENVAR and the attributes beside it; PRRTE for the star of UNSET"
 */
public final class EnvironmentEdits {
	private static final String UNSET = SpawnAttributes.UNSET_ENVAR.key();
	private static final List<String> EDITS = List.of(SpawnAttributes.SET_ENVAR.key(), SpawnAttributes.ADD_ENVAR.key(),
			SpawnAttributes.PREPEND_ENVAR.key(), SpawnAttributes.APPEND_ENVAR.key(), SpawnAttributes.FIRST_ENVAR.key());

	private EnvironmentEdits() {
	}

	/**
	 * @param infos       directives; others than edits are skipped
	 * @param environment is changed
	 * @throws PmixException TYPE_MISMATCH if a directive has a value of a wrong type
	 */
	public static void apply(Iterable<Info> infos, Map<String, String> environment) throws PmixException {
		for (Info info : infos) {
			if (info.key().equals(UNSET)) {
				unset(info.value(), environment);
			} else if (EDITS.contains(info.key())) {
				if (!(info.value() instanceof Envar edit)) {
					throw mismatch(info.key(), info.value(), "an environment variable");
				}
				edit(info.key(), edit, environment);
			}
		}
	}

	/**
	 * @param variables   NAME=value each; what has no '=' is skipped
	 * @param environment takes them
	 */
	public static void setAll(List<String> variables, Map<String, String> environment) {
		for (String variable : variables) {
			int equals = variable.indexOf('=');
			if (equals > 0) {
				environment.put(variable.substring(0, equals), variable.substring(equals + 1));
			}
		}
	}

	private static void unset(PmixValue value, Map<String, String> environment) throws PmixException {
		String name = switch (value) {
			case PmixValue.Str text -> text.value();
			case Envar variable -> variable.name();
			default -> throw mismatch(UNSET, value, "the name of a variable");
		};
		if (name.endsWith("*")) {
			environment.keySet().removeIf(each -> each.startsWith(name.substring(0, name.length() - 1)));
		} else {
			environment.remove(name);
		}
	}

	private static void edit(String key, Envar edit, Map<String, String> environment) {
		String name = edit.name();
		String before = environment.getOrDefault(name, "");
		char separator = edit.separator() == 0 ? ':' : edit.separator();
		if (key.equals(SpawnAttributes.SET_ENVAR.key())) {
			environment.put(name, edit.value());
		} else if (key.equals(SpawnAttributes.ADD_ENVAR.key())) {
			environment.putIfAbsent(name, edit.value());
		} else if (key.equals(SpawnAttributes.PREPEND_ENVAR.key())) {
			environment.put(name, before.isEmpty() ? edit.value() : edit.value() + separator + before);
		} else if (key.equals(SpawnAttributes.APPEND_ENVAR.key())) {
			environment.put(name, before.isEmpty() ? edit.value() : before + separator + edit.value());
		} else {
			environment.put(name, first(edit.value(), before, separator));
		}
	}

	/** In front, and nowhere else. */
	private static String first(String value, String before, char separator) {
		String border = String.valueOf(separator);
		List<String> parts = new ArrayList<>(before.isEmpty() ? List.of() : List.of(before.split(Pattern.quote(border), -1)));
		parts.removeIf(value::equals);
		parts.add(0, value);
		return String.join(border, parts);
	}

	private static PmixException mismatch(String key, PmixValue value, String wanted) {
		return new PmixException(Status.ERR_TYPE_MISMATCH, key + " must be " + wanted + ", not " + value.type());
	}
}
