// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Status;
import org.pmix4j.server.spi.LoopHost;
import org.pmix4j.server.spi.ServerLoop;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests a host on the loop of its server: calls and answers need no other thread. */
class LoopHostTest {
	/** Answers immediately or with a timer of the loop. */
	private static final class Resident implements LoopHost {
		private Optional<ServerLoop> loop = Optional.empty();
		private Optional<TestServer> server = Optional.empty();
		private final List<Boolean> onLoop = new ArrayList<>();
		private Duration delay = Duration.ZERO;
		private final List<String> collectives = new ArrayList<>();

		@Override
		public void collectiveEntered(String operation, Proc who, List<Proc> participants) {
			collectives.add(who + " enters " + operation + " of " + participants);
		}

		@Override
		public void collectiveLeft(String operation, List<Proc> participants, Status status) {
			collectives.add(operation + " of " + participants + ": " + status);
		}

		@Override
		public void attached(ServerLoop given) {
			assertThat(loop).isEmpty();
			loop = Optional.of(given);
		}

		@Override
		public CompletionStage<Void> clientConnected(Proc client, Object hostObject, Infos infos) {
			onLoop.add(loop.orElseThrow().inLoop());
			return CompletableFuture.completedFuture(null);
		}

		@Override
		public CompletionStage<List<PublishedData>> lookup(Proc requester, List<String> keys, Infos infos) {
			onLoop.add(loop.orElseThrow().inLoop());
			if (keys.contains("throw")) {
				throw new IllegalStateException("clumsy");
			}
			CompletableFuture<List<PublishedData>> answer = new CompletableFuture<>();
			if (delay.isZero()) {
				answer.complete(List.of());
			} else {
				loop.orElseThrow().schedule(delay, () -> answer.complete(List.of()));
			}
			return answer;
		}

		@Override
		public CompletionStage<Void> unpublish(Proc publisher, List<String> keys, Infos infos) {
			CompletableFuture<Void> raised = server.orElseThrow().core().notifyEvent(Status.EVENT_JOB_END, publisher, DataRange.GLOBAL,
					Infos.EMPTY);
			onLoop.add(raised.isDone());
			return raised;
		}
	}

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final Resident host = new Resident();
	private final TestServer server;
	private final TestPeer peer;

	LoopHostTest() throws PmixException {
		server = TestServer.open(host);
		host.server = Optional.of(server);
		server.job("job", 1);
		peer = server.connect("job", 0);
		server.shutDownExecutor();
	}

	private Status ask(String key) throws PmixException {
		return peer.ask(new DataRequest.Lookup(0, List.of(key), Infos.EMPTY), ReplyKind.LOOKUP).status();
	}

	@Test
	void call_isMadeAndAnsweredOnTheLoop_withoutTheExecutor() throws PmixException {
		assertThat(ask("key")).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(host.onLoop).hasSize(2).containsOnly(true);
	}

	@Test
	void collective_isFollowedFromItsParticipantToItsEnd() throws PmixException {
		peer.send(new DataRequest.Fence(List.of(Proc.wildcard("job")), Infos.EMPTY));

		assertThat(host.collectives).containsExactly("job:0 enters fence of [job:WILDCARD]", "fence of [job:WILDCARD]: SUCCESS (0)");
	}

	@Test
	void answer_fromTimer_isForwarded() throws PmixException {
		host.delay = Duration.ofSeconds(3);
		int tag = peer.send(new DataRequest.Lookup(0, List.of("key"), Infos.EMPTY));
		server.advance(Duration.ofMillis(2_999));
		assertThat(peer.isAnswered(tag)).isFalse();
		assertThat(server.dump()).contains("lookup of [key] for job:0");
		server.advance(Duration.ofMillis(1));

		assertThat(peer.reply(tag, ReplyKind.LOOKUP).status()).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void hostThrows_requesterGetsError() throws PmixException {
		assertThat(ask("throw")).isEqualTo(Status.ERROR);
		assertThat(log.errors()).containsExactly("the host failed in lookup of [throw] for job:0");
	}

	@Test
	void serverOperation_calledOnLoop_isDoneAtOnce() throws PmixException {
		Status status = peer.ask(new DataRequest.Unpublish(0, List.of("key"), Infos.EMPTY), ReplyKind.STATUS).status();

		assertThat(status).isEqualTo(Status.SUCCESS);
		assertThat(host.onLoop).hasSize(2).containsOnly(true);
	}
}
