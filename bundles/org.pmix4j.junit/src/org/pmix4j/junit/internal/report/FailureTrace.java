// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.internal.report;

import java.io.Serializable;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.opentest4j.AssertionFailedError;
import org.opentest4j.ValueWrapper;

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
	private static final String CALLER = "java.lang.reflect.Method";
	private static final String REFLECTION = "jdk.internal.reflect.";

	/**
	 * @param failure an exception
	 * @return the same as texts
	 */
	public static FailureTrace of(Throwable failure) {
		return of(failure, Collections.newSetFromMap(new IdentityHashMap<>()));
	}

	private static FailureTrace of(Throwable failure, Set<Throwable> known) {
		known.add(failure);
		String message = failure.getMessage();
		List<FailureTrace> causes = Stream.ofNullable(failure.getCause()).filter(cause -> !known.contains(cause))
				.map(cause -> of(cause, known)).toList();
		List<FailureTrace> suppressed = Stream.of(failure.getSuppressed()).filter(other -> !known.contains(other))
				.map(other -> of(other, known)).toList();
		return new FailureTrace(failure.toString(), message == null ? "" : message, frames(failure), causes, suppressed,
				compared(failure));
	}

	/** Returns the stack trace down to the method that JUnit has called. */
	private static List<StackTraceElement> frames(Throwable failure) {
		List<StackTraceElement> frames = List.of(failure.getStackTrace());
		int end = frames.size() - 1;
		while (end >= 0 && !frames.get(end).getClassName().equals(CALLER)) {
			end--;
		}
		while (end > 0 && frames.get(end - 1).getClassName().startsWith(REFLECTION)) {
			end--;
		}
		return end > 0 ? List.copyOf(frames.subList(0, end)) : frames;
	}

	private static List<String> compared(Throwable failure) {
		return failure instanceof AssertionFailedError error && error.isExpectedDefined() && error.isActualDefined()
				? List.of(text(error.getExpected()), text(error.getActual()))
				: List.of();
	}

	private static String text(ValueWrapper value) {
		return value.getStringRepresentation();
	}

	/**
	 * @param prefix stands before its class
	 * @return an exception that prints the same stack trace
	 */
	public Throwable toThrowable(String prefix) {
		return new RankFailure(prefix, this);
	}
}
