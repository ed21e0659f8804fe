// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.thread;

/**
 * The line that says which thread's error ends a process. Made in advance: where the heap is full, the first use of a constant text fails,
 * too. Immutable.
 */
public final class FailureLine {
	private final String beginning;
	private final String outOfMemory;

	/** @param subject what cannot go on without its threads: {@code the host} */
	public FailureLine(String subject) {
		beginning = subject + " cannot go on, as its thread ";
		outOfMemory = subject + " cannot go on, as it is out of memory";
	}

	/**
	 * Joins the words without the operator, whose first use needs much memory.
	 *
	 * @param thread has failed
	 * @param cause  the error
	 * @return one line; the shorter one if there is no memory for the other
	 */
	public String of(Thread thread, Throwable cause) {
		try {
			return beginning.concat(thread.getName()).concat(" failed: ").concat(cause.toString());
		} catch (OutOfMemoryError e) {
			return outOfMemory;
		}
	}
}
