// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.TimeZone;

/** Times as the C library writes them into files and before lines of output. Stateless. */
public final class CTime {
	private static final List<String> DAYS = List.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");
	private static final List<String> MONTHS = List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
	private static final int TEN = 10;

	private CTime() {
	}

	/**
	 * As {@link LocalDateTime#now()}, which reads the rules of all zones once more for java.time: five milliseconds of a launcher's time.
	 *
	 * @return the time of this machine's zone
	 */
	public static LocalDateTime now() {
		long now = System.currentTimeMillis();
		return LocalDateTime.ofEpochSecond(Math.floorDiv(now + TimeZone.getDefault().getOffset(now), 1000L), 0, ZoneOffset.UTC);
	}

	/**
	 * By hand, as the formats of java.time cost a launcher tens of milliseconds on their first use.
	 *
	 * @param when a time of this machine's zone
	 * @return as ctime(3) writes it: {@code Fri Nov  6 07:40:13 2026}
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
