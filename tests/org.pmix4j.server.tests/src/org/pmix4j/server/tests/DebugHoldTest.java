// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.message.Delivery;
import org.pmix4j.wire.internal.message.EventRequest;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests jobs whose ranks stop for a debugger: which ranks stop, when the host is notified, and which ranks are released. */
class DebugHoldTest {
	private static final Proc SERVER = Proc.of("server", 0);
	private static final Info NON_DEFAULT = Info.of(EventAttributes.EVENT_NON_DEFAULT, true);
	private static final Info FIRST = Info.of(DebuggerAttributes.BREAKPOINT, "first");
	private static final Info SECOND = Info.of(DebuggerAttributes.BREAKPOINT, "second");
	private static final Info INIT = Info.of(DebuggerAttributes.BREAKPOINT, "pmix-init");

	private final List<String> told = new ArrayList<>();
	private final TestServer server;

	DebugHoldTest() throws PmixException {
		server = TestServer.open(new PmixHost() {
			@Override
			public CompletionStage<Void> notifyEvent(Status code, Proc source, DataRange range, Infos infos) {
				told.add(code.code() + " " + source + " " + range + infos.value(DebuggerAttributes.BREAKPOINT.key()).map(b -> " at " + b)
						.orElse("") + infos.value(NodeAttributes.LOCAL_SIZE.key()).map(n -> " of " + n).orElse(""));
				return CompletableFuture.completedFuture(null);
			}
		});
	}

	private void job(int size, String key, PmixValue who) throws PmixException {
		server.get(server.core().registerNamespace("job", size,
				Infos.of(Info.of(JobAttributes.JOB_SIZE, size), Info.of(key, who))));
		for (int rank = 0; rank < size; rank++) {
			server.client(Proc.of("job", rank));
		}
	}

	private void jobThatStopsInInit(int size) throws PmixException {
		job(size, "pmix.dbg.init", Rank.WILDCARD);
	}

	private static void stop(TestPeer peer, Info breakpoint) throws PmixException {
		assertThat(peer.ask(new EventRequest.RegisterEvents(List.of(Status.DEBUGGER_RELEASE), Infos.EMPTY))).isEqualTo(Status.SUCCESS);
		assertThat(peer.ask(new EventRequest.Notify(Status.READY_FOR_DEBUG, DataRange.RM, Infos.of(NON_DEFAULT, breakpoint))))
				.isEqualTo(Status.SUCCESS);
	}

	private void release(Proc whom) throws PmixException {
		server.get(server.core().notifyEvent(Status.DEBUGGER_RELEASE, SERVER, DataRange.CUSTOM,
				Infos.of(Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), whom), NON_DEFAULT)));
	}

	private static List<Status> codes(TestPeer peer) throws PmixException {
		return peer.events().stream().map(Delivery.EventDelivery::code).toList();
	}

	private static List<String> stops(TestPeer peer) throws PmixException {
		return JobDataText.lines(peer.ask(JobRequest.JobInfoRequest.INSTANCE, ReplyKind.JOB_INFO).data(), peer.format()).stream()
				.filter(line -> line.startsWith("pmix.dbg.")).toList();
	}

	@ParameterizedTest
	@EnumSource(Release.class)
	void jobInfo_allStop_hasAFormThatEveryReleaseTests(Release release) throws PmixException {
		jobThatStopsInInit(1);

		assertThat(stops(server.connect("job", 0, release))).containsExactly("pmix.dbg.init=WILDCARD (PMIX_PROC_RANK)");
	}

	@ParameterizedTest
	@EnumSource(names = { "R42", "R5", "R61" })
	void jobInfo_oneStops_othersDoNotSeeTheKey(Release release) throws PmixException {
		job(3, "pmix.dbg.init", Rank.of(1));

		assertThat(stops(server.connect("job", 0, release))).isEmpty();
		assertThat(stops(server.connect("job", 1, release))).containsExactly("pmix.dbg.init=1 (PMIX_PROC_RANK)");
		assertThat(stops(server.connect("job", 2, release))).isEmpty();
	}

	/** Release 6.1 sends its event range in place of its server's name. */
	@Test
	void stop_withAnInvalidTarget_isPassedToTheHostOnly() throws PmixException {
		jobThatStopsInInit(1);
		server.job("other", 1);
		TestPeer other = server.connect("other", 0);
		other.ask(new EventRequest.RegisterEvents(List.of(Status.READY_FOR_DEBUG), Infos.EMPTY));
		TestPeer peer = server.connect("job", 0, Release.R61);
		peer.ask(new EventRequest.Notify(Status.READY_FOR_DEBUG, DataRange.CUSTOM,
				Infos.of(NON_DEFAULT, INIT, Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), new Proc("", Rank.of(0))))));

		assertThat(codes(other)).isEmpty();
		assertThat(told).hasSize(1);
	}

	@Test
	void jobInfo_severalStop_eachSeesItsOwnRank() throws PmixException {
		job(3, "pmix.dbg.notify", new DataArray(DataType.PROC_RANK, List.of(Rank.of(0), Rank.of(2))));

		assertThat(stops(server.connect("job", 0))).containsExactly("pmix.dbg.notify=0 (PMIX_PROC_RANK)");
		assertThat(stops(server.connect("job", 1))).isEmpty();
		assertThat(stops(server.connect("job", 2))).containsExactly("pmix.dbg.notify=2 (PMIX_PROC_RANK)");
	}

	@Test
	void jobInfo_boolean_meansAllOrNone() throws PmixException {
		job(1, "pmix.dbg.init", PmixValue.Bool.TRUE);
		assertThat(stops(server.connect("job", 0))).containsExactly("pmix.dbg.init=WILDCARD (PMIX_PROC_RANK)");
		job(1, "pmix.dbg.init", PmixValue.Bool.FALSE);

		assertThat(stops(server.connect("job", 0))).isEmpty();
	}

	@Test
	void stopped_last_notifiesTheHostOnceForAll() throws PmixException {
		jobThatStopsInInit(3);
		List<TestPeer> peers = server.connectAll("job", 3);
		stop(peers.get(0), INIT);
		stop(peers.get(2), INIT);
		assertThat(told).isEmpty();
		assertThat(server.dump()).contains("ranks 0, 2 of job stopped for a debugger at 'pmix-init', waiting for rank 1 of job since 0.0 s");
		stop(peers.get(1), INIT);

		assertThat(told).containsExactly("-58 job:LOCAL_PEERS DataRange.RM at Str[value=pmix-init] of UInt32[value=3]");
		assertThat(server.dump()).contains("waiting for their release");
	}

	@Test
	void stopped_onlyOne_notifiesTheHost() throws PmixException {
		job(3, "pmix.dbg.init", Rank.of(1));
		List<TestPeer> peers = server.connectAll("job", 3);
		stop(peers.get(1), INIT);

		assertThat(told).containsExactly("-58 job:LOCAL_PEERS DataRange.RM at Str[value=pmix-init] of UInt32[value=1]");
	}

	/** A job without directives for its stops may have several places, and each rank reaches another one first. */
	@Test
	void stopped_atTwoPoints_isReportedOnceForBoth() throws PmixException {
		job(2, "pmix.dbg.notify", Rank.WILDCARD);
		List<TestPeer> peers = server.connectAll("job", 2);
		stop(peers.get(0), FIRST);
		assertThat(told).isEmpty();
		stop(peers.get(1), SECOND);

		assertThat(told).containsExactly("-58 job:LOCAL_PEERS DataRange.RM at Str[value=first, second] of UInt32[value=2]");
	}

	@Test
	void stopped_atTheNextPoint_isReportedAgain() throws PmixException {
		job(2, "pmix.dbg.notify", Rank.WILDCARD);
		List<TestPeer> peers = server.connectAll("job", 2);
		stop(peers.get(0), FIRST);
		stop(peers.get(1), FIRST);
		release(Proc.of("job", 0));
		told.clear();
		stop(peers.get(0), SECOND);

		assertThat(told).containsExactly("-58 job:LOCAL_PEERS DataRange.RM at Str[value=second] of UInt32[value=1]");
	}

	@Test
	void stopped_onItsOwn_isReportedForItself() throws PmixException {
		server.job("job", 2);
		List<TestPeer> peers = server.connectAll("job", 2);
		stop(peers.get(1), Info.of(DebuggerAttributes.BREAKPOINT, "mine"));

		assertThat(told).containsExactly("-58 job:1 DataRange.RM at Str[value=mine]");
		assertThat(server.dump()).doesNotContain("stopped for a debugger");
	}

	@Test
	void stopped_missingRankDies_othersAreComplete() throws PmixException {
		jobThatStopsInInit(2);
		List<TestPeer> peers = server.connectAll("job", 2);
		stop(peers.get(0), INIT);
		peers.get(1).die();

		assertThat(told).containsExactly("-58 job:LOCAL_PEERS DataRange.RM at Str[value=pmix-init] of UInt32[value=1]");
	}

	@Test
	void stopped_missingRankEndsUnconnected_othersAreComplete() throws PmixException {
		jobThatStopsInInit(2);
		stop(server.connect("job", 0), INIT);
		server.get(server.core().deregisterClient(Proc.of("job", 1)));

		assertThat(told).containsExactly("-58 job:LOCAL_PEERS DataRange.RM at Str[value=pmix-init] of UInt32[value=1]");
	}

	@Test
	void stopped_stoppedRankDies_isNotCounted() throws PmixException {
		jobThatStopsInInit(2);
		List<TestPeer> peers = server.connectAll("job", 2);
		stop(peers.get(0), INIT);
		peers.get(0).die();
		server.advance(Duration.ofSeconds(1));
		told.clear();
		stop(peers.get(1), INIT);

		assertThat(told).containsExactly("-58 job:LOCAL_PEERS DataRange.RM at Str[value=pmix-init] of UInt32[value=1]");
	}

	@Test
	void stopped_oldRelease_isRecognizedByItsRegistration() throws PmixException {
		jobThatStopsInInit(1);
		TestPeer peer = server.connect("job", 0, Release.R3);
		peer.ask(new EventRequest.RegisterEvents(List.of(Status.DEBUGGER_RELEASE), Infos.EMPTY));
		assertThat(told).containsExactly("-58 job:LOCAL_PEERS DataRange.RM at Str[value=pmix-init] of UInt32[value=1]");
		release(Proc.wildcard("job"));

		assertThat(codes(peer)).containsExactly(Status.DEBUGGER_RELEASE);
	}

	/** Release 6.1.0 sends uninitialized memory as target, here the start of an address. */
	@Test
	void stopped_release61_ignoresItsTarget() throws PmixException {
		jobThatStopsInInit(1);
		TestPeer peer = server.connect("job", 0, Release.R61);
		peer.ask(new EventRequest.RegisterEvents(List.of(Status.DEBUGGER_RELEASE), Infos.EMPTY));
		peer.sendBytes(500, HexFormat.of().parseHex("020c" + "0273" + "0206" + "0202" + "04"
				+ "1c706d69782e65766e6f6e6465660000" + "0101"
				+ "1a706d69782e657672616e6765000016" + "0ea093f1ffe97f00" + "00"));

		assertThat(peer.payload(500)).containsExactly(2, 0);
		assertThat(told).hasSize(1);
	}

	@Test
	void release_ofAll_reachesEveryWaitingRank() throws PmixException {
		jobThatStopsInInit(64);
		List<TestPeer> peers = server.connectAll("job", 64);
		for (TestPeer peer : peers) {
			stop(peer, INIT);
		}
		assertThat(told).hasSize(1);
		release(Proc.wildcard("job"));

		for (TestPeer peer : peers) {
			assertThat(codes(peer)).containsExactly(Status.DEBUGGER_RELEASE);
		}
		assertThat(server.dump()).doesNotContain("stopped for a debugger");
	}

	/** PRRTE lost the event beyond 48 ranks (prrte#885, prrte#2453). */
	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4, 7, 8, 16, 31, 32, 33, 47, 48, 49, 50, 63, 65, 96, 127, 128 })
	void sweep_anyNumberOfRanks_isCountedAndReleasedExactlyOnce(int size) throws PmixException {
		server.job("tool", 1);
		TestPeer tool = server.connect("tool", 0);
		tool.ask(new EventRequest.RegisterEvents(List.of(Status.READY_FOR_DEBUG), Infos.EMPTY));
		jobThatStopsInInit(size);
		List<TestPeer> peers = server.connectAll("job", size);
		for (TestPeer peer : peers) {
			assertThat(told).isEmpty();
			stop(peer, INIT);
		}
		assertThat(told).containsExactly("-58 job:LOCAL_PEERS DataRange.RM at Str[value=pmix-init] of UInt32[value=" + size + "]");
		release(Proc.wildcard("job"));
		release(Proc.wildcard("job"));

		for (TestPeer peer : peers) {
			assertThat(codes(peer)).startsWith(Status.DEBUGGER_RELEASE);
		}
		assertThat(server.dump()).doesNotContain("stopped for a debugger");
	}

	@Test
	void toolDies_whileRanksAreHeld_anotherReleasesThem() throws PmixException {
		server.job("tool", 1);
		TestPeer tool = server.connect("tool", 0);
		jobThatStopsInInit(2);
		List<TestPeer> peers = server.connectAll("job", 2);
		stop(peers.get(0), INIT);
		stop(peers.get(1), INIT);
		tool.die();
		assertThat(server.dump()).contains("ranks 0, 1 of job stopped for a debugger");
		server.job("second", 1);
		TestPeer second = server.connect("second", 0);
		second.ask(new EventRequest.Notify(Status.DEBUGGER_RELEASE, DataRange.CUSTOM,
				Infos.of(Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), Proc.wildcard("job")), NON_DEFAULT)));

		for (TestPeer peer : peers) {
			assertThat(codes(peer)).containsExactly(Status.DEBUGGER_RELEASE);
		}
	}

	@Test
	void release_ofOne_leavesOthersStopped() throws PmixException {
		jobThatStopsInInit(2);
		List<TestPeer> peers = server.connectAll("job", 2);
		stop(peers.get(0), INIT);
		stop(peers.get(1), INIT);
		release(Proc.of("job", 1));

		assertThat(codes(peers.get(0))).isEmpty();
		assertThat(codes(peers.get(1))).containsExactly(Status.DEBUGGER_RELEASE);
		assertThat(server.dump()).contains("rank 0 of job stopped for a debugger");
	}

	@Test
	void release_byAnotherProcess_isAnOrdinaryEvent() throws PmixException {
		jobThatStopsInInit(1);
		server.job("tool", 1);
		TestPeer tool = server.connect("tool", 0);
		TestPeer peer = server.connect("job", 0);
		stop(peer, INIT);
		tool.ask(new EventRequest.Notify(Status.DEBUGGER_RELEASE, DataRange.CUSTOM,
				Infos.of(Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), Proc.wildcard("job")), NON_DEFAULT)));

		assertThat(codes(peer)).containsExactly(Status.DEBUGGER_RELEASE);
	}

	@Test
	void release_beforeTheLastHasStopped_appliesToIt() throws PmixException {
		jobThatStopsInInit(2);
		List<TestPeer> peers = server.connectAll("job", 2);
		stop(peers.get(0), INIT);
		release(Proc.wildcard("job"));
		stop(peers.get(1), INIT);

		assertThat(codes(peers.get(1))).containsExactly(Status.DEBUGGER_RELEASE);
	}

	@Test
	void job_endsWhileStopped_leavesNothing() throws PmixException {
		jobThatStopsInInit(2);
		stop(server.connect("job", 0), INIT);
		server.get(server.core().deregisterNamespace("job"));

		assertThat(server.dump()).doesNotContain("stopped for a debugger");
		assertThat(told).isEmpty();
	}
}
