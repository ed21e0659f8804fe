// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

/**
 * A problem with a launch configuration. Immutable.
 *
 * @param severity  whether the problem prevents the launch
 * @param attribute the attribute of the launch configuration that has the problem
 * @param message   a sentence that names the exact reason and, unless that is obvious, the remedy
 */
public record LaunchProblem(Severity severity, String attribute, String message) {
	/** The effect on a launch. */
	public enum Severity {
		/** The launch works, but perhaps not as the user expects. */
		WARNING,
		/** The launch is refused. */
		ERROR
	}

	/**
	 * {@return an error}
	 *
	 * @param attribute the attribute that has the problem
	 * @param message   the reason
	 */
	public static LaunchProblem error(String attribute, String message) {
		return new LaunchProblem(Severity.ERROR, attribute, message);
	}

	/**
	 * {@return a warning}
	 *
	 * @param attribute the attribute that has the problem
	 * @param message   the reason
	 */
	public static LaunchProblem warning(String attribute, String message) {
		return new LaunchProblem(Severity.WARNING, attribute, message);
	}

	/** {@return whether the launch is refused} */
	public boolean isError() {
		return severity == Severity.ERROR;
	}
}
