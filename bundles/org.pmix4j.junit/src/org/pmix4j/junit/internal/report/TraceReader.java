// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.internal.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.ValueWrapper;

/**
 * Reads one exception with its causes. Methods of an exception are code of the test: anything they throw becomes text, and anything they
 * return is cut, so that each exception gives a trace. Used once, by {@link FailureTrace}.
 */
final class TraceReader {
	private static final int MOST_CHARS = 16_384;
	private static final int MOST_CHARS_OF_ALL = 16 * MOST_CHARS;
	private static final int MOST_FRAMES = 1_024;
	private static final int MOST_FRAMES_OF_ALL = 8 * MOST_FRAMES;
	private static final int MOST_EXCEPTIONS = 100;
	private static final String CALLER = "java.lang.reflect.Method";
	private static final String REFLECTION = "jdk.internal.reflect.";

	private final Set<Throwable> known = Collections.newSetFromMap(new IdentityHashMap<>());
	private int chars = MOST_CHARS_OF_ALL;
	private int frames = MOST_FRAMES_OF_ALL;

	FailureTrace read(Throwable failure) {
		known.add(failure);
		String text = textOf(failure);
		String message = shortened(safely(failure, "getMessage()", failure::getMessage).orElse(""));
		List<StackTraceElement> stack = stack(failure);
		List<String> compared = compared(failure);
		List<FailureTrace> causes = others(Stream.ofNullable(quietly(failure::getCause)));
		List<FailureTrace> suppressed = others(Stream.of(failure.getSuppressed()));
		return new FailureTrace(text, message, stack, causes, suppressed, compared);
	}

	/** Returns a message without relying on its exception. */
	static Optional<String> messageOf(Throwable failure) {
		return safely(failure, "getMessage()", failure::getMessage).map(text -> FailureTrace.cut(text, MOST_CHARS));
	}

	private String textOf(Throwable failure) {
		return shortened(safely(failure, "toString()", failure::toString).orElse(failure.getClass().getName()));
	}

	private String shortened(String text) {
		String shortened = FailureTrace.cut(text, Math.min(chars, MOST_CHARS));
		chars = Math.max(0, chars - shortened.length());
		return shortened;
	}

	/** Returns what a method of an exception returns; a text about its failure if it fails. */
	private static Optional<String> safely(Throwable failure, String method, Supplier<@Nullable String> text) {
		try {
			return Optional.ofNullable(text.get());
		} catch (Throwable e) {
			return Optional.of(failure.getClass().getName() + " (its " + method + " throws " + e.getClass().getName() + ")");
		}
	}

	private static <T> @Nullable T quietly(Supplier<@Nullable T> method) {
		try {
			return method.get();
		} catch (Throwable e) {
			return null;
		}
	}

	private List<FailureTrace> others(Stream<Throwable> others) {
		List<FailureTrace> read = new ArrayList<>();
		for (Throwable other : others.filter(each -> !known.contains(each)).toList()) {
			if (known.size() >= MOST_EXCEPTIONS) {
				read.add(new FailureTrace("(further exceptions are left out)", "", List.of(), List.of(), List.of(), List.of()));
				break;
			}
			read.add(read(other));
		}
		return read;
	}

	/** Returns the stack trace down to the method that JUnit has called. */
	private List<StackTraceElement> stack(Throwable failure) {
		StackTraceElement[] all = quietly(failure::getStackTrace);
		List<StackTraceElement> stack = Stream.ofNullable(all).flatMap(Stream::of).filter(Objects::nonNull).toList();
		int end = stack.size() - 1;
		while (end >= 0 && !stack.get(end).getClassName().equals(CALLER)) {
			end--;
		}
		while (end > 0 && stack.get(end - 1).getClassName().startsWith(REFLECTION)) {
			end--;
		}
		int most = Math.min(frames, MOST_FRAMES);
		List<StackTraceElement> kept = List.copyOf(stack.subList(0, Math.min(most, end > 0 ? end : stack.size())));
		frames -= kept.size();
		return kept;
	}

	private List<String> compared(Throwable failure) {
		return failure instanceof AssertionFailedError error && error.isExpectedDefined() && error.isActualDefined()
				? List.of(text(failure, error::getExpected), text(failure, error::getActual))
				: List.of();
	}

	private String text(Throwable failure, Supplier<ValueWrapper> value) {
		return shortened(safely(failure, "value", () -> value.get().getStringRepresentation()).orElse("null"));
	}
}
