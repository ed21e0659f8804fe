// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests.gets;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The known differences between the gets of two clients. The first line of the table that matches a difference explains it; each line
 * tells how many differences it explains, so that a line that is no longer needed is noticed.
 */
final class Differences {
	private static final class Line {
		private final String[] columns;
		private int found;

		Line(String text) {
			columns = text.split("\t");
		}

		boolean explains(Question question) {
			return matches(columns[1], question.key()) && matches(columns[2], question.subject()) && matches(columns[3], question.way());
		}

		private static boolean matches(String names, String name) {
			return names.equals("*") || List.of(names.split(",")).contains(name);
		}
	}

	private final List<Line> lines;
	private final List<String> unexplained = new ArrayList<>();

	private Differences(List<Line> lines) {
		this.lines = lines;
	}

	/** Reads a table from the resources of this package. Its columns are number, keys, subjects, ways and reason. */
	static Differences read(String name) throws IOException {
		InputStream in = Objects.requireNonNull(Differences.class.getResourceAsStream(name), name);
		try (BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
			return new Differences(reader.lines().filter(line -> !line.startsWith("#")).map(Line::new).toList());
		}
	}

	void add(Question question, String wanted, String found) {
		for (Line line : lines) {
			if (line.explains(question)) {
				line.found++;
				return;
			}
		}
		unexplained.add(question.key() + " of " + question.subject() + ", " + question.way() + ": " + wanted + " in C, but here " + found);
	}

	/** Returns the differences that the table lacks, and its lines that tell another number. */
	List<String> surprises() {
		List<String> all = new ArrayList<>(unexplained);
		for (Line line : lines) {
			if (line.found != Integer.parseInt(line.columns[0])) {
				all.add(line.found + " differences instead of those of the line: " + String.join(" | ", line.columns));
			}
		}
		return all;
	}
}
