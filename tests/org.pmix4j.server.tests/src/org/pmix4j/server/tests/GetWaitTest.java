// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.Info;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests gets for missing data, in the order of the C server's decisions. */
class GetWaitTest extends GetFixture {
	GetWaitTest() throws PmixException {
		super();
	}

	private static Info timeout(int seconds) {
		return Info.of(KeyValueAttributes.TIMEOUT, seconds);
	}

	@Test
	void registrationIncomplete_immediate_isNotFound() throws PmixException {
		server.namespace("job", 2, 2);
		server.client(Proc.of("job", 0));
		TestPeer peer = server.connect("job", 0);

		assertThat(status(peer, Puts.get("job", 1, "key", IMMEDIATE))).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void registrationIncomplete_waits() throws PmixException {
		server.namespace("job", 2, 2);
		server.client(Proc.of("job", 0));
		TestPeer peer = server.connect("job", 0);
		int tag = peer.send(Puts.get("job", 1, "key"));
		server.advance(Duration.ofMinutes(10));
		assertThat(peer.isAnswered(tag)).isFalse();
		server.client(Proc.of("job", 1));
		server.connect("job", 1).ask(Puts.commit("key", "value"));

		assertThat(Puts.values(peer.reply(tag, ReplyKind.GET), peer)).containsEntry("key", "value");
	}

	@Test
	void registrationComplete_unknownRank_isNotFound() throws PmixException {
		server.namespace("job", 1, 1);
		server.client(Proc.of("job", 0));
		TestPeer peer = server.connect("job", 0);

		assertThat(status(peer, Puts.get("job", 9, "key"))).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void noSuchRank_knownLater_isNotFound() throws PmixException {
		server.client(Proc.of("job", 0));
		TestPeer peer = server.connect("job", 0);
		int tag = peer.send(Puts.get("job", 9, "key"));
		assertThat(peer.isAnswered(tag)).isFalse();
		server.namespace("job", 1, 1);

		assertThat(peer.reply(tag, ReplyKind.GET).status()).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void localNotConnected_waitsWithoutLimit() throws PmixException {
		server.job("job", 2);
		TestPeer peer = server.connect("job", 0);
		int tag = peer.send(Puts.get("job", 1, "key"));
		server.advance(Duration.ofMinutes(10));
		assertThat(peer.isAnswered(tag)).isFalse();
		TestPeer target = server.connect("job", 1);
		server.advance(Duration.ofMillis(1999));
		target.ask(Puts.commit("key", "value"));

		assertThat(Puts.values(peer.reply(tag, ReplyKind.GET), peer)).containsEntry("key", "value");
	}

	@Test
	void localRank_connectsWithoutCommit_timesOut() throws PmixException {
		server.job("job", 2);
		TestPeer peer = server.connect("job", 0);
		int tag = peer.send(Puts.get("job", 1, "key"));
		server.connect("job", 1);
		server.advance(Duration.ofSeconds(2));

		assertThat(peer.reply(tag, ReplyKind.GET).status()).isEqualTo(Status.ERR_TIMEOUT);
	}

	@Test
	void localRank_finalized_timesOutToo() throws PmixException {
		List<TestPeer> peers = job(2);
		peers.get(1).finish();
		int tag = peers.get(0).send(Puts.get("job", 1, "key"));
		server.advance(Duration.ofSeconds(2));

		assertThat(peers.get(0).reply(tag, ReplyKind.GET).status()).isEqualTo(Status.ERR_TIMEOUT);
	}

	@Test
	void missingKey_immediate_isNotFound() throws PmixException {
		List<TestPeer> peers = job(2);
		peers.get(1).ask(Puts.commit("key", "value"));

		assertThat(status(peers.get(0), Puts.get("job", 1, "nokey", IMMEDIATE))).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void missingKey_noTimeout_timesOutAfterTwoSeconds() throws PmixException {
		TestPeer peer = job(2).get(0);
		int tag = peer.send(Puts.get("job", 1, "key"));
		server.advance(Duration.ofMillis(1999));
		assertThat(peer.isAnswered(tag)).isFalse();
		server.advance(Duration.ofMillis(1));

		assertThat(peer.reply(tag, ReplyKind.GET).status()).isEqualTo(Status.ERR_TIMEOUT);
	}

	@Test
	void missingKey_timeout_timesOutAfterIt() throws PmixException {
		TestPeer peer = job(2).get(0);
		int tag = peer.send(Puts.get("job", 1, "key", timeout(7)));
		server.advance(Duration.ofMillis(6999));
		assertThat(peer.isAnswered(tag)).isFalse();
		server.advance(Duration.ofMillis(1));

		assertThat(peer.reply(tag, ReplyKind.GET).status()).isEqualTo(Status.ERR_TIMEOUT);
		assertThat(server.loop().timers()).isZero();
	}

	@Test
	void missing_thenCommitted_answersAllWaitingGets() throws PmixException {
		List<TestPeer> peers = job(3);
		int first = peers.get(0).send(Puts.get("job", 2, "key"));
		int second = peers.get(1).send(Puts.get("job", 2, "other"));
		peers.get(2).ask(Puts.commit("key", "value"));

		assertThat(Puts.values(peers.get(0).reply(first, ReplyKind.GET), peers.get(0))).containsEntry("key", "value");
		assertThat(peers.get(1).isAnswered(second)).as("waits for another key").isFalse();
		peers.get(2).ask(Puts.commit("key", "value", "other", "2"));
		assertThat(Puts.values(peers.get(1).reply(second, ReplyKind.GET), peers.get(1))).containsEntry("other", "2");
		assertThat(server.loop().timers()).isZero();
	}

	@Test
	void missing_thenCommittedForRemoteReaders_isNotFound() throws PmixException {
		List<TestPeer> peers = job(2);
		int tag = peers.get(0).send(Puts.get("job", 1, "key"));
		peers.get(1).ask(Puts.commit(Puts.remote("key", "value")));

		assertThat(peers.get(0).reply(tag, ReplyKind.GET).status()).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void missingKey_processDies_isNotFound() throws PmixException {
		List<TestPeer> peers = job(2);
		int tag = peers.get(0).send(Puts.get("job", 1, "key", timeout(100)));
		peers.get(1).die();

		assertThat(peers.get(0).reply(tag, ReplyKind.GET).status()).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(status(peers.get(0), Puts.get("job", 1, "key"))).as("and from then on").isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void missingKey_processEnds_isNotFound() throws PmixException {
		server.job("job", 2);
		TestPeer peer = server.connect("job", 0);
		int tag = peer.send(Puts.get("job", 1, "key"));
		server.get(server.core().deregisterClient(Proc.of("job", 1)));

		assertThat(peer.reply(tag, ReplyKind.GET).status()).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void missingKey_namespaceEnds_isNotFound() throws PmixException {
		TestPeer peer = job(1).get(0);
		server.job("other", 1);
		int tag = peer.send(Puts.get("other", 0, "key"));
		server.get(server.core().deregisterNamespace("other"));

		assertThat(peer.reply(tag, ReplyKind.GET).status()).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void missing_requesterDisconnects_leavesNothing() throws PmixException {
		List<TestPeer> peers = job(2);
		peers.get(0).send(Puts.get("job", 1, "key"));
		peers.get(0).die();
		peers.get(1).ask(Puts.commit("key", "value"));
		server.advance(Duration.ofSeconds(1));

		assertThat(server.loop().timers()).isZero();
		assertThat(server.dump()).doesNotContain("get of");
	}

	@Test
	void undefinedRank_unknownKey_waits() throws PmixException {
		List<TestPeer> peers = job(2);
		int tag = peers.get(0).send(Puts.get("job", Rank.UNDEF, "mine"));
		assertThat(peers.get(0).isAnswered(tag)).isFalse();
		peers.get(1).ask(Puts.commit("mine", "1"));
		assertThat(Puts.values(peers.get(0).reply(tag, ReplyKind.GET), peers.get(0))).containsEntry("mine", "1");

		int never = peers.get(0).send(Puts.get("job", Rank.UNDEF, "nobody's"));
		server.advance(Duration.ofSeconds(2));
		assertThat(peers.get(0).reply(never, ReplyKind.GET).status()).isEqualTo(Status.ERR_TIMEOUT);
		assertThat(status(peers.get(0), Puts.get("job", Rank.UNDEF, "nobody's", IMMEDIATE))).isEqualTo(Status.ERR_NOT_FOUND);
	}
}
