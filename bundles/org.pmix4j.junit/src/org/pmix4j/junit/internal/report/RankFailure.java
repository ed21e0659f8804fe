// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.internal.report;

/** The image of an exception in a rank; prints the stack trace that it had there. */
final class RankFailure extends Exception {
	private static final long serialVersionUID = 1;

	private final String text;

	RankFailure(String prefix, FailureTrace trace) {
		super(trace.message());
		text = prefix + trace.text();
		setStackTrace(trace.frames().toArray(StackTraceElement[]::new));
		trace.causes().forEach(cause -> initCause(cause.toThrowable("")));
		trace.suppressed().forEach(other -> addSuppressed(other.toThrowable("")));
	}

	/** Returns class and message as they were in the rank. */
	@Override
	public String toString() {
		return text;
	}
}
