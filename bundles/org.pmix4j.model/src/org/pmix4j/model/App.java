// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

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

	@Override
	public DataType type() {
		return DataType.APP;
	}
}
