// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Reduces the output of a program that prints stack traces to the stacks. Stateless. */
final class ThreadStacks {
	private static final Predicate<String> IS_NOISE = line -> line.isBlank() || line.startsWith("[New LWP ") || line.startsWith("[New Thread ")
			|| line.startsWith("[Thread debugging using ") || line.startsWith("Using host libthread_db") || line.startsWith("[Inferior ")
			|| line.startsWith("warning: ") || line.startsWith("Download failed") || line.startsWith("Reading symbols from ")
			|| line.matches("\\d+\t.*") || line.matches("PID \\d+ - .*") || line.equals("Traceback (most recent call first):")
			|| line.startsWith("JNI global refs:") || line.equals("   Locked ownable synchronizers:") || line.equals("\t- None");

	private ThreadStacks() {
	}

	/**
	 * @param output of a program
	 * @return its threads with their frames, only those with frames of Python if there are any; empty if the output has no frame
	 */
	static List<List<String>> of(List<String> output) {
		List<List<String>> all = threads(output);
		List<List<String>> python = all.stream().filter(thread -> thread.stream().anyMatch(StackLine::isPythonFrame)).toList();
		return !python.isEmpty() ? python
				: all.stream().filter(thread -> thread.stream().anyMatch(line -> StackLine.isNativeFrame(line) || StackLine.isJavaFrame(line)))
						.toList();
	}

	/** Returns the lines of an output without frames that may say why it has none. */
	static List<String> reason(List<String> output) {
		List<String> lines = output.stream().filter(IS_NOISE.negate()).toList();
		return lines.isEmpty() ? output : lines;
	}

	private static List<List<String>> threads(List<String> output) {
		List<List<String>> threads = new ArrayList<>();
		for (String line : output) {
			boolean begins = StackLine.isThread(line);
			// gstack prints no header for the only thread of a process
			if (begins || threads.isEmpty() && StackLine.isNativeFrame(line)) {
				threads.add(new ArrayList<>());
			}
			if (!threads.isEmpty() && !IS_NOISE.test(line)) {
				threads.getLast().add(line);
			}
		}
		return threads;
	}
}
