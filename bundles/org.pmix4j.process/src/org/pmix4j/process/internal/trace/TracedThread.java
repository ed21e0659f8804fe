// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A thread in a stack trace, read from what a program has printed. Immutable.
 *
 * @param name    of the thread; empty if the program has printed none
 * @param isFirst whether it is the first thread of its process, or the only one
 * @param isUsers whether it runs the user's program: the first thread, all but the daemons of a JVM, all of Python
 * @param frames  the frames, the outermost first
 */
public record TracedThread(String name, boolean isFirst, boolean isUsers, List<StackLine> frames) {
	/** The first threads of a JVM, and of Python as py-spy names it. */
	private static final Set<String> FIRST_NAMES = Set.of("main", "MainThread");
	private static final Pattern NUMBER = Pattern.compile("^#\\d+ +");
	private static final Pattern NAME = Pattern.compile("\"([^\"]*)\"");
	private static final Pattern MODULE = Pattern.compile("\\((?:[\\w.$-]+(?:@[^/()]*)?)?/(?=[^/]*\\)$)");
	/** The class loader and module before a class. */
	private static final Pattern LOADER = Pattern.compile("^(?:[\\w.]+(?:@[\\w.+-]*)?/)+(?=[\\w.$]+\\()");
	private static final Pattern PYTHON_OF_GDB = Pattern.compile("  File \"(.*)\", line (\\d+), in (.*)");
	private static final Pattern PYTHON_OF_PY_SPY = Pattern.compile(" {4}(.*) \\((.+:\\d+)\\)");
	private static final Pattern JAVA_WAIT = Pattern.compile("\t- (?:waiting|parking) .*\\(a ([^()]*)\\).*");

	/** Copies the frames. */
	public TracedThread {
		frames = List.copyOf(frames);
	}

	/**
	 * @param trace of a process, as {@link StackTracer#trace} returns it
	 * @param pid   of that process
	 * @return its threads; empty if it contains no frame, but the reason why
	 */
	public static List<TracedThread> of(List<String> trace, int pid) {
		List<TracedThread> threads = new ArrayList<>();
		for (List<String> thread : ThreadStacks.of(trace)) {
			String header = StackLine.isThread(thread.get(0)) ? thread.get(0) : "";
			List<StackLine> frames = new ArrayList<>();
			thread.forEach(line -> frame(line, frames));
			Matcher found = NAME.matcher(header);
			String name = found.find() ? found.group(1) : "";
			boolean isFirst = isFirst(header, name, pid);
			threads.add(new TracedThread(name, isFirst, isFirst || isUsers(header, thread), frames.reversed()));
		}
		return threads;
	}

	private static boolean isFirst(String header, String name, int pid) {
		return header.isEmpty() || FIRST_NAMES.contains(name) || header.matches(".*\\(LWP " + pid + "\\b.*")
				|| header.startsWith("TID " + pid + ":");
	}

	private static boolean isUsers(String header, List<String> lines) {
		return lines.stream().anyMatch(StackLine::isJavaFrame) ? !header.contains(" daemon ") : lines.stream().anyMatch(StackLine::isPythonFrame);
	}

	/** Adds the frame of a line, if it is one. */
	private static void frame(String line, List<StackLine> frames) {
		Matcher gdb = PYTHON_OF_GDB.matcher(line);
		Matcher pySpy = PYTHON_OF_PY_SPY.matcher(line);
		Matcher wait = JAVA_WAIT.matcher(line);
		if (StackLine.isNativeFrame(line)) {
			StackLine frame = StackLine.of(line);
			frames.add(new StackLine(NUMBER.matcher(frame.text()).replaceFirst(""), NUMBER.matcher(frame.key()).replaceFirst("")));
		} else if (StackLine.isJavaFrame(line)) {
			StackLine frame = StackLine.of(line);
			frames.add(new StackLine(java(frame.text()), java(frame.key())));
		} else if (gdb.matches()) {
			frames.add(same(gdb.group(3) + " at " + gdb.group(1) + ":" + gdb.group(2)));
		} else if (pySpy.matches()) {
			frames.add(same(pySpy.group(1) + " at " + pySpy.group(2)));
		} else if (wait.matches() && !frames.isEmpty()) {
			StackLine frame = frames.removeLast();
			String what = ", waiting for a " + wait.group(1);
			frames.add(frame.text().endsWith(what) ? frame : new StackLine(frame.text() + what, frame.key() + what));
		}
	}

	private static StackLine same(String text) {
		return new StackLine(text, text);
	}

	/** Returns a frame of Java without the module of its class. */
	private static String java(String line) {
		String call = MODULE.matcher(line.substring("\tat ".length())).replaceFirst("(");
		return LOADER.matcher(call).replaceFirst("");
	}
}
