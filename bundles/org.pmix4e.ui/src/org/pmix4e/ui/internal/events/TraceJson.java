// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.events;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * Writes a time line as JSON in the trace event format, which Perfetto and chrome://tracing open: a process for the job, a thread for each
 * rank. Stateless.
 *
 * @see "Trace Event Format, complete events (ph X), instant events (ph i) and metadata (ph M)"
 */
public final class TraceJson {
	private static final int CONTROL = 0x20;

	private TraceJson() {
	}

	/**
	 * @param line  the time line
	 * @param name  the name of the job
	 * @param ranks the number of its ranks
	 * @return the JSON text
	 */
	public static String of(TimeLine line, String name, int ranks) {
		StringBuilder json = new StringBuilder("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n");
		json.append("{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{\"name\":").append(quote(name)).append("}},\n");
		json.append("{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":0,\"args\":{\"name\":\"job\"}}");
		for (int rank = 0; rank < ranks; rank++) {
			json.append(",\n{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":").append(rank + 1).append(",\"args\":{\"name\":\"rank ")
					.append(rank).append("\"}}");
		}
		for (TimeLine.Span span : line.spans()) {
			boolean moment = span.kind() == TimeLine.Kind.MOMENT;
			json.append(",\n{\"ph\":\"").append(moment ? "i" : "X").append("\",\"name\":").append(quote(span.name())).append(",\"cat\":\"")
					.append(span.kind().name().toLowerCase(Locale.ROOT)).append("\",\"pid\":1,\"tid\":").append(span.rank() + 1)
					.append(",\"ts\":").append(micros(line.begin(), span.from()));
			json.append(moment ? ",\"s\":\"t\"}" : ",\"dur\":" + micros(span.from(), span.to()) + "}");
		}
		return json.append("\n]}\n").toString();
	}

	private static long micros(Instant from, Instant to) {
		return ChronoUnit.MICROS.between(from, to);
	}

	private static String quote(String text) {
		StringBuilder quoted = new StringBuilder("\"");
		for (char next : text.toCharArray()) {
			if (next == '"' || next == '\\') {
				quoted.append('\\').append(next);
			} else if (next < CONTROL) {
				quoted.append(String.format("\\u%04x", (int) next));
			} else {
				quoted.append(next);
			}
		}
		return quoted.append('"').toString();
	}
}
