// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** The type of durations. Stateless. */
final class SecondsType extends OptionType<Duration> {
	private static final Duration MAX = Duration.ofSeconds(Integer.MAX_VALUE);
	private static final int[] UNITS = { 86_400, 3_600, 60, 1 };

	SecondsType() {
		super(Duration.class, "a number of seconds from 0 to " + Integer.MAX_VALUE, Form.NUMBER);
	}

	@Override
	@Nullable
	Duration read(String text) {
		String[] parts = text.strip().split(":", -1);
		try {
			if (parts.length == 1) {
				double seconds = Double.parseDouble(parts[0]);
				// a NaN compares false
				return seconds >= 0 && seconds <= Integer.MAX_VALUE ? Duration.ofMillis(Math.round(seconds * 1000)) : null;
			}
			if (parts.length > UNITS.length) {
				return null;
			}
			long seconds = 0;
			for (int i = 0; i < parts.length; i++) {
				seconds += (long) UNITS[UNITS.length - parts.length + i] * Integer.parseUnsignedInt(parts[i]);
			}
			return Duration.ofSeconds(seconds);
		} catch (NumberFormatException e) {
			return null;
		}
	}

	@Override
	boolean allows(Duration value) {
		return !value.isNegative() && value.compareTo(MAX) <= 0;
	}

	@Override
	public List<String> format(Duration value) {
		return List.of(new BigDecimal(value.toMillis()).movePointLeft(3).stripTrailingZeros().toPlainString());
	}
}
