// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Collects what is added to values of variables that are lists, so that a value with thousands of additions is joined once. One thread.
 */
final class JoinedValues {
	private final Map<String, String> environment;
	private final Map<String, Value> open = new HashMap<>();

	/** Additions of one variable: either pieces at both ends, or elements at the front. */
	private static final class Value {
		final Deque<String> pieces = new ArrayDeque<>();
		boolean isEmpty;
		/** Elements in front of the pieces, which are then one text; each is there once. */
		final LinkedHashSet<String> firsts = new LinkedHashSet<>();
		String separator = "";

		Value(String before) {
			pieces.add(before);
			isEmpty = before.isEmpty();
		}

		String join() {
			String before = String.join("", pieces);
			if (firsts.isEmpty()) {
				return before;
			}
			List<String> parts = new ArrayList<>(firsts);
			if (!before.isEmpty()) {
				for (String part : before.split(Pattern.quote(separator), -1)) {
					if (!firsts.contains(part)) {
						parts.add(part);
					}
				}
			}
			return String.join(separator, parts);
		}
	}

	/** Collects for that environment, which is changed. */
	JoinedValues(Map<String, String> environment) {
		this.environment = environment;
	}

	/** Puts a value and a separator in front of that of a variable. */
	void prepend(String name, String value, String separator) {
		Value joined = ends(name);
		if (!joined.isEmpty) {
			joined.pieces.addFirst(separator);
		}
		joined.pieces.addFirst(value);
		joined.isEmpty &= value.isEmpty();
	}

	/** Puts a separator and a value behind that of a variable. */
	void append(String name, String value, String separator) {
		Value joined = ends(name);
		if (!joined.isEmpty) {
			joined.pieces.addLast(separator);
		}
		joined.pieces.addLast(value);
		joined.isEmpty &= value.isEmpty();
	}

	private Value ends(String name) {
		Value joined = value(name);
		if (!joined.firsts.isEmpty()) {
			close(name);
			joined = value(name);
		}
		return joined;
	}

	/** Moves an element to the front of the list of a variable, or adds it there. */
	void first(String name, String element, String separator) {
		Value joined = value(name);
		boolean isOther = !joined.firsts.isEmpty() && !joined.separator.equals(separator);
		if (joined.pieces.size() > 1 || isOther) {
			close(name);
			joined = value(name);
		}
		joined.separator = separator;
		joined.firsts.addFirst(element);
		if (element.contains(separator)) {
			close(name); // it is several elements for the next change
		}
	}

	private Value value(String name) {
		return open.computeIfAbsent(name, each -> new Value(environment.getOrDefault(each, "")));
	}

	/** Sets a variable to what was collected for it. */
	void close(String name) {
		Value joined = open.remove(name);
		if (joined != null) {
			environment.put(name, joined.join());
		}
	}

	/** Sets all variables to what was collected. */
	void close() {
		open.forEach((name, joined) -> environment.put(name, joined.join()));
		open.clear();
	}
}
