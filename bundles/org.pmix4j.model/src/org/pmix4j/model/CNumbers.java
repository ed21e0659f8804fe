// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.Locale;

/** Formats and parses numbers like C's printf("%f") and strtod. Stateless. */
final class CNumbers {
	private CNumbers() {
	}

	static String format(double value) {
		if (Double.isNaN(value)) {
			return "nan";
		}
		if (Double.isInfinite(value)) {
			return value > 0 ? "inf" : "-inf";
		}
		return String.format(Locale.ROOT, "%.6f", value);
	}

	/** Parses a number; other text is 0, as in strtod. A comma comes from a peer with another locale. */
	static double parse(String text) {
		String plain = text.trim().replace(',', '.');
		try {
			return switch (plain.toLowerCase(Locale.ROOT)) {
				case "nan", "-nan" -> Double.NaN;
				case "inf", "infinity" -> Double.POSITIVE_INFINITY;
				case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
				default -> Double.parseDouble(plain);
			};
		} catch (NumberFormatException e) {
			return 0;
		}
	}
}
