// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.trace;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * One line of a stack trace of eu-stack, gstack, gdb, py-spy or jstack. Immutable.
 *
 * @param text for the user, without addresses
 * @param key  equal in all processes that are at the same place: without the values of arguments, and without other numbers than those of
 *             lines in source files
 */
public record StackLine(String text, String key) {
	private static final String ADDRESS = "0x[0-9a-fA-F]+";
	private static final Pattern FRAME = Pattern.compile("(#\\d+ +)(?:" + ADDRESS + "(?: in|:)? +)?(.*)");
	private static final Pattern GDB_THREAD = Pattern.compile("Thread (\\d+) \\(.*?(?:LWP \\d+\\))?(?: (\".*\"))?\\):");
	private static final Pattern EU_THREAD = Pattern.compile("TID (\\d+):");
	private static final Pattern PY_SPY_THREAD = Pattern.compile("Thread (?:\\d+|" + ADDRESS + ") \\(([^)]*)\\)(?:: (\".*\"))?");
	private static final Pattern JAVA_THREAD = Pattern.compile("(\".*\") .*?nid=\\S+ ?(.*)");
	private static final Pattern PYTHON_FRAME = Pattern.compile("  File \".*\", line \\d+.*| {4}.* \\(.+:\\d+\\)");
	/** Begins the path of a library in another root directory. */
	private static final Pattern ROOT = Pattern.compile("(?<=(?:from|at) )/proc/\\d+/root(?=/)");
	private static final Pattern PLACE = Pattern.compile("\\) ((?:at|from) [^\"]+)$");

	/** Reads a line as a program has printed it. */
	static StackLine of(String line) {
		Matcher frame = FRAME.matcher(line);
		if (frame.matches()) {
			String call = ROOT.matcher(frame.group(2)).replaceAll("");
			return new StackLine(frame.group(1) + call, frame.group(1) + withoutArguments(call));
		}
		Matcher gdb = GDB_THREAD.matcher(line);
		if (gdb.matches()) {
			return thread(" " + gdb.group(1), gdb.group(2), "");
		}
		Matcher eu = EU_THREAD.matcher(line);
		if (eu.matches()) {
			return thread("", null, "");
		}
		Matcher python = PY_SPY_THREAD.matcher(line);
		if (python.matches()) {
			// whether a thread that waits for short times is found idle is a matter of chance
			return thread("", python.group(2), " (" + python.group(1) + ")");
		}
		Matcher java = JAVA_THREAD.matcher(line);
		if (java.matches()) {
			String text = (java.group(1) + " " + java.group(2).replaceAll(" *\\[" + ADDRESS + "\\]", "")).strip();
			return new StackLine(text, text.replaceAll("\\d+", ""));
		}
		String text = line.replaceAll("<" + ADDRESS + "> | at remote " + ADDRESS, "");
		if (isJavaFrame(line)) {
			return new StackLine(text, text.replaceAll("\\$\\$Lambda[^.(]*|\\$Proxy\\d+", "\\$"));
		}
		return new StackLine(text, PYTHON_FRAME.matcher(line).matches() ? text : text.replaceAll(ADDRESS + "|\\d+", ""));
	}

	private static StackLine thread(String number, @Nullable String name, String state) {
		String named = name == null ? "" : " " + name;
		return new StackLine("Thread" + number + named + state + ":", "Thread" + named.replaceAll("\\d+", "") + ":");
	}

	/** Returns whether a line as a program has printed it begins a thread. */
	static boolean isThread(String line) {
		return GDB_THREAD.matcher(line).matches() || EU_THREAD.matcher(line).matches() || PY_SPY_THREAD.matcher(line).matches()
				|| JAVA_THREAD.matcher(line).matches();
	}

	static boolean isPythonFrame(String line) {
		return PYTHON_FRAME.matcher(line).matches();
	}

	static boolean isNativeFrame(String line) {
		return FRAME.matcher(line).matches();
	}

	static boolean isJavaFrame(String line) {
		return line.startsWith("\tat ");
	}

	/**
	 * Returns a line for all processes whose lines have the same key: this text if all have it, else one without what differs.
	 *
	 * @param other the line of another process
	 */
	StackLine with(StackLine other) {
		return text.equals(other.text) ? this : new StackLine(key, key);
	}

	/** Returns a call of a native frame with {@code (...)} for its arguments, if it has any. */
	private static String withoutArguments(String call) {
		Matcher place = PLACE.matcher(call);
		int end = place.find() ? place.start() : call.length() - 1;
		if (end < 0 || call.charAt(end) != ')') {
			return call.replaceAll(ADDRESS, "");
		}
		int begin = begin(call, end);
		boolean isEmpty = begin == end - 1;
		// else it belongs to the name of a function in C++
		boolean isOfArguments = begin > 0 && call.charAt(begin - 1) == ' ';
		return !isOfArguments ? call.replaceAll(ADDRESS, "") : call.substring(0, begin) + (isEmpty ? "()" : "(...)") + call.substring(end + 1);
	}

	/** Returns the index of the parenthesis that this one closes, outside strings; negative if there is none. */
	private static int begin(String call, int end) {
		int open = 0;
		char quote = 0;
		for (int at = end; at >= 0; at--) {
			char c = call.charAt(at);
			boolean isEscaped = at > 0 && call.charAt(at - 1) == '\\';
			if (quote != 0) {
				quote = c == quote && !isEscaped ? 0 : quote;
			} else if ((c == '"' || c == '\'') && !isEscaped) {
				quote = c;
			} else if (c == ')') {
				open++;
			} else if (c == '(' && --open == 0) {
				return at;
			}
		}
		return -1;
	}
}
