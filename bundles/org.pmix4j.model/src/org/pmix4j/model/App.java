// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.List;

/**
 * A program to start, and how often.
 *
 * @param command          the executable
 * @param arguments        argv, with the program's name in front
 * @param environment      NAME=value for each variable
 * @param workingDirectory where it starts; empty for the requester's
 * @param maxProcs         number of processes
 * @param infos            directives for this program
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
