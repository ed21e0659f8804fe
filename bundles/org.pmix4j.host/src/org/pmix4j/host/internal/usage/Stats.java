// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.usage;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses numbers in the kernel's notation and leaves out malformed ones. Stateless. */
final class Stats {
	private static final Pattern SIZE = Pattern.compile("^(\\w+):\\s+(\\d{1,18}) kB$", Pattern.MULTILINE);
	private static final Pattern NATURAL = Pattern.compile("\\d{1,20}");
	private static final Pattern REAL = Pattern.compile("\\d{1,9}\\.\\d{1,9}");
	private static final float KILOBYTES = 1024;
	private static final long MILLISECONDS = 1000;

	private Stats() {
	}

	/** Returns the seconds since 1970. */
	static long now() {
		return System.currentTimeMillis() / MILLISECONDS;
	}

	/** Returns the sizes in a table by name, in megabytes. */
	static Map<String, Float> megabytes(String table) {
		Map<String, Float> sizes = new LinkedHashMap<>();
		Matcher line = SIZE.matcher(table);
		while (line.find()) {
			sizes.put(line.group(1), Long.parseLong(line.group(2)) / KILOBYTES);
		}
		return sizes;
	}

	/** Parses a counter of the kernel, which is unsigned and may wrap around. */
	static Optional<Long> natural(String word) {
		try {
			return NATURAL.matcher(word).matches() ? Optional.of(Long.parseUnsignedLong(word)) : Optional.empty();
		} catch (NumberFormatException e) {
			return Optional.empty();
		}
	}

	static Optional<Float> real(String word) {
		return REAL.matcher(word).matches() ? Optional.of(Float.parseFloat(word)) : Optional.empty();
	}
}
