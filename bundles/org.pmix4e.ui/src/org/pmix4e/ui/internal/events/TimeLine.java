// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.events;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.JobEvent;

/**
 * The events of a job as spans of time, in lanes for the job and its ranks. A state lasts until the next one, a collective operation until
 * it has ended for all; what has not ended lasts until now. Immutable.
 *
 * @param begin the time of the first event
 * @param end   the time of the last event, or now if the job runs
 * @param spans in the order of their begin
 */
public record TimeLine(Instant begin, Instant end, List<Span> spans) {
	/** The kinds of spans. */
	public enum Kind {
		/** A state of the job or of a rank. */
		STATE,
		/** A collective operation in which a rank waits. */
		WAIT,
		/** Something that takes no time. */
		MOMENT
	}

	/**
	 * A span of time in a lane. Immutable.
	 *
	 * @param rank the lane; -1 for the job
	 * @param kind its kind
	 * @param name its name for users
	 * @param from when it began
	 * @param to   when it ended
	 */
	public record Span(int rank, Kind kind, String name, Instant from, Instant to) {
		/** @return how long it took */
		public Duration duration() {
			return Duration.between(from, to);
		}
	}

	/**
	 * @param events in the order of their times
	 * @param now    ends what has not ended
	 * @return the spans of these events
	 */
	public static TimeLine of(List<JobEvent> events, Instant now) {
		Builder builder = new Builder();
		events.forEach(builder::add);
		return builder.build(events, now);
	}

	/** Pairs beginnings with ends. */
	private static final class Builder {
		private final Map<Integer, JobEvent> states = new HashMap<>();
		private final Map<Integer, JobEvent> waits = new HashMap<>();
		private final List<Span> spans = new ArrayList<>();

		void add(JobEvent event) {
			switch (event.kind()) {
				case STATE -> end(states.put(event.rank(), event), Kind.STATE, event.time());
				case ENTERED -> end(waits.put(event.rank(), event), Kind.WAIT, event.time());
				case LEFT -> leave(event);
				case RAISED, OTHER -> spans.add(new Span(event.rank(), Kind.MOMENT, event.name(), event.time(), event.time()));
			}
		}

		private void leave(JobEvent left) {
			waits.values().removeIf(entered -> {
				boolean ends = entered.name().equals(left.name());
				if (ends) {
					end(entered, Kind.WAIT, left.time());
				}
				return ends;
			});
		}

		private void end(@Nullable JobEvent begun, Kind kind, Instant time) {
			if (begun != null) {
				spans.add(new Span(begun.rank(), kind, begun.name(), begun.time(), time));
			}
		}

		TimeLine build(List<JobEvent> events, Instant now) {
			states.values().forEach(event -> end(event, Kind.STATE, now));
			waits.values().forEach(event -> end(event, Kind.WAIT, now));
			spans.sort(Comparator.comparing(Span::from));
			return new TimeLine(events.isEmpty() ? now : events.get(0).time(), now, List.copyOf(spans));
		}
	}
}
