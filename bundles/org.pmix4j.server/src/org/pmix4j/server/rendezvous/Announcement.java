// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.rendezvous;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a rendezvous file says, in six lines, the last of which is empty. Immutable.
 *
 * @param uri     the server's name and address
 * @param version the release whose behaviour tools may expect
 * @param pid     the server's process
 * @param uid     its effective user
 * @param gid     its effective group
 * @param time    when the file was made, as ctime(3) writes it but without the line's end
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_listener.c, write_rndz_file"
 */
public record Announcement(String uri, String version, long pid, int uid, int gid, String time) {
	private static final List<String> DAYS = List.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");
	private static final List<String> MONTHS = List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
	private static final Pattern FORM = Pattern
			.compile("([^\n]+)\n([^\n]*)\n(\\d{1,18})\n(\\d{1,10}):(\\d{1,10})\n([^\n]*)\n?.*", Pattern.DOTALL);
	private static final int TEN = 10;

	/** @return the content of the file */
	public String text() {
		return uri + "\n" + version + "\n" + pid + "\n" + Integer.toUnsignedString(uid) + ":" + Integer.toUnsignedString(gid) + "\n" + time
				+ "\n\n";
	}

	/**
	 * @param text of a file, whoever wrote it
	 * @return what it says; empty if it is not of this form
	 */
	public static Optional<Announcement> parse(String text) {
		Matcher matcher = FORM.matcher(text);
		if (!matcher.matches()) {
			return Optional.empty();
		}
		return Optional.of(new Announcement(matcher.group(1), matcher.group(2), Long.parseLong(matcher.group(3)),
				(int) Long.parseLong(matcher.group(4)), (int) Long.parseLong(matcher.group(5)), matcher.group(6)));
	}

	/**
	 * By hand, as the formats of java.time cost a launcher tens of milliseconds on their first use.
	 *
	 * @param when a time of this machine's zone
	 * @return as ctime(3) writes it: {@code Fri Nov  6 07:40:13 2026}
	 */
	public static String ctime(LocalDateTime when) {
		return DAYS.get(when.getDayOfWeek().ordinal()) + " " + MONTHS.get(when.getMonthValue() - 1) + " "
				+ (when.getDayOfMonth() < TEN ? " " : "") + when.getDayOfMonth() + " " + two(when.getHour()) + ":" + two(when.getMinute()) + ":"
				+ two(when.getSecond()) + " " + when.getYear();
	}

	private static String two(int number) {
		return number < TEN ? "0" + number : Integer.toString(number);
	}
}
