// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

/** The ways in which a loop detects the exit of a child. */
public enum ExitDetection {
	/** A process descriptor (pidfd, Linux 5.3) in the loop's own poll set; falls back to {@link #THREAD} where there are none. */
	PIDFD,
	/** A small thread for each child that waits for its pid. */
	THREAD
}
