// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/** Tests fences whose participants die, end, leave or fork. */
class FenceDeathTest extends FenceFixture {
	FenceDeathTest() throws PmixException {
		super();
	}

	@Test
	void death_duringTheFence_isPartialForTheOthers() throws PmixException {
		server.job("job", 3);
		List<TestPeer> peers = server.connectAll("job", 3);
		int first = peers.get(0).send(fence(ALL));
		int second = peers.get(1).send(fence(ALL));
		peers.get(2).die();

		assertThat(peers.get(0).status(first)).isEqualTo(Status.ERR_PARTIAL_SUCCESS);
		assertThat(peers.get(1).status(second)).isEqualTo(Status.ERR_PARTIAL_SUCCESS);
	}

	@Test
	void death_afterJoining_isPartialForTheOthers() throws PmixException {
		server.job("job", 3);
		List<TestPeer> peers = server.connectAll("job", 3);
		peers.get(2).send(fence(ALL));
		int first = peers.get(0).send(fence(ALL));
		peers.get(2).die();
		assertThat(peers.get(0).isAnswered(first)).as("rank 1 is alive").isFalse();

		assertThat(peers.get(1).ask(fence(ALL))).isEqualTo(Status.ERR_PARTIAL_SUCCESS);
		assertThat(peers.get(0).status(first)).isEqualTo(Status.ERR_PARTIAL_SUCCESS);
	}

	@Test
	void death_beforeTheFence_makesNoDifference() throws PmixException {
		server.job("job", 3);
		List<TestPeer> peers = server.connectAll("job", 3);
		peers.get(2).die();
		int first = peers.get(0).send(fence(ALL));

		assertThat(peers.get(1).ask(fence(ALL))).isEqualTo(Status.ERR_PARTIAL_SUCCESS);
		assertThat(peers.get(0).status(first)).isEqualTo(Status.ERR_PARTIAL_SUCCESS);
	}

	@Test
	void death_ofTheOnlyParticipantThatJoined_keepsTheFence() throws PmixException {
		server.job("job", 3);
		List<TestPeer> peers = server.connectAll("job", 3);
		peers.get(2).send(fence(timeout(5)));
		peers.get(2).die();
		server.advance(Duration.ofSeconds(1));
		assertThat(server.loop().timers()).isZero();
		int first = peers.get(0).send(fence(ALL));

		assertThat(peers.get(1).ask(fence(ALL))).isEqualTo(Status.ERR_PARTIAL_SUCCESS);
		assertThat(peers.get(0).status(first)).isEqualTo(Status.ERR_PARTIAL_SUCCESS);
	}

	@Test
	void death_ofANonParticipant_isIgnored() throws PmixException {
		server.job("job", 3);
		List<TestPeer> peers = server.connectAll("job", 3);
		peers.get(2).die();
		int first = peers.get(0).send(fence(rank(0), rank(1)));

		assertThat(peers.get(1).ask(fence(rank(0), rank(1)))).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(0).status(first)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void death_thenReconnect_isWaitedForAgain() throws PmixException {
		server.job("job", 2);
		List<TestPeer> peers = server.connectAll("job", 2);
		peers.get(1).die();
		TestPeer back = server.connect("job", 1);
		int first = peers.get(0).send(fence(ALL));
		assertThat(peers.get(0).isAnswered(first)).isFalse();

		assertThat(back.ask(fence(ALL))).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(0).status(first)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void end_reportedByTheHost_countsAsDeath() throws PmixException {
		server.job("job", 2);
		List<TestPeer> peers = server.connectAll("job", 2);
		int first = peers.get(0).send(fence(ALL));
		server.get(server.core().deregisterClient(rank(1)));

		assertThat(peers.get(0).status(first)).isEqualTo(Status.ERR_PARTIAL_SUCCESS);
	}

	@Test
	void end_ofAnUnconnectedProcess_countsAsDeath() throws PmixException {
		server.job("job", 2);
		TestPeer peer = server.connect("job", 0);
		int first = peer.send(fence(ALL));
		server.get(server.core().deregisterClient(rank(1)));

		assertThat(peer.status(first)).isEqualTo(Status.ERR_PARTIAL_SUCCESS);
	}

	@Test
	void finalize_afterJoining_countsAsJoined() throws PmixException {
		server.job("job", 2);
		List<TestPeer> peers = server.connectAll("job", 2);
		peers.get(1).send(fence(ALL));
		peers.get(1).finish();

		assertThat(peers.get(0).ask(fence(ALL))).isEqualTo(Status.SUCCESS);
	}

	@Test
	void finalize_withoutJoining_isAwaited() throws PmixException {
		server.job("job", 2);
		List<TestPeer> peers = server.connectAll("job", 2);
		peers.get(1).finish();
		int first = peers.get(0).send(fence(ALL));
		assertThat(peers.get(0).isAnswered(first)).as("it may reconnect").isFalse();

		assertThat(server.connect("job", 1).ask(fence(ALL))).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(0).status(first)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void clone_joins_getsReplyButIsNotAwaited() throws PmixException {
		server.job("job", 2);
		List<TestPeer> peers = server.connectAll("job", 2);
		TestPeer clone = server.connect("job", 0);
		int first = peers.get(0).send(fence(ALL));
		int cloned = clone.send(fence(ALL));
		assertThat(peers.get(0).isAnswered(first)).as("two calls by rank 0, none by rank 1").isFalse();

		assertThat(peers.get(1).ask(fence(ALL))).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(0).status(first)).isEqualTo(Status.SUCCESS);
		assertThat(clone.status(cloned)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void clone_dies_isNotTheDeathOfTheProcess() throws PmixException {
		server.job("job", 2);
		List<TestPeer> peers = server.connectAll("job", 2);
		TestPeer clone = server.connect("job", 1);
		clone.send(fence(ALL));
		clone.die();
		int first = peers.get(0).send(fence(ALL));
		assertThat(peers.get(0).isAnswered(first)).isFalse();

		assertThat(peers.get(1).ask(fence(ALL))).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(0).status(first)).isEqualTo(Status.SUCCESS);
	}
}
