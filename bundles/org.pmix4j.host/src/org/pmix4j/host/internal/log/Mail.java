// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.log;

import java.nio.charset.StandardCharsets;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A mail of plain text. Immutable.
 *
 * @param sender    the address of the sender
 * @param receivers the addresses of the receivers, at least one
 * @param subject   one line
 * @param text      the body
 * @param time      when it was written
 * @see "RFC 5322; RFC 2045 for the body; RFC 2047 for the subject"
 */
record Mail(String sender, List<String> receivers, String subject, String text, ZonedDateTime time) {
	private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("EEE, d MMM yyyy HH:mm:ss Z", Locale.ROOT);
	private static final int LONGEST_LINE = 900;
	private static final Base64.Encoder LINES = Base64.getMimeEncoder(76, new byte[] { '\n' });

	/** Copies the list. */
	Mail {
		receivers = List.copyOf(receivers);
	}

	/** Returns header and body in lines that end with LF, as a mailer reads them. Encodes a body that is not plain ASCII in short lines. */
	String message() {
		boolean plain = text.chars().allMatch(c -> c == '\n' || c == '\t' || c >= ' ' && c < 127)
				&& text.lines().allMatch(line -> line.length() <= LONGEST_LINE);
		String body = plain ? text.lines().map(line -> line + "\n").collect(Collectors.joining())
				: LINES.encodeToString(text.getBytes(StandardCharsets.UTF_8)) + "\n";
		return "Date: " + DATE.format(time) + "\nFrom: <" + sender + ">\nTo: <" + String.join(">,\n <", receivers) + ">\nSubject: "
				+ encoded(subject) + "\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: "
				+ (plain ? "7bit" : "base64") + "\n\n" + body;
	}

	private static String encoded(String subject) {
		return subject.chars().allMatch(c -> c >= ' ' && c < 127) ? subject
				: "=?UTF-8?B?" + Base64.getEncoder().encodeToString(subject.getBytes(StandardCharsets.UTF_8)) + "?=";
	}
}
