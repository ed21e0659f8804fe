// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests gets for data of other servers' processes, which the host fetches. */
class GetHostTest {
	/** A call to the host. */
	private record Call(Proc proc, Infos infos, CompletableFuture<ByteObject> answer) {
	}

	private static final class Fetcher implements PmixHost {
		private final List<Call> calls = new ArrayList<>();

		@Override
		public CompletionStage<ByteObject> directModex(Proc proc, Infos infos) {
			Call call = new Call(proc, infos, new CompletableFuture<>());
			calls.add(call);
			return call.answer;
		}
	}

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final Fetcher host = new Fetcher();
	private final TestServer server;
	private final TestPeer peer;

	GetHostTest() throws PmixException {
		server = TestServer.open(host);
		server.namespace("job", 3, 2);
		server.client(Proc.of("job", 0));
		server.client(Proc.of("job", 1));
		peer = server.connect("job", 0);
	}

	private static ByteObject packed(String... keysAndValues) throws PmixException {
		return Puts.blob(keysAndValues).encodedFor(Release.R42.format().encoding(), Limits.DEFAULT);
	}

	@Test
	void remoteRank_severalGets_areFetchedOnce() throws PmixException {
		TestPeer other = server.connect("job", 1);
		Info mine = Info.of(KeyValueAttributes.TIMEOUT, 9);
		int first = peer.send(Puts.get("job", 2, "key", mine));
		int second = other.send(Puts.get("job", 2, "more"));
		assertThat(host.calls).hasSize(1);
		assertThat(host.calls.get(0).proc).isEqualTo(Proc.of("job", 2));
		assertThat(host.calls.get(0).infos.list()).containsExactly(mine, Info.of(ServerAttributes.REQUIRED_KEY, "key"));
		host.calls.get(0).answer.complete(packed("key", "1", "more", "2"));

		assertThat(Puts.values(peer.reply(first, ReplyKind.GET), peer)).containsOnlyKeys("key", "more");
		assertThat(Puts.values(other.reply(second, ReplyKind.GET), other)).containsOnlyKeys("key", "more");
		assertThat(Puts.values(peer.ask(Puts.get("job", 2, "key"), ReplyKind.GET), peer)).as("from the store").containsEntry("key", "1");
		assertThat(host.calls).hasSize(1);
		assertThat(server.loop().timers()).isZero();
	}

	/** The call was made for another key, for which alone the other server has waited. */
	@Test
	void remoteRank_fetchedDataLackKeyOfJoinedGet_isFetchedForIt() throws PmixException {
		TestPeer other = server.connect("job", 1);
		int first = peer.send(Puts.get("job", 2, "key"));
		int second = other.send(Puts.get("job", 2, "later"));
		host.calls.get(0).answer.complete(packed("key", "1"));

		assertThat(Puts.values(peer.reply(first, ReplyKind.GET), peer)).containsOnlyKeys("key");
		assertThat(host.calls).hasSize(2);
		assertThat(host.calls.get(1).infos.list()).containsExactly(Info.of(ServerAttributes.REQUIRED_KEY, "later"));
		host.calls.get(1).answer.complete(packed("key", "1", "later", "2"));
		assertThat(Puts.values(other.reply(second, ReplyKind.GET), other)).containsEntry("later", "2");
	}

	@ParameterizedTest
	@ValueSource(strings = { "ERR_NOT_FOUND", "ERR_TIMEOUT" })
	void remoteRank_callForAnotherKeyFails_isFetchedForIt(String status) throws PmixException {
		TestPeer other = server.connect("job", 1);
		Status why = Status.byName(status).orElseThrow();
		int first = peer.send(Puts.get("job", 2, "key", Info.of(KeyValueAttributes.TIMEOUT, 9)));
		int second = other.send(Puts.get("job", 2, "later"));
		host.calls.get(0).answer.completeExceptionally(new PmixException(why, "as the other server says"));

		assertThat(peer.reply(first, ReplyKind.GET).status()).isEqualTo(why);
		assertThat(host.calls).hasSize(2);
		host.calls.get(1).answer.complete(packed("later", "2"));
		assertThat(Puts.values(other.reply(second, ReplyKind.GET), other)).containsEntry("later", "2");
	}

	@Test
	void remoteRank_immediate_isNotFetched() throws PmixException {
		Info immediate = Info.of(KeyValueAttributes.IMMEDIATE, true);

		assertThat(peer.ask(Puts.get("job", 2, "key", immediate), ReplyKind.GET).status()).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(host.calls).isEmpty();
	}

	@Test
	void remoteRank_fetchedDataLackKey_isNotFound() throws PmixException {
		int tag = peer.send(Puts.get("job", 2, "key"));
		host.calls.get(0).answer.complete(packed("other", "1"));

		assertThat(peer.reply(tag, ReplyKind.GET).status()).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void remoteRank_fetchedDataEmpty_isNotFound() throws PmixException {
		int tag = peer.send(Puts.get("job", 2, "key"));
		host.calls.get(0).answer.complete(ByteObject.EMPTY);

		assertThat(peer.reply(tag, ReplyKind.GET).status()).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void remoteRank_hostFails_failsForAll() throws PmixException {
		int tag = peer.send(Puts.get("job", 2, "key"));
		host.calls.get(0).answer.completeExceptionally(new PmixException(Status.ERR_UNREACH, "no way"));

		assertThat(peer.reply(tag, ReplyKind.GET).status()).isEqualTo(Status.ERR_UNREACH);
		peer.send(Puts.get("job", 2, "key"));
		assertThat(host.calls).as("fetched again").hasSize(2);
	}

	@Test
	void remoteRank_malformedAnswer_isAnError() throws PmixException {
		int tag = peer.send(Puts.get("job", 2, "key"));
		host.calls.get(0).answer.complete(ByteObject.wrap(new byte[] { 2, 60, 1 }));

		assertThat(peer.reply(tag, ReplyKind.GET).status()).isEqualTo(Status.ERR_UNPACK_READ_PAST_END_OF_BUFFER);
	}

	@Test
	void remoteRank_afterTheLimit_lateAnswerIsStored() throws PmixException {
		int tag = peer.send(Puts.get("job", 2, "key", Info.of(KeyValueAttributes.TIMEOUT, 1)));
		server.advance(Duration.ofSeconds(1));
		assertThat(peer.reply(tag, ReplyKind.GET).status()).isEqualTo(Status.ERR_TIMEOUT);

		host.calls.get(0).answer.complete(packed("key", "1"));
		assertThat(Puts.values(peer.ask(Puts.get("job", 2, "key"), ReplyKind.GET), peer)).containsEntry("key", "1");
	}

	@Test
	void remoteRank_noTimeout_waitsForHost() throws PmixException {
		int tag = peer.send(Puts.get("job", 2, "key"));
		server.advance(Duration.ofMinutes(5));

		assertThat(peer.isAnswered(tag)).isFalse();
	}

	@Test
	void refresh_remoteRank_fetchesAgainWithoutKey() throws PmixException {
		int first = peer.send(Puts.get("job", 2, "key"));
		host.calls.get(0).answer.complete(packed("key", "old"));
		assertThat(Puts.values(peer.reply(first, ReplyKind.GET), peer)).containsEntry("key", "old");
		Info refresh = Info.of(KeyValueAttributes.GET_REFRESH_CACHE, true);
		int second = peer.send(Puts.get("job", 2, "key", refresh));
		assertThat(host.calls.get(1).infos.list()).containsExactly(refresh);
		host.calls.get(1).answer.complete(packed("key", "new"));

		assertThat(Puts.values(peer.reply(second, ReplyKind.GET), peer)).containsEntry("key", "new");
	}

	@Test
	void unknownNamespace_isFetched() throws PmixException {
		int rank = peer.send(Puts.get("elsewhere", 0, "key"));
		int job = peer.send(Puts.get("elsewhere", Rank.WILDCARD, "pmix.job.size"));
		assertThat(host.calls).extracting(Call::proc).containsExactly(Proc.of("elsewhere", 0), Proc.wildcard("elsewhere"));
		host.calls.get(0).answer.complete(packed("key", "1"));
		host.calls.get(1).answer.complete(packed("pmix.job.size", "7"));

		assertThat(Puts.values(peer.reply(rank, ReplyKind.GET), peer)).containsEntry("key", "1");
		assertThat(Puts.values(peer.reply(job, ReplyKind.GET), peer)).containsEntry("pmix.job.size", "7");
	}

	@Test
	void unknownNamespace_registeredDuringTheHostCall_waitsForItsProcesses() throws PmixException {
		int tag = peer.send(Puts.get("late", 0, "key"));
		server.job("late", 1);
		server.connect("late", 0).ask(Puts.commit("key", "here"));

		assertThat(peer.reply(tag, ReplyKind.GET).data().get(1).proc()).isEqualTo(Proc.of("late", 0));
		host.calls.get(0).answer.completeExceptionally(new PmixException(Status.ERR_NOT_FOUND, "nowhere"));
		assertThat(peer.tags()).isEmpty();
	}

	@Test
	void rank_laterKnownAsRemote_isFetched() throws PmixException {
		server.namespace("half", 3, 1);
		int tag = peer.send(Puts.get("half", 2, "key"));
		assertThat(host.calls).as("rank 2 may still be local").isEmpty();
		server.client(Proc.of("half", 0));
		assertThat(host.calls).extracting(Call::proc).containsExactly(Proc.of("half", 2));
		host.calls.get(0).answer.complete(packed("key", "1"));

		assertThat(Puts.values(peer.reply(tag, ReplyKind.GET).data().get(1), peer)).containsEntry("key", "1");
	}

	@Test
	void undefinedRank_ofADistributedJob_isFetched() throws PmixException {
		int tag = peer.send(Puts.get("job", Rank.UNDEF, "key"));
		assertThat(host.calls).extracting(Call::proc).containsExactly(new Proc("job", Rank.UNDEF));
		host.calls.get(0).answer.complete(packed("key", "1"));

		assertThat(Puts.values(peer.reply(tag, ReplyKind.GET), peer)).containsEntry("key", "1");
	}

	// the other direction: another server requests data from this one

	private String fetched(CompletableFuture<ByteObject> answer) throws PmixException {
		return KvalBlob.packed(Release.R42.format().encoding(), server.get(answer)).keys(Limits.DEFAULT).toString();
	}

	@Test
	void directModex_committed_returnsRemoteData() throws PmixException {
		peer.ask(Puts.commit(Puts.local("secret", "1"), Puts.remote("key", "2")));

		assertThat(fetched(server.core().directModex(Proc.of("job", 0), Infos.EMPTY))).isEqualTo("[key]");
	}

	@Test
	void directModex_notCommitted_waitsForCommit() throws PmixException {
		CompletableFuture<ByteObject> any = server.core().directModex(Proc.of("job", 0), Infos.EMPTY);
		CompletableFuture<ByteObject> keyed = server.core()
				.directModex(Proc.of("job", 0), Infos.of(Info.of(ServerAttributes.REQUIRED_KEY, "key")));
		server.run();
		peer.ask(Puts.commit("other", "1"));
		assertThat(fetched(any)).isEqualTo("[other]");
		assertThat(keyed).isNotDone();
		peer.ask(Puts.commit("other", "1", "key", "2"));

		assertThat(fetched(keyed)).isEqualTo("[other, key]");
	}

	@Test
	void directModex_neverCommitted_timesOut() throws PmixException {
		CompletableFuture<ByteObject> answer = server.core()
				.directModex(Proc.of("job", 0), Infos.of(Info.of(KeyValueAttributes.TIMEOUT, 5)));
		server.advance(Duration.ofSeconds(4));
		assertThat(answer).isNotDone();
		server.advance(Duration.ofSeconds(1));

		assertFails(answer, Status.ERR_TIMEOUT);
	}

	@Test
	void directModex_keyForLocalReaders_isNotFound() throws PmixException {
		peer.ask(Puts.commit(Puts.local("secret", "1")));

		assertFails(server.core().directModex(Proc.of("job", 0), Infos.of(Info.of(ServerAttributes.REQUIRED_KEY, "secret"))),
				Status.ERR_NOT_FOUND);
	}

	@Test
	void directModex_rankOfAnotherServer_isNotFoundWithoutTheHost() throws PmixException {
		assertFails(server.core().directModex(Proc.of("job", 2), Infos.EMPTY), Status.ERR_NOT_FOUND);
		assertThat(host.calls).isEmpty();
	}

	@Test
	void directModex_unknownNamespace_waitsOneMinute() throws PmixException {
		CompletableFuture<ByteObject> answer = server.core().directModex(Proc.of("late", 0), Infos.EMPTY);
		CompletableFuture<ByteObject> never = server.core().directModex(Proc.of("never", 0), Infos.EMPTY);
		server.advance(Duration.ofSeconds(50));
		server.job("late", 1);
		server.connect("late", 0).ask(Puts.commit("key", "1"));
		assertThat(fetched(answer)).isEqualTo("[key]");
		server.advance(Duration.ofSeconds(10));

		assertFails(never, Status.ERR_TIMEOUT);
		assertThat(host.calls).isEmpty();
	}

	@Test
	void directModex_wildcard_returnsJobData() throws PmixException {
		assertThat(fetched(server.core().directModex(Proc.wildcard("job"), Infos.EMPTY))).contains("pmix.job.size");
		assertFails(server.core().directModex(Proc.wildcard("elsewhere"), Infos.EMPTY), Status.ERR_NOT_FOUND);
	}

	@Test
	void directModex_serverCloses_fails() throws PmixException {
		CompletableFuture<ByteObject> answer = server.core().directModex(Proc.of("late", 0), Infos.EMPTY);
		server.run();
		server.core().close();

		assertThat(answer).isCompletedExceptionally();
	}

	private void assertFails(CompletableFuture<ByteObject> answer, Status status) {
		assertThatThrownBy(() -> server.get(answer))
				.isInstanceOfSatisfying(PmixException.class, e -> assertThat(e.status()).isEqualTo(status));
	}
}
