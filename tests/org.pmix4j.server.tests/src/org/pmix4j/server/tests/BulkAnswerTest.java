// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests that the first get after a collecting fence also returns the data of other processes. */
class BulkAnswerTest {
	private static final int RANKS = 5;
	private static final DataRequest.Fence COLLECT = new DataRequest.Fence(List.of(Proc.wildcard("job")),
			Infos.of(Info.of(KeyValueAttributes.COLLECT_DATA, true)));
	private static final DataRequest.Fence PLAIN = new DataRequest.Fence(List.of(Proc.wildcard("job")), Infos.EMPTY);

	@RegisterExtension
	private final ServerLog log = new ServerLog();

	private static List<TestPeer> modex(TestServer server, Release release, int size, DataRequest.Fence fence) throws PmixException {
		server.job("job", RANKS);
		List<TestPeer> peers = new ArrayList<>();
		for (int rank = 0; rank < RANKS; rank++) {
			peers.add(server.connect("job", rank, release));
			peers.get(rank).ask(Puts.commit("key", "x".repeat(size) + rank));
		}
		fence(peers, fence);
		return peers;
	}

	private static void fence(List<TestPeer> peers, DataRequest.Fence fence) throws PmixException {
		List<Integer> tags = new ArrayList<>();
		for (TestPeer peer : peers) {
			tags.add(peer.send(fence));
		}
		for (int i = 0; i < peers.size(); i++) {
			assertThat(peers.get(i).status(tags.get(i)).isSuccess()).isTrue();
		}
	}

	private static List<Proc> ranks(int... ranks) {
		return Arrays.stream(ranks).mapToObj(rank -> Proc.of("job", rank)).toList();
	}

	private static List<Proc> got(TestPeer peer, int rank) throws PmixException {
		return Puts.owners(peer.ask(Puts.get("job", rank, "key"), ReplyKind.GET));
	}

	@Test
	void firstGet_afterACollectingFence_returnsAllProcessesOnce() throws PmixException {
		List<TestPeer> peers = modex(TestServer.withBulk(1 << 20), Release.R42, 1, COLLECT);
		Reply.GetReply reply = peers.get(1).ask(Puts.get("job", 3, "key"), ReplyKind.GET);

		assertThat(Puts.owners(reply)).as("the requested rank first, without the requester")
				.containsExactlyElementsOf(ranks(3, 0, 2, 4));
		assertThat(Puts.values(reply.data().get(2), peers.get(1))).containsEntry("key", "x2");
		assertThat(got(peers.get(1), 0)).as("the next get").containsExactlyElementsOf(ranks(0));
	}

	@Test
	void firstGet_afterAFenceWithoutCollecting_returnsOneProcess() throws PmixException {
		List<TestPeer> peers = modex(TestServer.withBulk(1 << 20), Release.R42, 1, PLAIN);

		assertThat(got(peers.get(1), 3)).containsExactlyElementsOf(ranks(3));
	}

	@Test
	void firstGet_afterTheNextFence_returnsAllProcessesAgain() throws PmixException {
		List<TestPeer> peers = modex(TestServer.withBulk(1 << 20), Release.R42, 1, COLLECT);
		got(peers.get(0), 1);
		fence(peers, COLLECT);

		assertThat(got(peers.get(0), 1)).containsExactlyElementsOf(ranks(1, 2, 3, 4));
	}

	@Test
	void firstGet_withoutBulk_returnsOneProcess() throws PmixException {
		List<TestPeer> peers = modex(TestServer.withBulk(0), Release.R42, 1, COLLECT);

		assertThat(got(peers.get(1), 3)).containsExactlyElementsOf(ranks(3));
	}

	@Test
	void firstGet_before40_returnsOneProcess() throws PmixException {
		List<TestPeer> peers = modex(TestServer.withBulk(1 << 20), Release.R3, 1, COLLECT);

		assertThat(got(peers.get(1), 3)).containsExactlyElementsOf(ranks(3));
	}

	@Test
	void firstGet_from40On_returnsAllProcesses() throws PmixException {
		for (Release release : List.of(Release.R40, Release.R41, Release.R5, Release.R60, Release.R61)) {
			List<TestPeer> peers = modex(TestServer.withBulk(1 << 20), release, 1, COLLECT);

			assertThat(got(peers.get(1), 3)).as(release.name()).hasSize(RANKS - 1);
		}
	}

	@Test
	void bulk_overTheLimit_isSplit() throws PmixException {
		List<TestPeer> peers = modex(TestServer.withBulk(2500), Release.R42, 1000, COLLECT);

		assertThat(got(peers.get(0), 1)).as("two ranks of a thousand bytes fit").containsExactlyElementsOf(ranks(1, 2));
		assertThat(got(peers.get(0), 4)).containsExactlyElementsOf(ranks(4, 3));
	}

	@Test
	void bulk_oversizedProcess_isOmitted() throws PmixException {
		TestServer server = TestServer.withBulk(2500);
		List<TestPeer> peers = modex(server, Release.R42, 10, PLAIN);
		peers.get(2).ask(Puts.commit("key", "x".repeat(3000)));
		fence(peers, COLLECT);

		assertThat(got(peers.get(0), 1)).containsExactlyElementsOf(ranks(1, 3, 4));
		assertThat(got(peers.get(0), 2)).containsExactlyElementsOf(ranks(2));
	}

	@Test
	void bulk_longRequestedData_addsNoOtherProcess() throws PmixException {
		List<TestPeer> peers = modex(TestServer.withBulk(2500), Release.R42, 2600, COLLECT);

		assertThat(got(peers.get(0), 1)).containsExactlyElementsOf(ranks(1));
	}

	@Test
	void bulk_subgroup_returnsItsMembersOnly() throws PmixException {
		List<TestPeer> peers = modex(TestServer.withBulk(1 << 20), Release.R42, 1, PLAIN);
		DataRequest.Fence some = new DataRequest.Fence(ranks(0, 2, 4), COLLECT.infos());
		fence(List.of(peers.get(0), peers.get(2), peers.get(4)), some);

		assertThat(got(peers.get(0), 4)).containsExactlyElementsOf(ranks(4, 2));
		assertThat(got(peers.get(1), 4)).as("a rank outside the subgroup").containsExactlyElementsOf(ranks(4));
	}
}
