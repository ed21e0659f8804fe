// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.time.LocalDateTime;
import java.util.List;

/** Times as the C library writes them into files and before lines of output. Stateless. */
public final class CTime {
	private static final List<String> DAYS = List.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");
	private static final List<String> MONTHS = List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
	private static final int TEN = 10;

	private CTime() {
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
