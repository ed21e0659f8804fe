// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.wire.message.DataRequest;
import org.pmix4j.wire.message.Reply;
import org.pmix4j.wire.message.ReplyKind;

/** Gets that one server answers alone. The numbers are those of the C server's decisions, in their order. */
class GetTest {
	private static final Info IMMEDIATE = Info.of(KeyValueAttributes.IMMEDIATE, true);

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final TestServer server;

	GetTest() throws PmixException {
		server = TestServer.open();
	}

	private List<TestPeer> job(int size) throws PmixException {
		server.job("job", size);
		return server.connectAll("job", size);
	}

	private static Info timeout(int seconds) {
		return Info.of(KeyValueAttributes.TIMEOUT, seconds);
	}

	private static Status status(TestPeer peer, DataRequest.Get get) throws PmixException {
		return peer.ask(get, ReplyKind.GET).status();
	}

	// 1: unknown namespace

	@Test
	void unknownNamespace_immediate_isNotFound() throws PmixException {
		TestPeer peer = job(1).get(0);

		assertThat(status(peer, Puts.get("elsewhere", 0, "key", IMMEDIATE))).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void unknownNamespace_hostDoesNotKnowEither_isNotFound() throws PmixException {
		TestPeer peer = job(1).get(0);

		assertThat(status(peer, Puts.get("elsewhere", 0, "key"))).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(status(peer, Puts.get("elsewhere", Rank.WILDCARD, "pmix.job.size"))).isEqualTo(Status.ERR_NOT_FOUND);
	}

	// 2: the job's data

	@Test
	void wildcard_knownKey_isAnsweredWithThatKeyAlone() throws PmixException {
		TestPeer peer = job(2).get(0);
		Reply.GetReply reply = peer.ask(Puts.get("job", Rank.WILDCARD, "pmix.job.size"), ReplyKind.GET);

		assertThat(reply.status()).isEqualTo(Status.SUCCESS);
		assertThat(Puts.owners(reply)).containsExactly(Proc.wildcard("job"));
		assertThat(reply.data().get(0).data().kvals(peer.format().limits())).singleElement()
				.satisfies(kval -> assertThat(kval.value()).isEqualTo(new PmixValue.UInt32(2)));
	}

	@Test
	void wildcard_unknownKey_isNotFoundAtOnce() throws PmixException {
		TestPeer peer = job(1).get(0);

		assertThat(status(peer, Puts.get("job", Rank.WILDCARD, "pmix.nonexistent"))).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(status(peer, Puts.get("job", Rank.WILDCARD, "user.key"))).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void wildcard_noKey_isAnsweredWithEverything() throws PmixException {
		server.get(server.core().registerNamespace("job1", 1, CapturedJobInfo.told()));
		server.client(Proc.of("job1", 0));
		TestPeer peer = server.connect("job1", 0);
		Reply.GetReply reply = peer.ask(Puts.get("job1", Rank.WILDCARD, ""), ReplyKind.GET);
		List<String> lines = Told.plain(Told.lines(reply.data().get(0).data(), peer.format()));

		assertThat(lines).contains("pmix.job.size=4", "pmix.ssn.arr 4294967295: pmix.univ.size=8", "pmix.node.arr node1: pmix.lpeers=2,3",
				"pmix.app.arr 0: pmix.app.size=4", "pmix.pdata 3: pmix.lrank=1").noneMatch(line -> line.startsWith("pmix.pblob"));
	}

	@Test
	void wildcard_noKeyOld_hasRanksAsBlobs() throws PmixException {
		server.get(server.core().registerNamespace("job1", 1, CapturedJobInfo.told()));
		server.client(Proc.of("job1", 0));
		TestPeer peer = server.connect("job1", 0, Release.R3);
		Reply.GetReply reply = peer.ask(Puts.get("job1", Rank.WILDCARD, ""), ReplyKind.GET);

		assertThat(Told.plain(Told.lines(reply.data().get(0).data(), peer.format())))
				.contains("pmix.pblob 3: pmix.lrank=1", "pmix.univ.size=8")
				.noneMatch(line -> line.startsWith("pmix.pdata") || line.startsWith("pmix.ssn.arr"));
	}

	@Test
	void wildcard_keysOfSessionNodeAndProgram_areFound() throws PmixException {
		server.get(server.core().registerNamespace("job", 1, Infos.of(Info.of(ServerAttributes.NODE_MAP, "node0,node1"),
				Info.of(ServerAttributes.PROC_MAP, "0;1,2"), Info.of(SessionAttributes.UNIV_SIZE, 8), Info.of(AppAttributes.APP_SIZE, 3))));
		server.client(Proc.of("job", 0));
		TestPeer peer = server.connect("job", 0);

		assertThat(value(peer, Rank.WILDCARD, SessionAttributes.UNIV_SIZE.key())).isEqualTo(new PmixValue.UInt32(8));
		assertThat(value(peer, Rank.WILDCARD, NodeAttributes.LOCAL_SIZE.key())).as("of the server's node")
				.isEqualTo(new PmixValue.UInt32(1));
		assertThat(value(peer, Rank.WILDCARD, AppAttributes.APP_SIZE.key())).isEqualTo(new PmixValue.UInt32(3));
		assertThat(value(peer, Rank.of(2), ProcAttributes.LOCAL_RANK.key())).isEqualTo(new PmixValue.UInt16((short) 1));
		assertThat(value(peer, Rank.UNDEF, JobAttributes.JOB_SIZE.key())).isEqualTo(new PmixValue.UInt32(3));
	}

	private static PmixValue value(TestPeer peer, Rank rank, String key) throws PmixException {
		Reply.GetReply reply = peer.ask(Puts.get("job", rank, key), ReplyKind.GET);
		assertThat(reply.status()).isEqualTo(Status.SUCCESS);
		assertThat(Puts.owners(reply)).containsExactly(new Proc("job", rank));
		return reply.data().get(0).data().kvals(peer.format().limits()).stream().filter(kval -> kval.key().equals(key)).findFirst()
				.orElseThrow().value();
	}

	@Test
	void otherJob_wildcard_isAnsweredWithEverything() throws PmixException {
		TestPeer peer = job(1).get(0);
		server.job("other", 3);
		Reply.GetReply reply = peer.ask(Puts.get("other", Rank.WILDCARD, "pmix.job.size"), ReplyKind.GET);

		assertThat(Puts.owners(reply)).containsExactly(Proc.wildcard("other"));
		assertThat(Told.plain(Told.lines(reply.data().get(0).data(), peer.format()))).contains("pmix.job.size=3");
	}

	// 3: not all local processes registered

	@Test
	void notAllRegistered_immediate_isNotFound() throws PmixException {
		server.namespace("job", 2, 2);
		server.client(Proc.of("job", 0));
		TestPeer peer = server.connect("job", 0);

		assertThat(status(peer, Puts.get("job", 1, "key", IMMEDIATE))).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void notAllRegistered_waits() throws PmixException {
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
	void allRegistered_noSuchRank_isNotFound() throws PmixException {
		server.namespace("job", 1, 1);
		server.client(Proc.of("job", 0));
		TestPeer peer = server.connect("job", 0);

		assertThat(status(peer, Puts.get("job", 9, "key"))).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void noSuchRank_knownOnlyLater_isNotFoundThen() throws PmixException {
		server.client(Proc.of("job", 0));
		TestPeer peer = server.connect("job", 0);
		int tag = peer.send(Puts.get("job", 9, "key"));
		assertThat(peer.isAnswered(tag)).isFalse();
		server.namespace("job", 1, 1);

		assertThat(peer.reply(tag, ReplyKind.GET).status()).isEqualTo(Status.ERR_NOT_FOUND);
	}

	// 4: local, not connected; refresh

	@Test
	void localNotConnected_waitsAsLongAsItTakes() throws PmixException {
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
	void localNotConnected_connectsAndDoesNotCommit_timesOut() throws PmixException {
		server.job("job", 2);
		TestPeer peer = server.connect("job", 0);
		int tag = peer.send(Puts.get("job", 1, "key"));
		server.connect("job", 1);
		server.advance(Duration.ofSeconds(2));

		assertThat(peer.reply(tag, ReplyKind.GET).status()).isEqualTo(Status.ERR_TIMEOUT);
	}

	@Test
	void localFinished_hasALimitToo() throws PmixException {
		List<TestPeer> peers = job(2);
		peers.get(1).finish();
		int tag = peers.get(0).send(Puts.get("job", 1, "key"));
		server.advance(Duration.ofSeconds(2));

		assertThat(peers.get(0).reply(tag, ReplyKind.GET).status()).isEqualTo(Status.ERR_TIMEOUT);
	}

	@Test
	void refresh_ofALocalProcess_isAnsweredWithWhatIsHere() throws PmixException {
		List<TestPeer> peers = job(2);
		peers.get(1).ask(Puts.commit("key", "new"));
		Info refresh = Info.of(KeyValueAttributes.GET_REFRESH_CACHE, true);

		assertThat(Puts.values(peers.get(0).ask(Puts.get("job", 1, "key", refresh), ReplyKind.GET), peers.get(0)))
				.containsEntry("key", "new");
	}

	// 5: there

	@Test
	void committed_anyKey_bringsAllOfTheProcess() throws PmixException {
		List<TestPeer> peers = job(2);
		peers.get(1).ask(Puts.commit(Puts.local("one", "1", "two", "2"), Puts.remote("three", "3")));
		Reply.GetReply reply = peers.get(0).ask(Puts.get("job", 1, "two"), ReplyKind.GET);

		assertThat(Puts.owners(reply)).containsExactly(Proc.of("job", 1));
		assertThat(Puts.values(reply, peers.get(0))).containsOnlyKeys("one", "two");
	}

	@Test
	void committed_ownData_areFound() throws PmixException {
		TestPeer peer = job(1).get(0);
		peer.ask(Puts.commit("key", "value"));

		assertThat(Puts.values(peer.ask(Puts.get("job", 0, "key"), ReplyKind.GET), peer)).containsEntry("key", "value");
	}

	@Test
	void committed_noKeyAsked_bringsAllOfTheProcess() throws PmixException {
		List<TestPeer> peers = job(2);
		peers.get(1).ask(Puts.commit("key", "value"));

		assertThat(Puts.values(peers.get(0).ask(Puts.get("job", 1, ""), ReplyKind.GET), peers.get(0))).containsEntry("key", "value");
	}

	@Test
	void committed_bytesOfTheAnswer_areThoseOfTheCServer() throws PmixException {
		server.job("job1", 2);
		List<TestPeer> peers = server.connectAll("job1", 2);
		peers.get(1).ask(Puts.commit(Puts.local("gkey1", "gval", "lkey", "lval"), Puts.remote("gkey1", "gval")));
		byte[] answer = peers.get(0).payload(peers.get(0).send(Puts.get("job1", 1, "gkey1")));

		assertThat(answer).as("recorded from 4.2.2: status, a byte object with process and two strings").asHexString()
				.isEqualToIgnoringCase("02000225020A6A6F62310001020C676B65793100030A6776616C00020A6C6B657900030A6C76616C00");
	}

	@Test
	void keyForOthersOnly_isNotFoundAtOnce() throws PmixException {
		List<TestPeer> peers = job(2);
		peers.get(1).ask(Puts.commit(Puts.remote("key", "value")));

		assertThat(status(peers.get(0), Puts.get("job", 1, "key"))).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void scope_named_picksTheTable() throws PmixException {
		List<TestPeer> peers = job(2);
		peers.get(1).ask(Puts.commit(Puts.local("l", "1"), Puts.remote("r", "2")));
		Info remote = Info.of(KeyValueAttributes.DATA_SCOPE, Scope.REMOTE);
		Info local = Info.of(KeyValueAttributes.DATA_SCOPE, Scope.LOCAL);
		TestPeer peer = peers.get(0);

		assertThat(Puts.values(peer.ask(Puts.get("job", 1, "r", remote), ReplyKind.GET), peer)).containsOnlyKeys("r");
		assertThat(Puts.values(peer.ask(Puts.get("job", 1, "l", local), ReplyKind.GET), peer)).containsOnlyKeys("l");
		assertThat(status(peer, Puts.get("job", 1, "l", remote))).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(status(peer, Puts.get("job", 1, "r", local))).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void otherJob_rank_comesWithItsJob() throws PmixException {
		TestPeer peer = job(1).get(0);
		server.job("other", 1);
		server.connect("other", 0).ask(Puts.commit("key", "value"));
		Reply.GetReply reply = peer.ask(Puts.get("other", 0, "key"), ReplyKind.GET);

		assertThat(Puts.owners(reply)).containsExactly(Proc.wildcard("other"), Proc.of("other", 0));
		assertThat(Puts.values(reply.data().get(1), peer)).containsEntry("key", "value");
	}

	// 6: local, not there

	@Test
	void missing_immediate_isNotFound() throws PmixException {
		List<TestPeer> peers = job(2);
		peers.get(1).ask(Puts.commit("key", "value"));

		assertThat(status(peers.get(0), Puts.get("job", 1, "nokey", IMMEDIATE))).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void missing_withoutLimit_timesOutAfterTwoSeconds() throws PmixException {
		TestPeer peer = job(2).get(0);
		int tag = peer.send(Puts.get("job", 1, "key"));
		server.advance(Duration.ofMillis(1999));
		assertThat(peer.isAnswered(tag)).isFalse();
		server.advance(Duration.ofMillis(1));

		assertThat(peer.reply(tag, ReplyKind.GET).status()).isEqualTo(Status.ERR_TIMEOUT);
	}

	@Test
	void missing_withALimit_timesOutThen() throws PmixException {
		TestPeer peer = job(2).get(0);
		int tag = peer.send(Puts.get("job", 1, "key", timeout(7)));
		server.advance(Duration.ofMillis(6999));
		assertThat(peer.isAnswered(tag)).isFalse();
		server.advance(Duration.ofMillis(1));

		assertThat(peer.reply(tag, ReplyKind.GET).status()).isEqualTo(Status.ERR_TIMEOUT);
		assertThat(server.loop().timers()).isZero();
	}

	@Test
	void missing_commitBringsIt_allWhoWaitAreAnswered() throws PmixException {
		List<TestPeer> peers = job(3);
		int first = peers.get(0).send(Puts.get("job", 2, "key"));
		int second = peers.get(1).send(Puts.get("job", 2, "other"));
		peers.get(2).ask(Puts.commit("key", "value"));

		assertThat(Puts.values(peers.get(0).reply(first, ReplyKind.GET), peers.get(0))).containsEntry("key", "value");
		assertThat(peers.get(1).isAnswered(second)).as("another key").isFalse();
		peers.get(2).ask(Puts.commit("key", "value", "other", "2"));
		assertThat(Puts.values(peers.get(1).reply(second, ReplyKind.GET), peers.get(1))).containsEntry("other", "2");
		assertThat(server.loop().timers()).isZero();
	}

	@Test
	void missing_commitBringsItForOthersOnly_isNotFound() throws PmixException {
		List<TestPeer> peers = job(2);
		int tag = peers.get(0).send(Puts.get("job", 1, "key"));
		peers.get(1).ask(Puts.commit(Puts.remote("key", "value")));

		assertThat(peers.get(0).reply(tag, ReplyKind.GET).status()).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void missing_processDies_isNotFound() throws PmixException {
		List<TestPeer> peers = job(2);
		int tag = peers.get(0).send(Puts.get("job", 1, "key", timeout(100)));
		peers.get(1).die();

		assertThat(peers.get(0).reply(tag, ReplyKind.GET).status()).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(status(peers.get(0), Puts.get("job", 1, "key"))).as("and from then on").isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void missing_processEnds_isNotFound() throws PmixException {
		server.job("job", 2);
		TestPeer peer = server.connect("job", 0);
		int tag = peer.send(Puts.get("job", 1, "key"));
		server.get(server.core().deregisterClient(Proc.of("job", 1)));

		assertThat(peer.reply(tag, ReplyKind.GET).status()).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void dead_whatItHasPut_stays() throws PmixException {
		List<TestPeer> peers = job(2);
		peers.get(1).ask(Puts.commit("key", "value"));
		peers.get(1).die();
		server.get(server.core().deregisterClient(Proc.of("job", 1)));

		assertThat(Puts.values(peers.get(0).ask(Puts.get("job", 1, "key"), ReplyKind.GET), peers.get(0))).containsEntry("key", "value");
	}

	@Test
	void missing_namespaceEnds_isNotFound() throws PmixException {
		TestPeer peer = job(1).get(0);
		server.job("other", 1);
		int tag = peer.send(Puts.get("other", 0, "key"));
		server.get(server.core().deregisterNamespace("other"));

		assertThat(peer.reply(tag, ReplyKind.GET).status()).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void missing_askingOneLeaves_nothingIsLeft() throws PmixException {
		List<TestPeer> peers = job(2);
		peers.get(0).send(Puts.get("job", 1, "key"));
		peers.get(0).die();
		peers.get(1).ask(Puts.commit("key", "value"));
		server.advance(Duration.ofSeconds(1));

		assertThat(server.loop().timers()).isZero();
		assertThat(server.dump()).doesNotContain("get of");
	}

	@Test
	void reservedKey_unknown_isNotFoundAtOnce() throws PmixException {
		TestPeer peer = job(2).get(0);

		assertThat(status(peer, Puts.get("job", 1, "pmix.nrank"))).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(status(peer, Puts.get("job", Rank.UNDEF, "pmix.nrank"))).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void undefinedRank_whoeverHasTheKey_answers() throws PmixException {
		List<TestPeer> peers = job(3);
		peers.get(1).ask(Puts.commit("mine", "1", "more", "2"));
		peers.get(2).ask(Puts.commit("other", "3"));
		Reply.GetReply reply = peers.get(0).ask(Puts.get("job", Rank.UNDEF, "mine"), ReplyKind.GET);

		assertThat(Puts.owners(reply)).containsExactly(new Proc("job", Rank.UNDEF));
		assertThat(Puts.values(reply, peers.get(0))).containsExactlyEntriesOf(Map.of("mine", "1"));
	}

	@Test
	void undefinedRank_nobodyHasTheKeyYet_waits() throws PmixException {
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

	@Test
	void directiveOfTheWrongType_isRefusedAndLeavesNothing() throws PmixException {
		TestPeer peer = job(2).get(0);
		for (String key : List.of(KeyValueAttributes.TIMEOUT.key(), KeyValueAttributes.IMMEDIATE.key(), KeyValueAttributes.DATA_SCOPE.key(),
				KeyValueAttributes.GET_REFRESH_CACHE.key())) {
			assertThat(status(peer, Puts.get("job", 1, "key", Info.of(key, DataArray.of(Infos.EMPTY))))).isEqualTo(Status.ERR_BAD_PARAM);
		}
		assertThat(server.dump()).doesNotContain("get of");
		assertThat(server.loop().timers()).isZero();
	}

	@Test
	void release32_getsTheSameInItsOwnDialect() throws PmixException {
		server.job("job", 2);
		TestPeer old = server.connect("job", 0, Release.R3);
		server.connect("job", 1, Release.R61).ask(Puts.commit("key", "value"));

		assertThat(Puts.values(old.ask(Puts.get("job", 1, "key"), ReplyKind.GET), old)).containsEntry("key", "value");
	}

	@Test
	void answerLongerThanTheReleaseTakes_isAnErrorAndNotTheEndOfTheConnection() throws PmixException {
		server.job("job", 2);
		TestPeer old = server.connect("job", 0, Release.R41);
		server.loop().network().setCapacity(20 << 20);
		TestPeer rich = server.connect("job", 1);
		String half = "x".repeat(9 << 20);
		assertThat(rich.ask(Puts.commit(Puts.local("key", half, "more", half)))).isEqualTo(Status.SUCCESS);

		assertThat(status(old, Puts.get("job", 1, "key"))).isEqualTo(Status.ERR_OUT_OF_RESOURCE);
		assertThat(status(rich, Puts.get("job", 1, "key"))).isEqualTo(Status.SUCCESS);
		assertThat(log.warnings()).anyMatch(line -> line.contains("16,777,216 at the most"));
	}
}
