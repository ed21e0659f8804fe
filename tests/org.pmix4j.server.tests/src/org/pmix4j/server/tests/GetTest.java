// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests gets for data put by processes of this server. */
class GetTest extends GetFixture {
	GetTest() throws PmixException {
		super();
	}

	@Test
	void refresh_ofALocalProcess_returnsStoredData() throws PmixException {
		List<TestPeer> peers = job(2);
		peers.get(1).ask(Puts.commit("key", "new"));
		Info refresh = Info.of(KeyValueAttributes.GET_REFRESH_CACHE, true);

		assertThat(Puts.values(peers.get(0).ask(Puts.get("job", 1, "key", refresh), ReplyKind.GET), peers.get(0)))
				.containsEntry("key", "new");
	}

	@ParameterizedTest
	@ValueSource(strings = { "pmix.nothing", "pmix.job.size", "my.own.key" })
	void required_unknownDirective_isRefused(String key) throws PmixException {
		List<TestPeer> peers = job(2);
		peers.get(1).ask(Puts.commit("key", "value"));
		Info unknown = Info.of(key, PmixValue.Bool.TRUE);

		assertThat(status(peers.get(0), Puts.get("job", 1, "key", unknown))).isEqualTo(Status.SUCCESS);
		assertThat(status(peers.get(0), Puts.get("job", 1, "key", unknown.required()))).isEqualTo(Status.ERR_NOT_SUPPORTED);
		assertThat(status(peers.get(0), Puts.get("job", 1, "key", unknown.required().qualifier()))).isEqualTo(Status.SUCCESS);
	}

	@ParameterizedTest
	@ValueSource(strings = { "pmix.node.info", "pmix.ssn.info", "pmix.app.info", "pmix.immediate", "pmix.nodeid" })
	void directive_ofTheWrongType_isRefused(String key) throws PmixException {
		List<TestPeer> peers = job(2);
		peers.get(1).ask(Puts.commit("key", "value"));

		assertThat(status(peers.get(0), Puts.get("job", 1, "key", Info.of(key, new PmixValue.Str("x"))))).isEqualTo(Status.ERR_BAD_PARAM);
	}

	@Test
	void committed_anyKey_returnsAllDataOfTheProcess() throws PmixException {
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
	void committed_noKey_returnsAllDataOfTheProcess() throws PmixException {
		List<TestPeer> peers = job(2);
		peers.get(1).ask(Puts.commit("key", "value"));

		assertThat(Puts.values(peers.get(0).ask(Puts.get("job", 1, ""), ReplyKind.GET), peers.get(0))).containsEntry("key", "value");
	}

	@Test
	void committed_bytesOfTheReply_matchTheCServer() throws PmixException {
		server.job("job1", 2);
		List<TestPeer> peers = server.connectAll("job1", 2);
		peers.get(1).ask(Puts.commit(Puts.local("gkey1", "gval", "lkey", "lval"), Puts.remote("gkey1", "gval")));
		byte[] answer = peers.get(0).payload(peers.get(0).send(Puts.get("job1", 1, "gkey1")));

		assertThat(answer).as("recorded from 4.2.2: status, a byte object with process and two strings").asHexString()
				.isEqualToIgnoringCase("02000225020A6A6F62310001020C676B65793100030A6776616C00020A6C6B657900030A6C76616C00");
	}

	@Test
	void keyForRemoteReadersOnly_isNotFoundAtOnce() throws PmixException {
		List<TestPeer> peers = job(2);
		peers.get(1).ask(Puts.commit(Puts.remote("key", "value")));

		assertThat(status(peers.get(0), Puts.get("job", 1, "key"))).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void scope_given_selectsData() throws PmixException {
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
	void rankOfOtherJob_comesWithItsJobData() throws PmixException {
		TestPeer peer = job(1).get(0);
		server.job("other", 1);
		server.connect("other", 0).ask(Puts.commit("key", "value"));
		Reply.GetReply reply = peer.ask(Puts.get("other", 0, "key"), ReplyKind.GET);

		assertThat(Puts.owners(reply)).containsExactly(Proc.wildcard("other"), Proc.of("other", 0));
		assertThat(Puts.values(reply.data().get(1), peer)).containsEntry("key", "value");
	}

	@Test
	void death_keepsCommittedData() throws PmixException {
		List<TestPeer> peers = job(2);
		peers.get(1).ask(Puts.commit("key", "value"));
		peers.get(1).die();
		server.get(server.core().deregisterClient(Proc.of("job", 1)));

		assertThat(Puts.values(peers.get(0).ask(Puts.get("job", 1, "key"), ReplyKind.GET), peers.get(0))).containsEntry("key", "value");
	}

	@Test
	void undefinedRank_anyProcessWithTheKey_isFound() throws PmixException {
		List<TestPeer> peers = job(3);
		peers.get(1).ask(Puts.commit("mine", "1", "more", "2"));
		peers.get(2).ask(Puts.commit("other", "3"));
		Reply.GetReply reply = peers.get(0).ask(Puts.get("job", Rank.UNDEF, "mine"), ReplyKind.GET);

		assertThat(Puts.owners(reply)).containsExactly(new Proc("job", Rank.UNDEF));
		assertThat(Puts.values(reply, peers.get(0))).containsExactlyEntriesOf(Map.of("mine", "1"));
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
	void release32_getsReplyInItsDialect() throws PmixException {
		server.job("job", 2);
		TestPeer old = server.connect("job", 0, Release.R3);
		server.connect("job", 1, Release.R61).ask(Puts.commit("key", "value"));

		assertThat(Puts.values(old.ask(Puts.get("job", 1, "key"), ReplyKind.GET), old)).containsEntry("key", "value");
	}

	@Test
	void reply_longerThanTheReleaseAccepts_isAnErrorOnTheSameConnection() throws PmixException {
		server.job("job", 2);
		TestPeer old = server.connect("job", 0, Release.R41);
		server.loop().network().setCapacity(20 << 20);
		TestPeer rich = server.connect("job", 1);
		String half = "x".repeat(9 << 20);
		assertThat(rich.ask(Puts.commit(Puts.local("key", half, "more", half)))).isEqualTo(Status.SUCCESS);

		assertThat(status(old, Puts.get("job", 1, "key"))).isEqualTo(Status.ERR_OUT_OF_RESOURCE);
		assertThat(status(rich, Puts.get("job", 1, "key"))).isEqualTo(Status.SUCCESS);
		assertThat(log.warnings()).anyMatch(line -> line.contains("accepts at most 16777216"));
	}
}
