// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

/** A group of options in the help of the command line. */
public enum OptionGroup {
	/** Programs and the number of their ranks. */
	LAUNCH("Programs and ranks"),
	/** Nodes, and the mapping, ranking and binding of ranks. */
	PLACEMENT("Placement"),
	/** The environment of ranks. */
	ENVIRONMENT("Environment"),
	/** Output and input of ranks. */
	OUTPUT("Output and input"),
	/** Reports of the launcher about a job. */
	REPORTS("Reports"),
	/** Debuggers. */
	DEBUG("Debugging"),
	/** Behavior after a failure. */
	RECOVERY("Recovery"),
	/** Limits of time and size. */
	LIMITS("Limits"),
	/** The server within the launcher, and its tools. */
	SERVER("Server"),
	/** Options that the command line does not have. */
	OTHER("Other");

	private final String title;

	OptionGroup(String title) {
		this.title = title;
	}

	/** {@return its heading in the help} */
	public String title() {
		return title;
	}
}
