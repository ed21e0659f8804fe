// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.internal.report;

import java.io.Serializable;
import java.util.List;

/**
 * An exception of a rank as texts, because its class may be unknown in the JVM of the build. Immutable.
 *
 * @param text       its class and message
 * @param message    its message; empty if it has none
 * @param frames     its stack trace
 * @param causes     its cause, if it has one
 * @param suppressed the exceptions that it suppresses
 * @param compared   expected and actual value, if they are known
 */
public record FailureTrace(String text, String message, List<StackTraceElement> frames, List<FailureTrace> causes,
		List<FailureTrace> suppressed, List<String> compared) implements Serializable {
	private static final long serialVersionUID = 1;

	/**
	 * @param failure an exception
	 * @return the same as texts, the long ones cut; never throws what a method of the exception throws
	 */
	public static FailureTrace of(Throwable failure) {
		return new TraceReader().read(failure);
	}

	/**
	 * Shortens a text of a rank, since the JVM of the build keeps those of all ranks.
	 *
	 * @param text of any length
	 * @param most how many characters to keep
	 * @return the beginning of the text, and how much is missing
	 */
	public static String cut(String text, int most) {
		return text.length() <= most ? text : text.substring(0, most) + "... (" + (text.length() - most) + " more characters)";
	}

	/**
	 * @param prefix stands before its class
	 * @return an exception that prints the same stack trace
	 */
	public Throwable toThrowable(String prefix) {
		return new RankFailure(prefix, this);
	}

	/** The image of an exception in a rank; prints the stack trace that it had there. */
	static final class RankFailure extends Exception {
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
}
