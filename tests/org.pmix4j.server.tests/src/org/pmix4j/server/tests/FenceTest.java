// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.wire.internal.message.JobRequest;

/** Tests which calls belong to a fence, and when it ends. */
class FenceTest extends FenceFixture {
	private static final Info COLLECT = Info.of(KeyValueAttributes.COLLECT_DATA, true);

	FenceTest() throws PmixException {
		super();
	}

	@Test
	void fence_ofAll_endsWhenLastJoins() throws PmixException {
		server.job("job", 3);
		List<TestPeer> peers = server.connectAll("job", 3);
		int first = peers.get(2).send(fence(ALL));
		int second = peers.get(0).send(fence(ALL));
		assertThat(peers.get(2).isAnswered(first)).isFalse();

		assertThat(peers.get(1).ask(fence(ALL))).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(2).status(first)).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(0).status(second)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void fence_reply_isStatusOnly() throws PmixException {
		server.job("job", 1);
		TestPeer peer = server.connect("job", 0);

		assertThat(peer.payload(peer.send(fence(COLLECT)))).as("status SUCCESS in v41, as recorded").containsExactly(2, 0);
	}

	@Test
	void fence_ofSome_doesNotWaitForTheOthers() throws PmixException {
		server.job("job", 3);
		List<TestPeer> peers = server.connectAll("job", 3);
		int first = peers.get(0).send(fence(rank(0), rank(2)));

		assertThat(peers.get(2).ask(fence(rank(2), rank(0)))).as("in any order").isEqualTo(Status.SUCCESS);
		assertThat(peers.get(0).status(first)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void fence_wildcardAndList_areDifferentFences() throws PmixException {
		server.job("job", 2);
		List<TestPeer> peers = server.connectAll("job", 2);
		int all = peers.get(0).send(fence(ALL));
		int listed = peers.get(1).send(fence(rank(0), rank(1)));

		assertThat(peers.get(0).isAnswered(all)).isFalse();
		assertThat(peers.get(1).isAnswered(listed)).isFalse();
	}

	@Test
	void fence_overlapping_areSeparate() throws PmixException {
		server.job("job", 3);
		List<TestPeer> peers = server.connectAll("job", 3);
		int left = peers.get(0).send(fence(rank(0), rank(1)));
		int right = peers.get(2).send(fence(rank(1), rank(2)));

		assertThat(peers.get(1).ask(fence(rank(1), rank(2)))).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(2).status(right)).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(0).isAnswered(left)).isFalse();
	}

	@Test
	void fence_severalCallsOfOneProcess_areSeparateFences() throws PmixException {
		server.job("job", 2);
		List<TestPeer> peers = server.connectAll("job", 2);
		int first = peers.get(0).send(fence(ALL));
		int second = peers.get(0).send(fence(ALL));

		assertThat(peers.get(1).ask(fence(ALL))).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(0).status(first)).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(0).isAnswered(second)).isFalse();
		assertThat(peers.get(1).ask(fence(ALL))).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(0).status(second)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void fence_localPeers_meansLocalProcesses() throws PmixException {
		server.job("job", 2);
		List<TestPeer> peers = server.connectAll("job", 2);
		Proc local = new Proc("job", Rank.LOCAL_PEERS);
		int first = peers.get(0).send(fence(local));

		assertThat(peers.get(1).ask(fence(local))).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(0).status(first)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void fence_ofTwoJobs_waitsForBoth() throws PmixException {
		server.job("job", 1);
		server.job("other", 1);
		TestPeer one = server.connect("job", 0);
		TestPeer two = server.connect("other", 0);
		int first = one.send(fence(ALL, Proc.wildcard("other")));
		assertThat(one.isAnswered(first)).isFalse();

		assertThat(two.ask(fence(Proc.wildcard("other"), ALL))).isEqualTo(Status.SUCCESS);
		assertThat(one.status(first)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void fence_withoutParticipants_isRefused() throws PmixException {
		server.job("job", 1);
		TestPeer peer = server.connect("job", 0);
		peer.sendBytes(101, (byte) 2, (byte) 3, (byte) 2, (byte) 0, (byte) 2, (byte) 0);

		assertThat(peer.status(101)).isEqualTo(Status.ERR_BAD_PARAM);
	}

	@Test
	void fence_byANonParticipant_isRefused() throws PmixException {
		server.job("job", 2);
		List<TestPeer> peers = server.connectAll("job", 2);

		assertThat(peers.get(0).ask(fence(rank(1)))).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(peers.get(1).ask(fence(rank(1)))).isEqualTo(Status.SUCCESS);
	}

	@Test
	void fence_conflictingCollect_failsForAll() throws PmixException {
		server.job("job", 2);
		List<TestPeer> peers = server.connectAll("job", 2);
		int first = peers.get(0).send(fence(COLLECT));

		assertThat(peers.get(1).ask(fence(ALL))).isEqualTo(Status.ERR_INVALID_ARG);
		assertThat(peers.get(0).status(first)).isEqualTo(Status.ERR_INVALID_ARG);
	}

	/** Programs with release 5 may send a switch as a text. */
	@Test
	void fence_switchAsText_isReadAsTruthValue() throws PmixException {
		server.job("job", 2);
		List<TestPeer> peers = server.connectAll("job", 2);
		int first = peers.get(0).send(fence(COLLECT));

		Info text = Info.of(KeyValueAttributes.COLLECT_DATA.key(), new PmixValue.Str("true"));
		assertThat(peers.get(1).ask(fence(text))).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(0).status(first)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void fence_directiveOfTheWrongType_isRefusedAndLeavesNothing() throws PmixException {
		server.job("job", 1);
		TestPeer peer = server.connect("job", 0);

		assertThat(peer.ask(fence(Info.of(KeyValueAttributes.TIMEOUT.key(), new PmixValue.Str("soon"))))).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(peer.ask(fence(Info.of(KeyValueAttributes.COLLECT_DATA.key(), new PmixValue.Str("perhaps")))))
				.isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(server.dump()).doesNotContain("fence");
	}

	@Test
	void timeout_missingRanks_failsForWaitingRanks() throws PmixException {
		server.job("job", 3);
		List<TestPeer> peers = server.connectAll("job", 3);
		int first = peers.get(0).send(fence(timeout(3)));
		server.advance(Duration.ofSeconds(2));
		int second = peers.get(1).send(fence(timeout(60)));
		assertThat(peers.get(0).isAnswered(first)).isFalse();

		server.advance(Duration.ofSeconds(1));
		assertThat(peers.get(0).status(first)).isEqualTo(Status.ERR_TIMEOUT);
		assertThat(peers.get(1).status(second)).as("the first limit counts").isEqualTo(Status.ERR_TIMEOUT);
	}

	@Test
	void timeout_lateCaller_startsNewFence() throws PmixException {
		server.job("job", 2);
		List<TestPeer> peers = server.connectAll("job", 2);
		int first = peers.get(0).send(fence(timeout(1)));
		server.advance(Duration.ofSeconds(1));
		assertThat(peers.get(0).status(first)).isEqualTo(Status.ERR_TIMEOUT);

		int late = peers.get(1).send(fence(ALL));
		assertThat(peers.get(1).isAnswered(late)).isFalse();
		assertThat(peers.get(0).ask(fence(ALL))).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(1).status(late)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void timeout_fenceEndsInTime_isCanceled() throws PmixException {
		server.job("job", 2);
		List<TestPeer> peers = server.connectAll("job", 2);
		int first = peers.get(0).send(fence(timeout(5)));
		assertThat(peers.get(1).ask(fence(timeout(5)))).isEqualTo(Status.SUCCESS);

		assertThat(peers.get(0).status(first)).isEqualTo(Status.SUCCESS);
		assertThat(server.loop().timers()).isZero();
	}

	@Test
	void timeout_zero_meansNone() throws PmixException {
		server.job("job", 2);
		TestPeer peer = server.connect("job", 0);
		int tag = peer.send(fence(timeout(0)));
		server.letEverythingEnd();

		assertThat(peer.isAnswered(tag)).isFalse();
	}

	@Test
	void registration_ofOtherRanksLater_areAwaited() throws PmixException {
		server.namespace("job", 2, 2);
		server.client(rank(0));
		TestPeer first = server.connect("job", 0);
		int tag = first.send(fence(ALL));
		assertThat(first.isAnswered(tag)).isFalse();
		server.client(rank(1));
		assertThat(first.isAnswered(tag)).isFalse();

		assertThat(server.connect("job", 1).ask(fence(ALL))).isEqualTo(Status.SUCCESS);
		assertThat(first.status(tag)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void registration_ofNamespaceLater_isAwaited() throws PmixException {
		server.client(rank(0));
		server.client(rank(1));
		List<TestPeer> peers = server.connectAll("job", 2);
		int first = peers.get(0).send(fence(ALL));
		int second = peers.get(1).send(fence(ALL));
		assertThat(peers.get(0).isAnswered(first)).isFalse();
		server.namespace("job", 2, 2);

		assertThat(peers.get(0).status(first)).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(1).status(second)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void namespaceOfUnknownSize_isTreatedAsLocal() throws PmixException {
		server.get(server.core().registerNamespace("job", 1, Infos.EMPTY));
		server.client(rank(0));

		assertThat(server.connect("job", 0).ask(fence(ALL))).isEqualTo(Status.SUCCESS);
	}

	@Test
	void deregistration_ofTheNamespace_endsTheFence() throws PmixException {
		server.job("job", 1);
		server.job("other", 1);
		TestPeer peer = server.connect("job", 0);
		int tag = peer.send(fence(ALL, Proc.wildcard("other")));
		server.get(server.core().deregisterNamespace("other"));

		assertThat(peer.status(tag)).isEqualTo(Status.ERR_LOST_CONNECTION);
	}

	@Test
	void fence_manyReconnects_neverFails() throws PmixException {
		server.job("job", 4);
		for (int cycle = 0; cycle < 100; cycle++) {
			List<TestPeer> peers = server.connectAll("job", 4);
			int last = cycle % 4;
			for (int rank = 0; rank < 4; rank++) {
				if (rank != last) {
					peers.get(rank).send(fence(ALL));
				}
			}
			assertThat(peers.get(last).ask(fence(ALL))).isEqualTo(Status.SUCCESS);
			for (TestPeer peer : peers) {
				assertThat(peer.ask(JobRequest.Finalize.INSTANCE)).isEqualTo(Status.SUCCESS);
				peer.die();
			}
		}
	}
}
