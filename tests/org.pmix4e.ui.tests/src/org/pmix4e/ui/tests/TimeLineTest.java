// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4e.core.model.JobEvent;
import org.pmix4e.ui.internal.events.Ruler;
import org.pmix4e.ui.internal.events.TimeLine;
import org.pmix4e.ui.internal.events.TimeLine.Span;
import org.pmix4e.ui.internal.events.TraceJson;

/** Tests how events become spans of time and a trace. */
class TimeLineTest {
	private static final Instant END = at(100);

	@Test
	void state_lastsUntilTheNextOfTheSameRank() {
		TimeLine line = TimeLine.of(List.of(state(0, 0, "running"), state(10, 1, "running"), state(20, 0, "registered")), END);
		assertThat(line.spans()).containsExactlyInAnyOrder(span(0, TimeLine.Kind.STATE, "running", 0, 20),
				span(1, TimeLine.Kind.STATE, "running", 10, 100), span(0, TimeLine.Kind.STATE, "registered", 20, 100));
		assertThat(line.begin()).isEqualTo(at(0));
	}

	@Test
	void wait_lastsUntilTheCollectiveHasEndedForAll() {
		TimeLine line = TimeLine.of(List.of(event(10, 0, JobEvent.Kind.ENTERED, "fence"), event(30, 1, JobEvent.Kind.ENTERED, "fence"),
				event(40, JobEvent.JOB, JobEvent.Kind.LEFT, "fence")), END);
		assertThat(line.spans()).containsExactly(span(0, TimeLine.Kind.WAIT, "fence", 10, 40), span(1, TimeLine.Kind.WAIT, "fence", 30, 40));
	}

	@Test
	void wait_thatHasNotEnded_lastsUntilNow() {
		TimeLine line = TimeLine.of(List.of(event(10, 3, JobEvent.Kind.ENTERED, "fence")), END);
		assertThat(line.spans()).containsExactly(span(3, TimeLine.Kind.WAIT, "fence", 10, 100));
	}

	@Test
	void trace_hasALaneForEachRankAndMicroseconds() {
		TimeLine line = TimeLine.of(List.of(state(0, 0, "say \"hi\""), event(5, 1, JobEvent.Kind.RAISED, "ERR_TIMEOUT")), END);
		String json = TraceJson.of(line, "job\\1", 2);
		assertThat(json).contains("\"args\":{\"name\":\"job\\\\1\"}", "\"args\":{\"name\":\"rank 1\"},\"tid\":2}",
				"{\"ph\":\"X\",\"name\":\"say \\\"hi\\\"\",\"cat\":\"state\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":100000}",
				"{\"ph\":\"i\",\"name\":\"ERR_TIMEOUT\",\"cat\":\"moment\",\"pid\":1,\"tid\":2,\"ts\":5000,\"s\":\"t\"}");
	}

	@ParameterizedTest
	@CsvSource({ "100000, 10, 0 ms|10 ms|20 ms|30 ms|40 ms|50 ms|60 ms|70 ms|80 ms|90 ms|100 ms", "2500000, 4, 0 ms|1 s|2 s",
			"1234, 3, 0 ms|0.5 ms|1 ms", "1600000, 4, 0 ms|500 ms|1 s|1.5 s", "0, 5, 0 ms", "90, 1, 0 ms|0.05 ms" })
	void ruler_hasRoundTimesAsFarAsThereIsRoom(int micros, int most, String ticks) {
		assertThat(Ruler.of(Duration.of(micros, ChronoUnit.MICROS), most).ticks().stream().map(Ruler.Tick::text)
				.collect(Collectors.joining("|"))).isEqualTo(ticks);
	}

	private static JobEvent state(int millis, int rank, String name) {
		return event(millis, rank, JobEvent.Kind.STATE, name);
	}

	private static JobEvent event(int millis, int rank, JobEvent.Kind kind, String name) {
		return new JobEvent(at(millis), rank, kind, name);
	}

	private static Span span(int rank, TimeLine.Kind kind, String name, int from, int to) {
		return new Span(rank, kind, name, at(from), at(to));
	}

	private static Instant at(int millis) {
		return Instant.EPOCH.plusMillis(millis);
	}
}
