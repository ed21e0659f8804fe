// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.log;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.LogAttributes;

/**
 * The form and destination of a request's texts. Immutable.
 *
 * @param at       when the process logged, or when the request arrived if it does not say so
 * @param once     whether the first channel that accepts a text is enough
 * @param tag      whether the channel's name precedes the text
 * @param time     the time that precedes the text, in seconds since 1970; empty for none
 * @param priority facility and severity of the system's log
 * @param topic    a topic under which repeated texts are dropped; empty for none
 * @see "PMIx Standard, chapter Job Management and Reporting, Logging"
 */
record LogForm(Instant at, boolean once, boolean tag, Optional<Long> time, int priority, Optional<String> topic) {
	/** LOG_USER and LOG_NOTICE, of syslog(3). */
	private static final int DEFAULT_PRIORITY = 8 | 5;
	private static final int MAX_PRIORITY = 191;

	/**
	 * @throws PmixException BAD_PARAM if a directive is malformed, NOT_SUPPORTED if the text must be XML
	 */
	static LogForm of(Infos directives) throws PmixException {
		int priority = directives.get(LogAttributes.LOG_SYSLOG_PRI).orElse(DEFAULT_PRIORITY);
		if (priority < 0 || priority > MAX_PRIORITY) {
			throw new PmixException(Status.ERR_BAD_PARAM, LogAttributes.LOG_SYSLOG_PRI + " is 0 to " + MAX_PRIORITY + ", not " + priority);
		}
		if (directives.isTrue(LogAttributes.LOG_XML_OUTPUT)) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, LogAttributes.LOG_XML_OUTPUT + ": this host logs plain text");
		}
		Instant at = directives.get(LogAttributes.LOG_TIMESTAMP).map(Instant::ofEpochSecond).orElseGet(Instant::now);
		boolean stamped = directives.isTrue(LogAttributes.LOG_TIMESTAMP_OUTPUT);
		return new LogForm(at, directives.isTrue(LogAttributes.LOG_ONCE), directives.isTrue(LogAttributes.LOG_TAG_OUTPUT),
				stamped ? Optional.of(at.getEpochSecond()) : Optional.empty(), priority, topic(directives));
	}

	private static Optional<String> topic(Infos directives) throws PmixException {
		Optional<String> key = directives.get(LogAttributes.LOG_KEY);
		Optional<String> value = directives.get(LogAttributes.LOG_VAL);
		boolean aggregate = directives.get(LogAttributes.LOG_AGG).orElse(Boolean.TRUE);
		return aggregate && key.isPresent() && value.isPresent() ? Optional.of(key.get() + "=" + value.get()) : Optional.empty();
	}

	/** Returns the text for a stream, in whole lines, so that other output begins on its own line. */
	byte[] line(String channel, String text) {
		StringBuilder line = new StringBuilder();
		time.ifPresent(seconds -> line.append(Instant.ofEpochSecond(seconds)).append(' '));
		if (tag) {
			line.append('[').append(channel).append("] ");
		}
		line.append(text);
		if (!text.endsWith("\n")) {
			line.append('\n');
		}
		return line.toString().getBytes(StandardCharsets.UTF_8);
	}

	/** Returns the text for the system's log, which adds the time but not the process. */
	String entry(Proc source, String text) {
		return source + " reports: " + text;
	}
}
