// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmix4j.host.tests.node.SessionHost.TOOL;
import static org.pmix4j.host.tests.node.SessionHost.assertFailed;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.job.Session.State;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.model.bytes.Signals;

/** Times of allocations on a node of four slots: how long requests wait, when allocations begin, and how long they last. */
class AllocationTimeTest {
	private static final Info TWO = cpus(2);
	private static final Info FOUR = cpus(4);

	private final SessionHost host;

	AllocationTimeTest(@TempDir Path directory) throws Exception {
		host = new SessionHost(directory);
	}

	@AfterEach
	void close() {
		host.close();
	}

	private static Info cpus(long count) {
		return Info.of(AllocAttributes.ALLOC_NUM_CPUS, count);
	}

	private static Info name(String name) {
		return Info.of(AllocAttributes.ALLOC_ID, name);
	}

	private CompletableFuture<Infos> request(Info... infos) {
		return host.allocate(TOOL, AllocDirective.NEW, infos);
	}

	@Test
	void request_withTimeout_failsAtThatMoment() {
		request(FOUR).join();
		CompletableFuture<Infos> waiting = request(TWO, Info.of(KeyValueAttributes.TIMEOUT, 10));

		host.loop.advance(Duration.ofMillis(9_999));
		assertThat(waiting).isNotDone();
		host.loop.advance(Duration.ofMillis(1));

		assertFailed(waiting, Status.ERR_TIMEOUT, "10 s");
	}

	@Test
	void request_withBeginning_waitsForIt() {
		CompletableFuture<Infos> request = request(TWO, Info.of(AllocAttributes.ALLOC_BEGIN, "now + 2 minutes"));

		host.loop.advance(Duration.ofSeconds(119));
		assertThat(request).isNotDone();
		host.loop.advance(Duration.ofSeconds(1));

		assertThat(request).isCompleted();
	}

	@Test
	void time_isUp_endsTheJobsAndFreesTheSlots() throws Exception {
		SessionRun session = host.allocated(TOOL, TWO, Info.of(AllocAttributes.ALLOC_TIME, "1:30"));
		host.spawn(TOOL, 1, Info.of(SessionAttributes.SESSION_ID, session.ids().id())).join();

		host.loop.advance(Duration.ofSeconds(89));
		assertThat(session.state()).isEqualTo(State.ACTIVE);
		host.loop.advance(Duration.ofSeconds(1));
		assertThat(host.node.processes().get(0).signals()).contains(Signals.TERM);
		host.node.passGraceTime();
		host.await(() -> session.state() == State.ENDED);

		assertThat(host.freeSlots()).isEqualTo(4);
		assertThat(host.host.messages).anyMatch(text -> text.contains("the time of allocation"));
	}

	@Test
	void time_inSecondsOfRelease4_isRead() throws Exception {
		SessionRun session = host.allocated(TOOL, TWO, new Info(AllocAttributes.ALLOC_TIME.key(), new PmixValue.UInt32(5),
				cpus(1).flags()));

		host.loop.advance(Duration.ofSeconds(5));

		assertThat(session.state()).isEqualTo(State.ENDED);
	}

	@Test
	void extend_time_isAdded() throws Exception {
		SessionRun session = host.allocated(TOOL, TWO, name("mine"), Info.of(AllocAttributes.ALLOC_TIME, "10"));
		host.allocate(TOOL, AllocDirective.EXTEND, name("mine"), Info.of(AllocAttributes.ALLOC_TIME, "20")).join();

		host.loop.advance(Duration.ofSeconds(11));
		assertThat(session.state()).isEqualTo(State.ACTIVE);
		host.loop.advance(Duration.ofSeconds(20));

		assertThat(session.state()).isEqualTo(State.ENDED);
	}

	@ParameterizedTest
	@ValueSource(strings = { "midnight", "noon", "11:30", "11:30:15", "7:05PM", "12:00 am", "tomorrow" })
	void beginning_withinADay_isWaitedFor(String begin) {
		CompletableFuture<Infos> request = request(TWO, Info.of(AllocAttributes.ALLOC_BEGIN, begin));

		host.loop.advance(Duration.ofDays(1));

		assertThat(request).isCompleted();
	}

	@ParameterizedTest
	@ValueSource(strings = { "now", "today", "010203", "01/02/03", "2003-01-02", "2003-01-02T04:05", "2003-01-02T04:05:06", "now+0 weeks" })
	void beginning_past_isNow(String begin) {
		assertThat(request(TWO, Info.of(AllocAttributes.ALLOC_BEGIN, begin))).isCompleted();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "noonish", "25:00", "2003-02-30", "131503", "now+1 year", "2003-01-02T", "7" })
	void beginning_malformed_isRefused(String begin) {
		assertFailed(request(TWO, Info.of(AllocAttributes.ALLOC_BEGIN, begin)), Status.ERR_BAD_PARAM, "PMIX_ALLOC_BEGIN");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "1::2", ":30", "1:", "x", "-5", "1:2:3:4:5:6", "9999999999" })
	void time_malformed_isRefused(String time) {
		assertFailed(request(TWO, Info.of(AllocAttributes.ALLOC_TIME, time)), Status.ERR_BAD_PARAM, "PMIX_ALLOC_TIME");
	}

	@Test
	void time_allFields_areAdded() throws Exception {
		SessionRun session = host.allocated(TOOL, TWO, Info.of(AllocAttributes.ALLOC_TIME, "1:2:3:4:5"));

		host.loop.advance(Duration.ofDays(32).plusHours(3).plusMinutes(4).plusSeconds(4));
		assertThat(session.state()).isEqualTo(State.ACTIVE);
		host.loop.advance(Duration.ofSeconds(1));

		assertThat(session.state()).isEqualTo(State.ENDED);
	}
}
