// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.output;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in a source file that a line of output names. Immutable.
 *
 * @param start  the index of its first character in the line
 * @param length the number of its characters
 * @param file   a path, absolute or not; of a Java trace the package as folders and the file
 * @param line   the number of the line, from 1
 */
public record SourceLink(int start, int length, String file, int line) {
	/** Java: at org.example.Ring.main(Ring.java:12). */
	private static final Pattern JAVA = Pattern
			.compile("\\bat (?:[\\w.$@-]*/){0,2}([\\w.$]+)\\.[\\w$<>]+"
					+ "\\(([\\w$]+\\.(?:java|kt|scala|groovy)):(\\d{1,9})\\)");
	/** Python: File "ring.py", line 12. */
	private static final Pattern PYTHON = Pattern.compile("File \"([^\"]+)\", line (\\d{1,9})");
	/** Compilers and sanitizers: src/ring.c:12:5. */
	private static final Pattern NATIVE = Pattern
			.compile("((?:/|\\./|\\.\\./)?[\\w@+.-]+(?:/[\\w@+.-]+)*\\.(?:c|cc|cpp|cxx|h|hh|hpp|f|f90|F90|rs|go|py|java)):(\\d{1,9})(?::\\d{1,9})?");
	private static final int LONGEST = 2000;

	/**
	 * @param text a line of output
	 * @return the places that it names, in their order; empty for very long lines
	 */
	public static List<SourceLink> in(String text) {
		if (text.length() > LONGEST || text.indexOf(':') < 0 && text.indexOf('"') < 0) {
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
		return List.copyOf(links);
	}

	private static void add(Matcher matcher, List<SourceLink> links) {
		while (matcher.find()) {
			links.add(new SourceLink(matcher.start(), matcher.end() - matcher.start(), matcher.group(1), Integer.parseInt(matcher.group(2))));
		}
	}
}
