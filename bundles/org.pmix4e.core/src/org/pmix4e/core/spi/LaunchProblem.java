// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

/**
 * Something that stands in the way of a launch, or that the user should know. Immutable.
 *
 * @param severity  which of both
 * @param attribute the attribute of the launch configuration that it is about
 * @param message   a sentence that names the exact reason, and what to do where that is not obvious
 */
public record LaunchProblem(Severity severity, String attribute, String message) {
	/** How bad it is. */
	public enum Severity {
		/** The launch will work, perhaps not as the user thinks. */
		WARNING,
		/** The launch cannot work. */
		ERROR
	}

	/**
	 * @param attribute that it is about
	 * @param message   the reason
	 * @return an error
	 */
	public static LaunchProblem error(String attribute, String message) {
		return new LaunchProblem(Severity.ERROR, attribute, message);
	}

	/**
	 * @param attribute that it is about
	 * @param message   the reason
	 * @return a warning
	 */
	public static LaunchProblem warning(String attribute, String message) {
		return new LaunchProblem(Severity.WARNING, attribute, message);
	}

	/** @return whether the launch cannot work */
	public boolean isError() {
		return severity == Severity.ERROR;
	}
}
