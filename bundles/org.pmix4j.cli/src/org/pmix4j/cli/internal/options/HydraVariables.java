// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.List;

import org.pmix4j.job.options.EnvironmentEdits;
import org.pmix4j.model.bytes.OwnProcess;

/**
 * Reads the variables that a command line sets as mpiexec.hydra does. Stateless.
 *
 * @see "MPICH 4.0.2, mpiexec.hydra -genv -help"
 */
final class HydraVariables {
	private HydraVariables() {
	}

	/** Returns the changes that a list of variables to pass on and assignments mean. */
	static EnvironmentEdits of(OptionLine line, LaunchWord list, LaunchWord assignment) {
		EnvironmentEdits edits = EnvironmentEdits.NONE;
		for (String names : line.get(list)) {
			for (String name : names.split(",")) {
				edits = plusOwn(edits, name.strip(), list);
			}
		}
		List<String> words = line.get(assignment);
		for (int i = 0; i < words.size(); i++) {
			String word = words.get(i);
			int equals = word.indexOf('=');
			edits = equals > 0 ? edits.plusSet(word.substring(0, equals), word.substring(equals + 1)) : edits.plusSet(word, words.get(++i));
		}
		return edits;
	}

	private static EnvironmentEdits plusOwn(EnvironmentEdits edits, String name, LaunchWord list) {
		if (name.isEmpty() || name.indexOf('=') >= 0) {
			throw new IllegalArgumentException("option " + list.word() + ": '" + name + "' is not the name of a variable");
		}
		String value = OwnProcess.environment().get(name);
		return value == null ? edits : edits.plusSet(name, value);
	}
}
