// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.TimeZone;

/** Formats times as the C library writes them to files and before output lines. Stateless. */
public final class CTime {
	private static final List<String> DAYS = List.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");
	private static final List<String> MONTHS = List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
	private static final int TEN = 10;

	private CTime() {
	}

	/**
	 * Replaces {@link LocalDateTime#now()}, which loads the time zone rules a second time and so costs a launcher five milliseconds.
	 *
	 * @return the current time in this machine's time zone
	 */
	public static LocalDateTime now() {
		long now = System.currentTimeMillis();
		return LocalDateTime.ofEpochSecond(Math.floorDiv(now + TimeZone.getDefault().getOffset(now), 1000L), 0, ZoneOffset.UTC);
	}

	/**
	 * Formats without java.time's formatters, whose first use costs a launcher tens of milliseconds.
	 *
	 * @param when a time in this machine's time zone
	 * @return the time in the form of ctime(3): {@code Fri Nov  6 07:40:13 2026}
	 */
	public static String format(LocalDateTime when) {
		return DAYS.get(when.getDayOfWeek().ordinal()) + " " + MONTHS.get(when.getMonthValue() - 1) + " "
				+ (when.getDayOfMonth() < TEN ? " " : "") + when.getDayOfMonth() + " " + two(when.getHour()) + ":" + two(when.getMinute()) + ":"
				+ two(when.getSecond()) + " " + when.getYear();
	}

	private static String two(int number) {
		return number < TEN ? "0" + number : Integer.toString(number);
	}
}
