// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.CpuSet;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Status;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests that requests are answered and the server keeps running, whatever error a host makes. */
class HostFailureTest {
	/** Answers each lookup with the given answer, and nothing else. */
	private static final class Clumsy implements PmixHost {
		private CompletionStage<List<PublishedData>> answer = new CompletableFuture<>();

		@Override
		public CompletionStage<List<PublishedData>> lookup(Proc requester, List<String> keys, Infos infos) {
			if (keys.contains("throw")) {
				throw new IllegalStateException("clumsy");
			}
			if (keys.contains("overflow")) {
				throw new StackOverflowError();
			}
			return answer;
		}
	}

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final Clumsy host = new Clumsy();
	private final TestServer server;
	private final TestPeer peer;

	HostFailureTest() throws PmixException {
		server = TestServer.open(host);
		server.job("job", 1);
		peer = server.connect("job", 0);
	}

	private static DataRequest.Lookup lookup(String key) {
		return new DataRequest.Lookup(0, List.of(key), Infos.EMPTY);
	}

	private Status ask(String key) throws PmixException {
		return peer.ask(lookup(key), ReplyKind.LOOKUP).status();
	}

	@Test
	void hostRefuses_requesterGetsItsStatus() throws PmixException {
		host.answer = CompletableFuture.failedFuture(new PmixException(Status.ERR_NO_PERMISSIONS, "no"));

		assertThat(ask("key")).isEqualTo(Status.ERR_NO_PERMISSIONS);
	}

	@Test
	void hostRefusesWrapped_requesterGetsItsStatus() throws PmixException {
		host.answer = CompletableFuture.failedFuture(
				new CompletionException(new CompletionException(new PmixException(Status.ERR_NO_PERMISSIONS, "no"))));

		assertThat(ask("key")).isEqualTo(Status.ERR_NO_PERMISSIONS);
	}

	@Test
	void hostThrowsException_requesterGetsError() throws PmixException {
		assertThat(ask("throw")).isEqualTo(Status.ERROR);
		assertThat(log.errors()).containsExactly("the host failed in lookup of [throw] for job:0");
	}

	/** Issue 9, entry 6: a peer that repeats a failing request does not flood the log. */
	@Test
	void hostThrowsExceptionOften_logsSomeAndCountsTheRest() throws PmixException {
		for (int i = 0; i < 100; i++) {
			assertThat(peer.ask(lookup("throw"))).isEqualTo(Status.ERROR);
		}
		server.advance(Duration.ofSeconds(1));

		assertThat(log.errors()).hasSize(20);
		assertThat(log.warnings()).containsExactly("80 more warnings about connected processes are not shown");
	}

	@Test
	void hostThrowsError_requesterGetsError() throws PmixException {
		assertThat(ask("overflow")).isEqualTo(Status.ERROR);
		assertThat(log.errors()).hasSize(1);
	}

	@Test
	void hostFailsWithOtherException_requesterGetsError() throws PmixException {
		host.answer = CompletableFuture.failedFuture(new IllegalStateException("clumsy"));

		assertThat(ask("key")).isEqualTo(Status.ERROR);
		assertThat(log.errors()).hasSize(1);
	}

	@Test
	void hostReturnsNullStage_requesterGetsError() throws PmixException {
		host.answer = new AtomicReference<CompletionStage<List<PublishedData>>>().get();

		assertThat(ask("key")).isEqualTo(Status.ERROR);
		assertThat(log.errors()).hasSize(1);
	}

	@Test
	void hostReturnsNullResult_requesterGetsError() throws PmixException {
		host.answer = CompletableFuture.completedFuture(null);

		assertThat(ask("key")).isEqualTo(Status.ERROR);
		assertThat(log.errors()).containsExactly("the host's answer to lookup of [key] for job:0 is invalid");
	}

	@Test
	void hostAnswersLate_requesterWaits() throws PmixException {
		CompletableFuture<List<PublishedData>> late = new CompletableFuture<>();
		host.answer = late;
		int tag = peer.send(lookup("key"));
		server.advance(Duration.ofMinutes(10));
		assertThat(peer.isAnswered(tag)).isFalse();
		assertThat(server.dump()).contains("lookup of [key] for job:0 waits for the host since 600.0 s");
		late.complete(List.of());

		assertThat(peer.reply(tag, ReplyKind.LOOKUP).status()).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void host_answersAfterTheProcessIsGone_isIgnored() throws PmixException {
		CompletableFuture<List<PublishedData>> late = new CompletableFuture<>();
		host.answer = late;
		peer.send(lookup("key"));
		peer.die();
		late.complete(List.of());
		server.run();

		assertThat(server.dump()).doesNotContain("lookup");
	}

	@Test
	void host_answersAfterTheClose_isIgnored() throws PmixException {
		CompletableFuture<List<PublishedData>> late = new CompletableFuture<>();
		host.answer = late;
		peer.send(lookup("key"));
		server.core().close();
		late.complete(List.of());

		assertThat(peer.wire().isEnded()).isTrue();
	}

	@Test
	void executor_rejectsTasks_isOutOfResource() throws PmixException {
		server.shutDownExecutor();

		assertThat(ask("key")).isEqualTo(Status.ERR_OUT_OF_RESOURCE);
		assertThat(peer.ask(JobRequest.JobInfoRequest.INSTANCE, ReplyKind.JOB_INFO).nspace()).isEqualTo("job");
	}

	@Test
	void executor_rejectsTasks_newProcessIsRefused() throws PmixException {
		server.shutDownExecutor();
		TestPeer other = server.greet(Hellos.client(Proc.of("job", 0), Release.R5), Release.R5.format());

		assertThat(other.isCutOff()).isTrue();
		assertThat(log.errors()).allMatch(line -> line.equals("cannot look up the users of connections")).isNotEmpty();
	}

	@Test
	void answer_ofATypeUnknownToThePeer_isAnError() throws PmixException {
		TestPeer old = server.connect("job", 0, Release.R2);
		host.answer = CompletableFuture.completedFuture(
				List.of(new PublishedData(Proc.of("job", 0), "cpus", new CpuSet("0-3"))));
		Reply.LookupReply reply = old.ask(lookup("cpus"), ReplyKind.LOOKUP);

		assertThat(reply.status()).isNotEqualTo(Status.SUCCESS);
		assertThat(log.warnings()).anyMatch(line -> line.contains("dialect"));
	}
}
