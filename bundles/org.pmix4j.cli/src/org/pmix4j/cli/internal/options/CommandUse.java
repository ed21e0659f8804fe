// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

/** What options are written for: a command, or one program of a job. */
enum CommandUse {
	/** The command {@code run}. */
	RUN,
	/** One program of a job. */
	PROGRAM,
	/** The command {@code submit}. */
	SUBMIT,
	/** The command {@code server}. */
	SERVER,
	/** The command {@code stop}. */
	STOP;

	/** Returns whether a job follows the options. */
	boolean isOfJob() {
		return this == RUN || this == SUBMIT;
	}
}
