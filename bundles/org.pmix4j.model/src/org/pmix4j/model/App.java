// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.ArrayList;
import java.util.List;

/**
 * An application to launch.
 *
 * @param command          the executable
 * @param arguments        argv, beginning with the name of the program
 * @param environment      NAME=value for each variable
 * @param workingDirectory its working directory; empty for the requester's
 * @param maxProcs         number of processes
 * @param infos            directives for this application
 */
public record App(String command, List<String> arguments, List<String> environment, String workingDirectory, int maxProcs, Infos infos)
		implements PmixValue {
	/** Copies the lists. */
	public App {
		arguments = List.copyOf(arguments);
		environment = List.copyOf(environment);
	}

	/**
	 * Sets a variable in the environment of this application. C: PMIx_Setenv.
	 *
	 * @param name      name of the variable
	 * @param value     its value
	 * @param overwrite whether a present variable gets the value; otherwise it stays
	 * @return the application with that variable
	 */
	public App withVariable(String name, String value, boolean overwrite) {
		List<String> changed = new ArrayList<>(environment);
		int place = 0;
		while (place < changed.size() && !changed.get(place).startsWith(name + "=")) {
			place++;
		}
		if (place == changed.size()) {
			changed.add(name + "=" + value);
		} else if (overwrite) {
			changed.set(place, name + "=" + value);
		}
		return new App(command, arguments, changed, workingDirectory, maxProcs, infos);
	}

	@Override
	public DataType type() {
		return DataType.APP;
	}
}
