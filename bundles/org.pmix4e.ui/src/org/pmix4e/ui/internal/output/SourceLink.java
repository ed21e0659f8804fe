// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.output;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in a source file that a line of output names, or an address in a program that stands for one. Immutable.
 *
 * @param start  the index of its first character in the line
 * @param length the number of its characters
 * @param file   a path, absolute or not; of a Java trace the package as folders and the file; of an address the program or library
 * @param line   the number of the line, from 1; 0 for an address
 * @param symbol the function that the address counts from; empty for the beginning of the file, and for a line
 * @param offset the address, hexadecimal; empty for a line
 */
public record SourceLink(int start, int length, String file, int line, String symbol, String offset) {
	/** Java: at org.example.Ring.main(Ring.java:12). */
	private static final Pattern JAVA = Pattern
			.compile("\\bat (?:[\\w.$@-]*/){0,2}([\\w.$]+)\\.[\\w$<>]+"
					+ "\\(([\\w$]+\\.(?:java|kt|scala|groovy)):(\\d{1,9})\\)");
	/** Python: File "ring.py", line 12. */
	private static final Pattern PYTHON = Pattern.compile("File \"([^\"]+)\", line (\\d{1,9})");
	/** Compilers and sanitizers: src/ring.c:12:5. */
	private static final Pattern NATIVE = Pattern
			.compile("((?:/|\\./|\\.\\./)?[\\w@+.-]+(?:/[\\w@+.-]+)*\\.(?:c|cc|cpp|cxx|h|hh|hpp|f|f90|F90|rs|go|py|java)):(\\d{1,9})(?::\\d{1,9})?");
	/** Stacks that programs write by backtrace(3): ./ring(+0x1205) [0x55d0c0ffe205], ./ring(twice+0x1b)[0x55d0c0ffe205]. */
	private static final Pattern ADDRESS = Pattern
			.compile("((?:/|\\./|\\.\\./)?[\\w@+.-]+(?:/[\\w@+.-]+)*)\\(([\\w.$@]*)\\+0x([0-9a-fA-F]{1,16})\\)");
	private static final String OFFSET = "+0x";
	private static final int LONGEST = 2000;

	/**
	 * Creates a place in a source file.
	 *
	 * @param start  as above
	 * @param length as above
	 * @param file   as above
	 * @param line   as above
	 */
	public SourceLink(int start, int length, String file, int line) {
		this(start, length, file, line, "", "");
	}

	/**
	 * @param text a line of output
	 * @return the places that it names, in their order; empty for very long lines
	 */
	public static List<SourceLink> in(String text) {
		if (text.length() > LONGEST || text.indexOf(':') < 0 && text.indexOf('"') < 0 && !text.contains(OFFSET)) {
			return List.of();
		}
		List<SourceLink> links = new ArrayList<>();
		Matcher java = JAVA.matcher(text);
		while (java.find()) {
			String type = java.group(1);
			int dot = type.lastIndexOf('.');
			String folder = dot < 0 ? "" : type.substring(0, dot + 1).replace('.', '/');
			links.add(new SourceLink(java.start(2), java.end(3) - java.start(2), folder + java.group(2), Integer.parseInt(java.group(3))));
		}
		if (links.isEmpty()) {
			add(PYTHON.matcher(text), links);
		}
		if (links.isEmpty()) {
			add(NATIVE.matcher(text), links);
		}
		if (links.isEmpty() && text.contains(OFFSET)) {
			addAddresses(text, links);
		}
		return List.copyOf(links);
	}

	/** Adds addresses in files with debug information. It is not known of a relative path, which depends on the directory of the job. */
	private static void addAddresses(String text, List<SourceLink> links) {
		Matcher matcher = ADDRESS.matcher(text);
		while (matcher.find()) {
			Path file = Path.of(matcher.group(1));
			if (!file.isAbsolute() || DebugInfo.isIn(file)) {
				links.add(new SourceLink(matcher.start(), matcher.end() - matcher.start(), matcher.group(1), 0, matcher.group(2), matcher.group(3)));
			}
		}
	}

	private static void add(Matcher matcher, List<SourceLink> links) {
		while (matcher.find()) {
			links.add(new SourceLink(matcher.start(), matcher.end() - matcher.start(), matcher.group(1), Integer.parseInt(matcher.group(2))));
		}
	}
}
