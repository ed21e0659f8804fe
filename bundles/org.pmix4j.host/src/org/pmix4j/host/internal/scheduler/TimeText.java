// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.scheduler;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;

/**
 * Reads durations and points in time as allocation requests write them. Stateless.
 *
 * @see "OpenPMIx, include/pmix_common.h, PMIX_ALLOC_TIME and PMIX_ALLOC_BEGIN"
 */
final class TimeText {
	/** Seconds of each field of a duration, from the right; a month has 30 days. */
	private static final long[] UNITS = { 1, 60, 3600, 86_400, 2_592_000 };
	private static final long MOST_SECONDS = Integer.MAX_VALUE;
	private static final Pattern FROM_NOW = Pattern.compile("now(?:\\s*\\+\\s*(\\d{1,9})\\s*([a-z]*))?");
	private static final Pattern CLOCK = Pattern.compile("(\\d{1,2}):(\\d{2})(?::(\\d{2}))?\\s*([ap]m)?");
	private static final Pattern ISO = Pattern.compile("(\\d{4})-(\\d{2})-(\\d{2})(?:t(.+))?");
	private static final Pattern AMERICAN = Pattern.compile("(\\d{2})/?(\\d{2})/?(\\d{2})");

	private TimeText() {
	}

	/**
	 * Reads a duration: {@code months:days:hours:minutes:seconds}, of which fields on the left may be absent, or a number of seconds.
	 *
	 * @throws PmixException BAD_PARAM if the value is none; the message names the attribute
	 */
	static Duration duration(String attribute, PmixValue value) throws PmixException {
		if (value instanceof PmixValue.UInt32 seconds) {
			return Duration.ofSeconds(Integer.toUnsignedLong(seconds.value()));
		}
		if (!(value instanceof PmixValue.Str text)) {
			throw new PmixException(Status.ERR_BAD_PARAM, attribute + " must be a text or a number of seconds");
		}
		String[] fields = text.value().strip().split(":", -1);
		long sum = 0;
		for (int i = 0; i < fields.length; i++) {
			int unit = fields.length - 1 - i;
			if (unit >= UNITS.length || fields[i].isEmpty() || fields[i].length() > 9 || !fields[i].chars().allMatch(c -> c >= '0' && c <= '9')) {
				throw malformed(attribute, text.value(), "months:days:hours:minutes:seconds");
			}
			sum += Long.parseLong(fields[i]) * UNITS[unit];
		}
		if (sum > MOST_SECONDS) {
			throw malformed(attribute, text.value(), "at most " + MOST_SECONDS + " seconds");
		}
		return Duration.ofSeconds(sum);
	}

	/**
	 * Reads the beginning of an allocation.
	 *
	 * @return the time from now; zero if it is past
	 * @throws PmixException BAD_PARAM if the text is none of the allowed forms
	 */
	static Duration until(String text, LocalDateTime now) throws PmixException {
		String given = text.strip().toLowerCase(Locale.ROOT);
		try {
			Matcher fromNow = FROM_NOW.matcher(given);
			if (fromNow.matches()) {
				return fromNow.group(1) == null ? Duration.ZERO : Duration.ofSeconds(Long.parseLong(fromNow.group(1)) * unit(fromNow.group(2)));
			}
			Optional<LocalDateTime> begin = day(given, now).or(() -> clock(given).map(time -> next(time, now)));
			if (begin.isPresent()) {
				Duration left = Duration.between(now, begin.get());
				return left.isNegative() ? Duration.ZERO : left;
			}
		} catch (DateTimeException e) {
			throw malformed("PMIX_ALLOC_BEGIN", text, "a date that exists");
		}
		throw malformed("PMIX_ALLOC_BEGIN", text, "HH:MM[:SS][AM|PM], midnight, noon, today, tomorrow, MMDDYY, MM/DD/YY,"
				+ " YYYY-MM-DD[THH:MM[:SS]] or now+COUNT[UNIT]");
	}

	private static Optional<LocalDateTime> day(String given, LocalDateTime now) {
		if (given.equals("today")) {
			return Optional.of(now);
		} else if (given.equals("tomorrow")) {
			return Optional.of(now.toLocalDate().plusDays(1).atStartOfDay());
		}
		Matcher iso = ISO.matcher(given);
		if (iso.matches()) {
			LocalDate date = LocalDate.of(number(iso, 1), number(iso, 2), number(iso, 3));
			return iso.group(4) == null ? Optional.of(date.atStartOfDay()) : clock(iso.group(4)).map(date::atTime);
		}
		Matcher american = AMERICAN.matcher(given);
		return american.matches()
				? Optional.of(LocalDate.of(2000 + number(american, 3), number(american, 1), number(american, 2)).atStartOfDay())
				: Optional.empty();
	}

	private static Optional<LocalTime> clock(String given) {
		if (given.equals("midnight")) {
			return Optional.of(LocalTime.MIDNIGHT);
		} else if (given.equals("noon")) {
			return Optional.of(LocalTime.NOON);
		}
		Matcher clock = CLOCK.matcher(given);
		if (!clock.matches()) {
			return Optional.empty();
		}
		int hour = number(clock, 1);
		if (clock.group(4) != null) {
			hour = hour % 12 + (clock.group(4).equals("pm") ? 12 : 0);
		}
		return Optional.of(LocalTime.of(hour, number(clock, 2), clock.group(3) == null ? 0 : number(clock, 3)));
	}

	/** Returns the next point in time with this time of day. */
	private static LocalDateTime next(LocalTime time, LocalDateTime now) {
		LocalDateTime today = now.toLocalDate().atTime(time);
		return today.isBefore(now) ? today.plusDays(1) : today;
	}

	private static long unit(String name) {
		return switch (name) {
			case "", "s", "second", "seconds" -> 1;
			case "minute", "minutes" -> 60;
			case "hour", "hours" -> 3600;
			case "day", "days" -> 86_400;
			case "week", "weeks" -> 604_800;
			default -> throw new DateTimeException(name);
		};
	}

	private static int number(Matcher match, int group) {
		return Integer.parseInt(match.group(group));
	}

	private static PmixException malformed(String attribute, String text, String wanted) {
		return new PmixException(Status.ERR_BAD_PARAM, attribute + " is '" + text + "', but must be " + wanted);
	}
}
