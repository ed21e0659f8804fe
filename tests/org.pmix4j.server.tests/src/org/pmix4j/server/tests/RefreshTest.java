// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.ProcData;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests the request that releases from 5.0 on send before a get with refresh. */
class RefreshTest {
	private static final class Other implements PmixHost {
		private final List<Infos> calls = new ArrayList<>();
		private CompletableFuture<ByteObject> answer = new CompletableFuture<>();

		@Override
		public CompletionStage<ByteObject> directModex(Proc proc, Infos infos) {
			calls.add(infos);
			return answer;
		}
	}

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final Other host = new Other();
	private final TestServer server;
	private final TestPeer peer;

	RefreshTest() throws PmixException {
		server = TestServer.open(host);
		server.namespace("job", 3, 2);
		server.client(Proc.of("job", 0));
		server.client(Proc.of("job", 1));
		peer = server.connect("job", 0, Release.R5);
	}

	private int ask(int rank) throws PmixException {
		return peer.send(new DataRequest.RefreshCache("job", Rank.of(rank)));
	}

	private Map<String, String> told(Reply.RefreshReply reply) throws PmixException {
		return Puts.values(new ProcData(Proc.of("job", 0), reply.data()), peer);
	}

	private void remoteHas(String value) throws PmixException {
		host.answer = CompletableFuture.completedFuture(Puts.blob("key", value).encodedFor(Release.R42.format().encoding(), Limits.DEFAULT));
	}

	@Test
	void refresh_ofALocalProcess_returnsItsLocalData() throws PmixException {
		TestPeer other = server.connect("job", 1, Release.R61);
		other.ask(Puts.commit(Puts.local("key", "old"), Puts.remote("far", "1")));
		other.ask(Puts.commit(Puts.local("key", "new")));

		assertThat(told(peer.reply(ask(1), ReplyKind.REFRESH))).containsOnly(Map.entry("key", "new"));
	}

	@Test
	void refresh_localProcessWithoutData_isRepliedToAtOnce() throws PmixException {
		assertThat(peer.reply(ask(1), ReplyKind.REFRESH).status()).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void refresh_ofARemoteProcess_callsTheHostEachTime() throws PmixException {
		remoteHas("old");
		assertThat(told(peer.reply(ask(2), ReplyKind.REFRESH))).containsEntry("key", "old");
		remoteHas("new");

		assertThat(told(peer.reply(ask(2), ReplyKind.REFRESH))).containsEntry("key", "new");
		assertThat(host.calls).hasSize(2).allMatch(infos -> infos.contains(KeyValueAttributes.GET_REFRESH_CACHE));
	}

	@Test
	void refresh_ofARemoteProcessWithASilentHost_returnsStoredData() throws PmixException {
		remoteHas("old");
		peer.reply(ask(2), ReplyKind.REFRESH);
		host.answer = new CompletableFuture<>();
		int tag = ask(2);
		assertThat(peer.isAnswered(tag)).isFalse();
		server.advance(Duration.ofSeconds(2));

		assertThat(told(peer.reply(tag, ReplyKind.REFRESH))).containsEntry("key", "old");
	}

	@Test
	void refresh_ofTheJob_returnsTheLatestData() throws PmixException {
		server.get(server.core().registerNamespace("job", 2, Infos.of(Info.of(JobAttributes.JOBID, "late"))));
		int tag = peer.send(new DataRequest.RefreshCache("job", Rank.WILDCARD));

		assertThat(told(peer.reply(tag, ReplyKind.REFRESH))).containsEntry("pmix.jobid", "late");
	}

	@Test
	void refresh_ofAnUnknownJob_isNotFound() throws PmixException {
		int tag = peer.send(new DataRequest.RefreshCache("nowhere", Rank.WILDCARD));

		assertThat(peer.reply(tag, ReplyKind.REFRESH).status()).isEqualTo(Status.ERR_NOT_FOUND);
	}
}
