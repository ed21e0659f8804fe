// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.events;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.osgi.util.NLS;
import org.pmix4e.ui.internal.Messages;

/**
 * The ticks of a ruler above a time line, at round times since its begin. Immutable.
 *
 * @param ticks in the order of their times
 */
public record Ruler(List<Tick> ticks) {
	private static final int MILLIS_OF_SECOND = 1000;
	private static final int NANOS_OF_MILLI = 1_000_000;
	/** The distances of ticks are these times a power of ten. */
	private static final int[] ROUND = { 1, 2, 5 };

	/** Copies the list. */
	public Ruler {
		ticks = List.copyOf(ticks);
	}

	/**
	 * A tick. Immutable.
	 *
	 * @param after the time since the begin
	 * @param text  the time for users, with its unit
	 */
	public record Tick(Duration after, String text) {
	}

	/**
	 * @param whole the time from the begin of the ruler to its end
	 * @param most  the number of ticks that there is room for, at least 1
	 * @return the ruler with the smallest round distance between ticks that gives no more of them, not counting the one at the begin
	 */
	public static Ruler of(Duration whole, int most) {
		List<Tick> ticks = new ArrayList<>();
		long step = step(whole.toNanos(), most);
		for (long after = 0; after <= whole.toNanos(); after += step) {
			ticks.add(new Tick(Duration.ofNanos(after), text(after)));
		}
		return new Ruler(ticks);
	}

	/** Returns the distance of ticks in nanoseconds, at least a microsecond. */
	private static long step(long whole, int most) {
		for (long power = 1000; power < Long.MAX_VALUE / 100; power *= 10) {
			for (int factor : ROUND) {
				if (whole / (factor * power) <= most) {
					return factor * power;
				}
			}
		}
		return Math.max(1, whole);
	}

	private static String text(long nanos) {
		boolean isLong = nanos >= (long) MILLIS_OF_SECOND * NANOS_OF_MILLI;
		BigDecimal unit = BigDecimal.valueOf(isLong ? (long) MILLIS_OF_SECOND * NANOS_OF_MILLI : NANOS_OF_MILLI);
		String number = BigDecimal.valueOf(nanos).divide(unit).stripTrailingZeros().toPlainString();
		return NLS.bind(isLong ? Messages.events_seconds : Messages.events_millis, number);
	}
}
