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
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests how long the server waits for a host that never answers. */
class HostLimitTest {
	private static final Duration LIMIT = Duration.ofSeconds(20);
	private static final Duration DAY = Duration.ofDays(1);
	private static final Duration MOMENT = Duration.ofMillis(1);

	/** Never answers unasked. */
	private static final class Silent implements PmixHost {
		private final List<CompletableFuture<List<PublishedData>>> lookups = new ArrayList<>();
		private final CompletableFuture<String> spawned = new CompletableFuture<>();

		@Override
		public CompletionStage<List<PublishedData>> lookup(Proc requester, List<String> keys, Infos infos) {
			CompletableFuture<List<PublishedData>> answer = new CompletableFuture<>();
			lookups.add(answer);
			return answer;
		}

		@Override
		public CompletionStage<String> spawn(Proc requester, Infos infos, List<App> apps) {
			return spawned;
		}
	}

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final Silent host = new Silent();
	private final TestServer server;
	private final TestPeer peer;

	HostLimitTest() throws PmixException {
		server = TestServer.with(host, options -> options.withHostTimeout(LIMIT));
		server.job("job", 1);
		peer = server.connect("job", 0);
	}

	private int lookup(Infos infos) throws PmixException {
		return peer.send(new DataRequest.Lookup(0, List.of("key"), infos));
	}

	private int spawn(Infos infos) throws PmixException {
		return peer.send(new JobRequest.Spawn(infos, List.of(new App("child", List.of("child"), List.of(), "", 1, Infos.EMPTY))));
	}

	@Test
	void lookup_hostNeverAnswers_timesOut() throws PmixException {
		int tag = lookup(Infos.EMPTY);
		server.advance(LIMIT.minus(MOMENT));
		assertThat(peer.isAnswered(tag)).isFalse();
		server.advance(MOMENT);

		assertThat(peer.reply(tag, ReplyKind.LOOKUP).status()).isEqualTo(Status.ERR_TIMEOUT);
		assertThat(log.warnings()).containsExactly("the host did not answer within 20 s: lookup of [key] for job:0");
		assertThat(server.dump()).doesNotContain("lookup");
	}

	@Test
	void lookup_hostAnswersAfterTheLimit_isIgnored() throws PmixException {
		int late = lookup(Infos.EMPTY);
		server.advance(LIMIT);
		assertThat(peer.reply(late, ReplyKind.LOOKUP).status()).isEqualTo(Status.ERR_TIMEOUT);

		host.lookups.get(0).complete(List.of());
		int next = lookup(Infos.EMPTY);
		host.lookups.get(1).completeExceptionally(new PmixException(Status.ERR_NO_PERMISSIONS, "no"));

		assertThat(peer.reply(next, ReplyKind.LOOKUP).status()).isEqualTo(Status.ERR_NO_PERMISSIONS);
	}

	@Test
	void lookup_hostAnswersInTime_leavesNoTimer() throws PmixException {
		int before = server.loop().timers();
		int tag = lookup(Infos.EMPTY);
		host.lookups.get(0).complete(List.of());

		assertThat(peer.reply(tag, ReplyKind.LOOKUP).status()).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(server.loop().timers()).isEqualTo(before);
	}

	@Test
	void lookup_waiting_hasNoHostLimit() throws PmixException {
		int tag = lookup(Infos.EMPTY.with(KeyValueAttributes.WAIT, 1));
		server.advance(DAY);

		assertThat(peer.isAnswered(tag)).isFalse();
	}

	@Test
	void lookup_waitingWithATimeout_addsTheHostLimit() throws PmixException {
		int tag = lookup(Infos.EMPTY.with(KeyValueAttributes.WAIT, 1).with(KeyValueAttributes.TIMEOUT, 5));
		server.advance(LIMIT.plusSeconds(5).minus(MOMENT));
		assertThat(peer.isAnswered(tag)).isFalse();
		server.advance(MOMENT);

		assertThat(peer.reply(tag, ReplyKind.LOOKUP).status()).isEqualTo(Status.ERR_TIMEOUT);
	}

	@Test
	void spawn_withoutTimeout_hasNoHostLimit() throws PmixException {
		int tag = spawn(Infos.EMPTY);
		server.advance(DAY);

		assertThat(peer.isAnswered(tag)).isFalse();
	}

	@Test
	void spawn_withATimeout_addsTheHostLimit() throws PmixException {
		int tag = spawn(Infos.EMPTY.with(SpawnAttributes.SPAWN_TIMEOUT, 3));
		server.advance(LIMIT.plusSeconds(3).minus(MOMENT));
		assertThat(peer.isAnswered(tag)).isFalse();
		server.advance(MOMENT);

		assertThat(peer.reply(tag, ReplyKind.SPAWN).status()).isEqualTo(Status.ERR_TIMEOUT);
	}
}
