// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.App;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.message.Delivery;
import org.pmix4j.wire.internal.message.EventRequest;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.NamespaceData;
import org.pmix4j.wire.internal.message.Reply.ConnectReply;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests processes of several jobs that connect, disconnect, or end while connected. */
class ConnectTest {
	private static final Proc LEFT = Proc.wildcard("left");
	private static final Proc RIGHT = Proc.wildcard("right");

	/** A call to the host. */
	private record Call(String what, List<Proc> procs, Infos infos, CompletableFuture<Void> answer) {
	}

	private static final class Exchange implements PmixHost {
		private final List<Call> calls = new ArrayList<>();
		private final List<Status> events = new ArrayList<>();

		@Override
		public CompletionStage<Void> connect(List<Proc> procs, Infos infos) {
			return call("connect", procs, infos);
		}

		@Override
		public CompletionStage<Void> disconnect(List<Proc> procs, Infos infos) {
			return call("disconnect", procs, infos);
		}

		private CompletionStage<Void> call(String what, List<Proc> procs, Infos infos) {
			Call call = new Call(what, procs, infos, new CompletableFuture<>());
			calls.add(call);
			return call.answer;
		}

		@Override
		public CompletionStage<Void> notifyEvent(Status code, Proc source, DataRange range, Infos infos) {
			events.add(code);
			return CompletableFuture.completedFuture(null);
		}

		@Override
		public CompletionStage<String> spawn(Proc requester, Infos infos, List<App> apps) {
			return CompletableFuture.completedFuture("right");
		}
	}

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final Exchange host = new Exchange();
	private final TestServer server;

	ConnectTest() throws PmixException {
		server = TestServer.open(host);
		server.job("left", 2);
		server.job("right", 1);
	}

	private static JobRequest.Connect connect(Proc... procs) {
		return new JobRequest.Connect(List.of(procs), Infos.EMPTY, Infos.EMPTY);
	}

	private static JobRequest.Disconnect disconnect(Proc... procs) {
		return new JobRequest.Disconnect(List.of(procs), Infos.EMPTY);
	}

	private static void wantEvents(TestPeer... peers) throws PmixException {
		for (TestPeer peer : peers) {
			assertThat(peer.ask(new EventRequest.RegisterEvents(List.of(Status.ERR_PROC_TERM_WO_SYNC), Infos.EMPTY)))
					.isEqualTo(Status.SUCCESS);
		}
	}

	/** Connects all three processes with each other. */
	private List<TestPeer> connected() throws PmixException {
		List<TestPeer> peers = new ArrayList<>(server.connectAll("left", 2));
		peers.add(server.connect("right", 0));
		List<Integer> tags = new ArrayList<>();
		for (TestPeer peer : peers) {
			tags.add(peer.send(connect(LEFT, RIGHT)));
		}
		for (int i = 0; i < peers.size(); i++) {
			assertThat(peers.get(i).reply(tags.get(i), ReplyKind.CONNECT).status()).isEqualTo(Status.SUCCESS);
		}
		return peers;
	}

	@Test
	void connect_ofTwoJobs_waitsForAllAndExchangesJobInfo() throws PmixException {
		List<TestPeer> peers = server.connectAll("left", 2);
		TestPeer other = server.connect("right", 0, Release.R61);
		int first = peers.get(0).send(connect(LEFT, RIGHT));
		int second = other.send(connect(RIGHT, LEFT));
		assertThat(other.isAnswered(second)).isFalse();
		ConnectReply last = peers.get(1).ask(connect(LEFT, RIGHT), ReplyKind.CONNECT);

		assertThat(last.namespaces()).extracting(NamespaceData::nspace).containsExactly("right");
		assertThat(JobDataText.lines(last.namespaces().get(0).data(), peers.get(1).format())).contains("pmix.job.size=1 (PMIX_UINT32)");
		assertThat(peers.get(0).reply(first, ReplyKind.CONNECT).namespaces()).isEqualTo(last.namespaces());
		assertThat(other.reply(second, ReplyKind.CONNECT).namespaces()).extracting(NamespaceData::nspace).containsExactly("left");
		assertThat(host.calls).as("all are local").isEmpty();
	}

	@Test
	void connect_withRemoteProcesses_isPassedToTheHostAndReturnsEndpoints() throws PmixException {
		server.namespace("far", 4, 1);
		server.client(Proc.of("far", 0));
		TestPeer peer = server.connect("far", 0, Release.R61);
		Info mine = Info.of("my.directive", Status.SUCCESS);
		Info endpoint = Info.of("my.endpoint", Status.ERROR);
		int tag = peer.send(new JobRequest.Connect(List.of(Proc.wildcard("far")), Infos.of(mine), Infos.of(endpoint)));

		assertThat(host.calls.get(0).procs).containsExactly(Proc.wildcard("far"));
		assertThat(host.calls.get(0).infos.list()).containsExactly(mine, Info.of(ServerAttributes.SORTED_PROC_ARRAY, true),
				Info.of(ServerAttributes.LOCAL_COLLECTIVE_STATUS, Status.SUCCESS), endpoint);
		assertThat(peer.isAnswered(tag)).isFalse();
		host.calls.get(0).answer.complete(null);
		assertThat(peer.reply(tag, ReplyKind.CONNECT).status()).isEqualTo(Status.SUCCESS);
	}

	@Test
	void connect_hostRefuses_failsForAll() throws PmixException {
		server.namespace("far", 4, 1);
		server.client(Proc.of("far", 0));
		TestPeer peer = server.connect("far", 0);
		int tag = peer.send(connect(Proc.wildcard("far")));
		host.calls.get(0).answer.completeExceptionally(new PmixException(Status.ERR_UNREACH, "gone"));

		assertThat(peer.reply(tag, ReplyKind.CONNECT).status()).isEqualTo(Status.ERR_UNREACH);
		assertThat(peer.ask(disconnect(Proc.wildcard("far")))).isEqualTo(Status.ERR_INVALID_OPERATION);
	}

	@Test
	void connect_timeout_fails() throws PmixException {
		List<TestPeer> peers = server.connectAll("left", 2);
		int tag = peers.get(0).send(new JobRequest.Connect(List.of(LEFT, RIGHT),
				Infos.EMPTY.with(KeyValueAttributes.TIMEOUT, 2), Infos.EMPTY));
		server.advance(Duration.ofMillis(1999));
		assertThat(peers.get(0).isAnswered(tag)).isFalse();
		server.advance(Duration.ofMillis(1));

		assertThat(peers.get(0).reply(tag, ReplyKind.CONNECT).status()).isEqualTo(Status.ERR_TIMEOUT);
	}

	@Test
	void connect_participantDies_isPartialForTheOthers() throws PmixException {
		List<TestPeer> peers = server.connectAll("left", 2);
		TestPeer other = server.connect("right", 0);
		int first = peers.get(0).send(connect(LEFT, RIGHT));
		int second = peers.get(1).send(connect(LEFT, RIGHT));
		other.die();

		assertThat(peers.get(0).reply(first, ReplyKind.CONNECT).status()).isEqualTo(Status.ERR_PARTIAL_SUCCESS);
		assertThat(peers.get(1).reply(second, ReplyKind.CONNECT).status()).isEqualTo(Status.ERR_PARTIAL_SUCCESS);
	}

	@Test
	void disconnect_allCalled_completes() throws PmixException {
		List<TestPeer> peers = connected();
		int first = peers.get(0).send(disconnect(LEFT, RIGHT));
		int second = peers.get(1).send(disconnect(RIGHT, LEFT));
		assertThat(peers.get(0).isAnswered(first)).isFalse();

		assertThat(peers.get(2).ask(disconnect(LEFT, RIGHT))).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(0).status(first)).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(1).status(second)).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(0).ask(disconnect(LEFT, RIGHT))).isEqualTo(Status.ERR_INVALID_OPERATION);
	}

	@Test
	void disconnect_neverConnected_failsAtOnce() throws PmixException {
		List<TestPeer> peers = server.connectAll("left", 2);

		assertThat(peers.get(0).ask(disconnect(LEFT))).isEqualTo(Status.ERR_INVALID_OPERATION);
	}

	@Test
	void disconnect_connectedTwice_isNeededTwice() throws PmixException {
		TestPeer peer = server.connect("right", 0);
		peer.ask(connect(RIGHT), ReplyKind.CONNECT);
		peer.ask(connect(RIGHT), ReplyKind.CONNECT);

		assertThat(peer.ask(disconnect(RIGHT))).isEqualTo(Status.SUCCESS);
		assertThat(peer.ask(disconnect(RIGHT))).isEqualTo(Status.SUCCESS);
		assertThat(peer.ask(disconnect(RIGHT))).isEqualTo(Status.ERR_INVALID_OPERATION);
	}

	@Test
	void disconnect_equivalentParticipants_matches() throws PmixException {
		TestPeer peer = server.connect("right", 0);
		peer.ask(connect(RIGHT), ReplyKind.CONNECT);
		assertThat(peer.ask(disconnect(Proc.of("right", 0)))).isEqualTo(Status.SUCCESS);
		peer.ask(connect(Proc.of("right", 0)), ReplyKind.CONNECT);

		assertThat(peer.ask(disconnect(RIGHT))).isEqualTo(Status.SUCCESS);
		assertThat(peer.ask(disconnect(RIGHT))).isEqualTo(Status.ERR_INVALID_OPERATION);
	}

	@Test
	void disconnect_ofRanksListedOneByOne_isNeededOnce() throws PmixException {
		List<TestPeer> peers = server.connectAll("left", 2);
		Proc[] listed = { Proc.of("left", 0), Proc.of("left", 1) };
		int joined = peers.get(0).send(connect(listed));
		peers.get(1).ask(connect(listed), ReplyKind.CONNECT);
		assertThat(peers.get(0).reply(joined, ReplyKind.CONNECT).status()).isEqualTo(Status.SUCCESS);
		int left = peers.get(0).send(disconnect(LEFT));

		assertThat(peers.get(1).ask(disconnect(LEFT))).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(0).status(left)).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(0).ask(disconnect(listed))).isEqualTo(Status.ERR_INVALID_OPERATION);
	}

	@Test
	void disconnect_leavesOtherConnectionsOfTheSameProcesses() throws PmixException {
		List<TestPeer> peers = connected();
		peers.get(2).ask(connect(RIGHT), ReplyKind.CONNECT);
		assertThat(peers.get(2).ask(disconnect(RIGHT))).isEqualTo(Status.SUCCESS);
		int first = peers.get(0).send(disconnect(LEFT, RIGHT));
		int second = peers.get(1).send(disconnect(LEFT, RIGHT));

		assertThat(peers.get(2).ask(disconnect(LEFT, RIGHT))).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(0).status(first)).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(1).status(second)).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(2).ask(disconnect(RIGHT))).isEqualTo(Status.ERR_INVALID_OPERATION);
	}

	@Test
	void disconnect_fromSpawnedJob_needsNoConnect() throws PmixException {
		List<TestPeer> peers = server.connectAll("left", 2);
		TestPeer child = server.connect("right", 0);
		peers.get(0).ask(new JobRequest.Spawn(Infos.EMPTY, List.of()), ReplyKind.SPAWN);
		int tag = peers.get(0).send(disconnect(Proc.of("left", 0), RIGHT));

		assertThat(child.ask(disconnect(Proc.of("left", 0), RIGHT))).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(0).status(tag)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void finalize_whileConnected_notifiesTheOthersAndTheHost() throws PmixException {
		List<TestPeer> peers = connected();
		TestPeer stranger = stranger();
		wantEvents(peers.get(0), peers.get(1), stranger);
		peers.get(2).finish();
		List<Delivery.EventDelivery> told = peers.get(0).events();

		assertThat(told).hasSize(1);
		assertThat(told.get(0).code()).isEqualTo(Status.ERR_PROC_TERM_WO_SYNC);
		assertThat(told.get(0).infos().get(EventAttributes.EVENT_AFFECTED_PROC)).contains(Proc.of("right", 0));
		assertThat(told.get(0).infos().isTrue(EventAttributes.EVENT_NON_DEFAULT)).isTrue();
		assertThat(peers.get(1).events()).hasSize(1);
		assertThat(stranger.events()).isEmpty();
		assertThat(host.events).containsExactly(Status.ERR_PROC_TERM_WO_SYNC);
	}

	private TestPeer stranger() throws PmixException {
		server.job("stranger", 1);
		return server.connect("stranger", 0);
	}

	@Test
	void finalize_afterDisconnect_notifiesNobody() throws PmixException {
		List<TestPeer> peers = connected();
		wantEvents(peers.get(0));
		int first = peers.get(0).send(disconnect(LEFT, RIGHT));
		peers.get(1).send(disconnect(LEFT, RIGHT));
		peers.get(2).send(disconnect(LEFT, RIGHT));
		peers.get(0).status(first);
		peers.get(2).finish();

		assertThat(peers.get(0).events()).isEmpty();
		assertThat(host.events).isEmpty();
	}

	@Test
	void finalize_ofASpawnedJob_notifiesNobody() throws PmixException {
		List<TestPeer> peers = server.connectAll("left", 2);
		TestPeer child = server.connect("right", 0);
		peers.get(0).ask(new JobRequest.Spawn(Infos.EMPTY, List.of()), ReplyKind.SPAWN);
		wantEvents(peers.get(0));
		child.finish();

		assertThat(peers.get(0).events()).isEmpty();
	}

	@Test
	void end_ofASpawnedProcessThatNeverConnected_notifiesNobody() throws PmixException {
		List<TestPeer> peers = server.connectAll("left", 2);
		peers.get(0).ask(new JobRequest.Spawn(Infos.EMPTY, List.of()), ReplyKind.SPAWN);
		wantEvents(peers.get(0));
		server.get(server.core().deregisterClient(Proc.of("right", 0)));

		assertThat(peers.get(0).events()).isEmpty();
	}

	@Test
	void death_ofASpawnedProcess_notifiesTheParent() throws PmixException {
		List<TestPeer> peers = server.connectAll("left", 2);
		TestPeer child = server.connect("right", 0);
		peers.get(0).ask(new JobRequest.Spawn(Infos.EMPTY, List.of()), ReplyKind.SPAWN);
		wantEvents(peers.get(0));
		child.die();
		server.get(server.core().deregisterClient(Proc.of("right", 0)));

		assertThat(peers.get(0).events()).hasSize(1);
	}

	@Test
	void death_whileConnected_reachesDefaultHandlersOnce() throws PmixException {
		List<TestPeer> peers = connected();
		assertThat(peers.get(0).ask(new EventRequest.RegisterEvents(List.of(), Infos.EMPTY))).isEqualTo(Status.SUCCESS);
		peers.get(2).die();
		server.get(server.core().deregisterClient(Proc.of("right", 0)));
		server.get(server.core().deregisterNamespace("right"));

		assertThat(peers.get(0).events()).extracting(Delivery.EventDelivery::code).containsExactly(Status.ERR_PROC_TERM_WO_SYNC);
		assertThat(host.events).containsOnlyOnce(Status.ERR_PROC_TERM_WO_SYNC);
	}

	@Test
	void connect_again_afterLeavingConnected_notifiesAgain() throws PmixException {
		List<TestPeer> peers = connected();
		wantEvents(peers.get(0));
		peers.get(2).finish();
		assertThat(peers.get(0).events()).hasSize(1);
		TestPeer back = server.connect("right", 0);
		int tag = back.send(connect(LEFT, RIGHT));
		peers.get(0).send(connect(LEFT, RIGHT));
		peers.get(1).send(connect(LEFT, RIGHT));
		assertThat(back.reply(tag, ReplyKind.CONNECT).status()).isEqualTo(Status.SUCCESS);
		back.finish();

		assertThat(peers.get(0).events()).hasSize(1);
	}

	@Test
	void disconnect_fromEndedJob_asksHost() throws PmixException {
		List<TestPeer> peers = connected();
		peers.get(2).finish();
		server.get(server.core().deregisterNamespace("right"));
		int first = peers.get(0).send(disconnect(LEFT, RIGHT));
		int second = peers.get(1).send(disconnect(LEFT, RIGHT));
		host.calls.get(0).answer.complete(null);

		assertThat(host.calls.get(0).what).isEqualTo("disconnect");
		assertThat(peers.get(0).status(first)).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(1).status(second)).isEqualTo(Status.SUCCESS);
	}
}
