// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One clause of an OSGi header, such as {@code org.x;version="[1,2)";x-friends:="a,b"}.
 *
 * @param name       package or bundle
 * @param attributes attributes and directives by name; the name of a directive keeps its colon
 */
record Clause(String name, Map<String, String> attributes) {

	/** Splits the value of a header at the commas outside quotes. */
	static List<Clause> parse(String header) {
		List<Clause> clauses = new ArrayList<>();
		for (String text : split(header, ',')) {
			List<String> parts = split(text, ';');
			Map<String, String> attributes = new LinkedHashMap<>();
			for (String part : parts.subList(1, parts.size())) {
				int equals = part.indexOf('=');
				attributes.put(part.substring(0, equals).strip(), part.substring(equals + 1).replace("\"", "").strip());
			}
			clauses.add(new Clause(parts.get(0), attributes));
		}
		return clauses;
	}

	private static List<String> split(String text, char separator) {
		List<String> parts = new ArrayList<>();
		boolean quoted = false;
		int start = 0;
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (c == '"') {
				quoted = !quoted;
			} else if (c == separator && !quoted) {
				parts.add(text.substring(start, i).strip());
				start = i + 1;
			}
		}
		parts.add(text.substring(start).strip());
		parts.removeIf(String::isEmpty);
		return parts;
	}
}
