// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests fences across servers, which need the host. */
class FenceHostTest {
	private static final Proc ALL = Proc.wildcard("job");
	private static final Info COLLECT = Info.of(KeyValueAttributes.COLLECT_DATA, true);

	/** A call to the host. */
	private record Call(List<Proc> procs, Infos infos, ByteObject data, CompletableFuture<ByteObject> answer) {
	}

	private static final class Exchange implements PmixHost {
		private final List<Call> calls = new ArrayList<>();

		@Override
		public CompletionStage<ByteObject> fence(List<Proc> procs, Infos infos, ByteObject data) {
			Call call = new Call(procs, infos, data, new CompletableFuture<>());
			calls.add(call);
			return call.answer;
		}
	}

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final Exchange host = new Exchange();
	private final TestServer server;

	FenceHostTest() throws PmixException {
		server = TestServer.open(host);
		server.namespace("job", 4, 2);
		server.client(Proc.of("job", 0));
		server.client(Proc.of("job", 1));
	}

	private static DataRequest.Fence fence(Info... infos) {
		return new DataRequest.Fence(List.of(ALL), Infos.of(infos));
	}

	@Test
	void fence_ofTwoNodes_callsTheHostOnceAllLocalRanksHaveJoined() throws PmixException {
		List<TestPeer> peers = server.connectAll("job", 2);
		Info mine = Info.of("my.directive", Status.SUCCESS);
		int first = peers.get(0).send(fence(mine));
		assertThat(host.calls).isEmpty();
		int second = peers.get(1).send(fence());
		assertThat(host.calls).hasSize(1);
		Call call = host.calls.get(0);

		assertThat(call.procs).containsExactly(ALL);
		assertThat(call.data.size()).isZero();
		assertThat(call.infos.list()).containsExactly(mine, Info.of(ServerAttributes.SORTED_PROC_ARRAY, true),
				Info.of(ServerAttributes.LOCAL_COLLECTIVE_STATUS, Status.SUCCESS));
		assertThat(peers.get(0).isAnswered(first)).isFalse();
		call.answer.complete(ByteObject.EMPTY);
		assertThat(peers.get(0).status(first)).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(1).status(second)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void fence_listOfLocalRanks_needsNoHost() throws PmixException {
		List<TestPeer> peers = server.connectAll("job", 2);
		DataRequest.Fence local = new DataRequest.Fence(List.of(Proc.of("job", 1), Proc.of("job", 0)), Infos.EMPTY);
		int first = peers.get(0).send(local);

		assertThat(peers.get(1).ask(local)).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(0).status(first)).isEqualTo(Status.SUCCESS);
		assertThat(host.calls).isEmpty();
	}

	@Test
	void fence_rankOfAnotherServer_needsTheHost() throws PmixException {
		TestPeer peer = server.connect("job", 0);
		int tag = peer.send(new DataRequest.Fence(List.of(Proc.of("job", 3), Proc.of("job", 0)), Infos.EMPTY));

		assertThat(host.calls.get(0).procs).as("sorted").containsExactly(Proc.of("job", 0), Proc.of("job", 3));
		host.calls.get(0).answer.complete(ByteObject.EMPTY);
		assertThat(peer.status(tag)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void fence_unknownNamespace_needsTheHost() throws PmixException {
		TestPeer peer = server.connect("job", 0);
		int tag = peer.send(new DataRequest.Fence(List.of(Proc.of("job", 0), Proc.wildcard("elsewhere")), Infos.EMPTY));
		host.calls.get(0).answer.complete(ByteObject.EMPTY);

		assertThat(peer.status(tag)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void fence_hostRefuses_failsForAll() throws PmixException {
		List<TestPeer> peers = server.connectAll("job", 2);
		int first = peers.get(0).send(fence());
		int second = peers.get(1).send(fence());
		host.calls.get(0).answer.completeExceptionally(new PmixException(Status.ERR_TIMEOUT, "the others did not come"));

		assertThat(peers.get(0).status(first)).isEqualTo(Status.ERR_TIMEOUT);
		assertThat(peers.get(1).status(second)).isEqualTo(Status.ERR_TIMEOUT);
	}

	@Test
	void fence_timeoutDuringTheHostCall_isLeftToTheHost() throws PmixException {
		List<TestPeer> peers = server.connectAll("job", 2);
		Info limit = Info.of(KeyValueAttributes.TIMEOUT, 1);
		int first = peers.get(0).send(fence(limit));
		peers.get(1).send(fence(limit));
		server.advance(Duration.ofSeconds(100));
		assertThat(peers.get(0).isAnswered(first)).isFalse();

		host.calls.get(0).answer.complete(ByteObject.EMPTY);
		assertThat(peers.get(0).status(first)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void fence_nextDuringTheHostCall_isSeparate() throws PmixException {
		List<TestPeer> peers = server.connectAll("job", 2);
		int first = peers.get(0).send(fence());
		peers.get(1).send(fence());
		int next = peers.get(0).send(fence());
		host.calls.get(0).answer.complete(ByteObject.EMPTY);

		assertThat(peers.get(0).status(first)).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(0).isAnswered(next)).isFalse();
		peers.get(1).send(fence());
		assertThat(host.calls).hasSize(2);
	}

	@Test
	void collect_twoServers_exchangeData() throws PmixException {
		Exchange otherHost = new Exchange();
		TestServer other = TestServer.open(otherHost);
		other.namespace("job", 4, 2);
		other.client(Proc.of("job", 2));
		other.client(Proc.of("job", 3));
		List<TestPeer> here = server.connectAll("job", 2);
		List<TestPeer> there = List.of(other.connect("job", 2), other.connect("job", 3));
		here.get(0).ask(Puts.commit("key", "of 0"));
		here.get(1).ask(Puts.commit("key", "of 1"));
		there.get(0).ask(Puts.commit("key", "of 2"));
		List<Integer> tags = List.of(here.get(0).send(fence(COLLECT)), here.get(1).send(fence(COLLECT)), there.get(0).send(fence(COLLECT)),
				there.get(1).send(fence(COLLECT)));
		Call one = host.calls.get(0);
		Call two = otherHost.calls.get(0);
		byte[] all = new byte[one.data.size() + two.data.size()];
		one.data.asBuffer().get(all, 0, one.data.size());
		two.data.asBuffer().get(all, one.data.size(), two.data.size());
		one.answer.complete(ByteObject.wrap(all));
		two.answer.complete(ByteObject.wrap(all));

		assertThat(here.get(0).status(tags.get(0))).isEqualTo(Status.SUCCESS);
		assertThat(there.get(0).status(tags.get(2))).isEqualTo(Status.SUCCESS);
		assertThat(Puts.values(here.get(0).ask(Puts.get("job", 2, "key"), ReplyKind.GET), here.get(0))).containsEntry("key", "of 2");
		assertThat(Puts.values(there.get(1).ask(Puts.get("job", 1, "key"), ReplyKind.GET), there.get(1))).containsEntry("key", "of 1");
		assertThat(Puts.values(there.get(1).ask(Puts.get("job", 0, "key"), ReplyKind.GET), there.get(1))).containsEntry("key", "of 0");
	}

	@Test
	void collect_sendsRemoteDataOnly() throws PmixException {
		List<TestPeer> peers = server.connectAll("job", 2);
		peers.get(0).ask(Puts.commit(Puts.local("secret", "x"), Puts.remote("key", "v")));
		peers.get(0).send(fence(COLLECT));
		peers.get(1).send(fence(COLLECT));

		String sent = new String(host.calls.get(0).data.toByteArray(), StandardCharsets.ISO_8859_1);
		assertThat(sent).contains("key").doesNotContain("secret");
	}

	@Test
	void collect_malformedData_isAnError() throws PmixException {
		List<TestPeer> peers = server.connectAll("job", 2);
		int first = peers.get(0).send(fence(COLLECT));
		peers.get(1).send(fence(COLLECT));
		host.calls.get(0).answer.complete(ByteObject.wrap(new byte[] { 2, 5, 1 }));

		assertThat(peers.get(0).status(first)).isEqualTo(Status.ERR_UNPACK_READ_PAST_END_OF_BUFFER);
		assertThat(log.errors()).hasSize(1);
	}

	@Test
	void collect_otherServerDidNotCollect_isInvalidArgument() throws PmixException {
		List<TestPeer> peers = server.connectAll("job", 2);
		int first = peers.get(0).send(fence(COLLECT));
		peers.get(1).send(fence(COLLECT));
		// a byte object of two bytes: BYTE 0, not collected
		host.calls.get(0).answer.complete(ByteObject.wrap(new byte[] { 2, 2, 2, 0 }));

		assertThat(peers.get(0).status(first)).isEqualTo(Status.ERR_INVALID_ARG);
		assertThat(log.errors()).hasSize(1);
	}

	@Test
	void death_ofOne_callsTheHostWithoutItsData() throws PmixException {
		List<TestPeer> peers = server.connectAll("job", 2);
		peers.get(0).ask(Puts.commit("key", "v"));
		int first = peers.get(0).send(fence(COLLECT));
		peers.get(1).die();
		Call call = host.calls.get(0);

		assertThat(call.infos.get(ServerAttributes.LOCAL_COLLECTIVE_STATUS)).contains(Status.ERR_PARTIAL_SUCCESS);
		assertThat(call.data.size()).isZero();
		call.answer.complete(ByteObject.EMPTY);
		assertThat(peers.get(0).status(first)).as("the host's status counts").isEqualTo(Status.SUCCESS);
	}

	@Test
	void death_ofAllLocalRanks_callsTheHostForTheOthers() throws PmixException {
		List<TestPeer> peers = server.connectAll("job", 2);
		peers.get(0).send(fence(COLLECT));
		peers.get(0).die();
		assertThat(host.calls).as("rank 1 is alive").isEmpty();
		peers.get(1).die();

		assertThat(host.calls).hasSize(1);
		assertThat(host.calls.get(0).infos.get(ServerAttributes.LOCAL_COLLECTIVE_STATUS)).contains(Status.ERR_LOST_CONNECTION);
		assertThat(host.calls.get(0).data.size()).isZero();
		host.calls.get(0).answer.complete(ByteObject.EMPTY);
		server.run();
		assertThat(server.dump()).doesNotContain("fence");
	}

	@Test
	void death_ofTheFirstOfTwo_keepsTheFence() throws PmixException {
		List<TestPeer> peers = server.connectAll("job", 2);
		peers.get(0).send(fence());
		peers.get(0).die();
		int tag = peers.get(1).send(fence());

		assertThat(host.calls.get(0).infos.get(ServerAttributes.LOCAL_COLLECTIVE_STATUS)).contains(Status.ERR_PARTIAL_SUCCESS);
		host.calls.get(0).answer.complete(ByteObject.EMPTY);
		assertThat(peers.get(1).status(tag)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void death_duringTheHostCall_keepsTheReplyForTheOthers() throws PmixException {
		List<TestPeer> peers = server.connectAll("job", 2);
		int first = peers.get(0).send(fence());
		peers.get(1).send(fence());
		peers.get(1).die();
		host.calls.get(0).answer.complete(ByteObject.EMPTY);

		assertThat(peers.get(0).status(first)).isEqualTo(Status.SUCCESS);
		assertThat(host.calls).hasSize(1);
	}

	@Test
	void deregistration_duringTheHostCall_endsTheFenceOnce() throws PmixException {
		server.job("local", 1);
		TestPeer peer = server.connect("local", 0);
		int tag = peer.send(new DataRequest.Fence(List.of(Proc.wildcard("local"), Proc.wildcard("job2")), Infos.EMPTY));
		server.namespace("job2", 1, 0);
		server.get(server.core().deregisterNamespace("job2"));
		assertThat(peer.status(tag)).isEqualTo(Status.ERR_LOST_CONNECTION);

		host.calls.get(0).answer.complete(ByteObject.EMPTY);
		assertThat(peer.tags()).as("no second reply").isEmpty();
	}
}
