// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.events;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/**
 * Writes a time line as JSON in the trace event format, which Perfetto and chrome://tracing open: a process for the job, a thread for each
 * rank. Stateless.
 *
 * @see "Trace Event Format, complete events (ph X), instant events (ph i) and metadata (ph M)"
 */
public final class TraceJson {
	private static final int JOB = 1;

	private TraceJson() {
	}

	/**
	 * @param line  the time line
	 * @param name  the name of the job
	 * @param ranks the number of its ranks
	 * @return the JSON text
	 */
	public static String of(TimeLine line, String name, int ranks) {
		JsonArray events = new JsonArray();
		events.add(name("process_name", name));
		for (int lane = 0; lane <= ranks; lane++) {
			JsonObject thread = name("thread_name", lane == 0 ? "job" : "rank " + (lane - 1));
			thread.addProperty("tid", lane);
			events.add(thread);
		}
		for (TimeLine.Span span : line.spans()) {
			events.add(event(line.begin(), span));
		}
		JsonObject trace = new JsonObject();
		trace.addProperty("displayTimeUnit", "ms");
		trace.add("traceEvents", events);
		return trace.toString();
	}

	/** Returns the event that names the process or one of its threads. */
	private static JsonObject name(String kind, String name) {
		JsonObject args = new JsonObject();
		args.addProperty("name", name);
		JsonObject event = new JsonObject();
		event.addProperty("ph", "M");
		event.addProperty("name", kind);
		event.addProperty("pid", JOB);
		event.add("args", args);
		return event;
	}

	private static JsonObject event(Instant begin, TimeLine.Span span) {
		boolean moment = span.kind() == TimeLine.Kind.MOMENT;
		JsonObject event = new JsonObject();
		event.addProperty("ph", moment ? "i" : "X");
		event.addProperty("name", span.name());
		event.addProperty("cat", span.kind().name().toLowerCase(Locale.ROOT));
		event.addProperty("pid", JOB);
		event.addProperty("tid", span.rank() + 1);
		event.addProperty("ts", micros(begin, span.from()));
		if (moment) {
			event.addProperty("s", "t");
		} else {
			event.addProperty("dur", micros(span.from(), span.to()));
		}
		return event;
	}

	private static long micros(Instant from, Instant to) {
		return ChronoUnit.MICROS.between(from, to);
	}
}
