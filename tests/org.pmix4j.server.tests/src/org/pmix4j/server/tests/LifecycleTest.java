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
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.EventRequest;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests processes that connect, finalize, die, reconnect, and are deregistered. */
class LifecycleTest {
	/** Records connects and finalizes. */
	private static final class Register implements PmixHost {
		private final List<String> entries = new ArrayList<>();
		private CompletableFuture<Void> answer = CompletableFuture.completedFuture(null);

		@Override
		public CompletionStage<Void> clientConnected(Proc client, Object hostObject, Infos infos) {
			entries.add(client + " came");
			return CompletableFuture.completedFuture(null);
		}

		@Override
		public CompletionStage<Void> clientFinalized(Proc client, Object hostObject) {
			entries.add(client + " said goodbye as " + hostObject);
			return answer;
		}

		@Override
		public CompletionStage<Void> notifyEvent(Status code, Proc source, DataRange range, Infos infos) {
			entries.add(source + " " + code.constantName().orElse("event") + " " + range.equals(DataRange.PROC_LOCAL));
			return CompletableFuture.completedFuture(null);
		}
	}

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final Register host = new Register();
	private final TestServer server;

	LifecycleTest() throws PmixException {
		server = TestServer.open(host);
	}

	@Test
	void finalize_isPassedToTheHostAndAnswered() throws PmixException {
		server.job("job", 1);
		TestPeer peer = server.connect("job", 0);
		int tag = peer.send(JobRequest.Finalize.INSTANCE);

		assertThat(peer.payload(tag)).containsExactly(2, 0);
		peer.die();
		assertThat(host.entries).as("no LOST_CONNECTION event").containsExactly("job:0 came", "job:0 said goodbye as object of job:0");
	}

	@Test
	void finalize_slowHost_delaysTheReply() throws PmixException {
		host.answer = new CompletableFuture<>();
		server.job("job", 1);
		TestPeer peer = server.connect("job", 0);
		int tag = peer.send(JobRequest.Finalize.INSTANCE);
		assertThat(peer.isAnswered(tag)).isFalse();
		host.answer.complete(null);

		assertThat(peer.status(tag)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void finalize_disconnectBeforeTheReply_isNotADeath() throws PmixException {
		host.answer = new CompletableFuture<>();
		server.job("job", 1);
		TestPeer peer = server.connect("job", 0);
		peer.send(JobRequest.Finalize.INSTANCE);
		peer.die();
		host.answer.complete(null);
		server.run();

		assertThat(host.entries).noneMatch(entry -> entry.contains("LOST"));
		assertThat(server.dump()).doesNotContain("lost");
	}

	@Test
	void death_isReportedToTheHostOnce() throws PmixException {
		server.job("job", 2);
		TestPeer clone = server.connect("job", 0);
		TestPeer peer = server.connect("job", 0);
		clone.die();
		assertThat(host.entries).as("a copy of the process is still connected").noneMatch(entry -> entry.contains("LOST"));
		peer.die();
		server.advance(Duration.ofSeconds(1));

		assertThat(host.entries).filteredOn(entry -> entry.contains("LOST")).containsExactly("job:0 ERR_LOST_CONNECTION true");
		assertThat(server.dump()).contains("0 of 2 local processes connected, expected 1, lost 0");
	}

	@Test
	void death_reportedByTheHost_isNotReportedBack() throws PmixException {
		server.job("job", 1);
		TestPeer peer = server.connect("job", 0);
		server.get(server.core().deregisterClient(Proc.of("job", 0)));
		assertThat(peer.isCutOff()).isTrue();
		peer.die();

		assertThat(host.entries).noneMatch(entry -> entry.contains("LOST"));
	}

	@Test
	void process_reconnects_isServed() throws PmixException {
		server.job("job", 1);
		for (int life = 0; life < 3; life++) {
			TestPeer peer = server.connect("job", 0);
			assertThat(peer.ask(JobRequest.JobInfoRequest.INSTANCE, ReplyKind.JOB_INFO).nspace()).isEqualTo("job");
			peer.finish();
		}
	}

	@Test
	void process_endedAndRegisteredAgain_mayReconnect() throws PmixException {
		server.job("job", 2);
		server.connect("job", 0);
		server.get(server.core().deregisterClient(Proc.of("job", 0)));
		server.client(Proc.of("job", 0));

		assertThat(server.connect("job", 0).greeting()).isPresent();
		assertThat(server.dump()).contains("1 of 2 local processes connected, expected 1");
	}

	@Test
	void process_diedAndRegisteredAgain_isWaitedFor() throws PmixException {
		server.job("job", 2);
		List<TestPeer> peers = server.connectAll("job", 2);
		peers.get(1).die();
		server.client(Proc.of("job", 1));
		DataRequest.Fence fence = new DataRequest.Fence(List.of(Proc.wildcard("job")), Infos.EMPTY);
		int tag = peers.get(0).send(fence);
		assertThat(peers.get(0).isAnswered(tag)).isFalse();

		assertThat(server.connect("job", 1).ask(fence)).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(0).status(tag)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void process_registeredTwice_keepsItsConnection() throws PmixException {
		server.job("job", 2);
		List<TestPeer> peers = server.connectAll("job", 2);
		server.client(Proc.of("job", 1));
		assertThat(server.dump()).contains("2 of 2 local processes connected");
		peers.get(1).die();

		assertThat(server.dump()).contains("lost 1");
	}

	@Test
	void namespace_deregistered_disconnectsItsProcesses() throws PmixException {
		server.job("job", 2);
		List<TestPeer> peers = server.connectAll("job", 2);
		server.get(server.core().deregisterNamespace("job"));

		assertThat(peers.get(0).isCutOff()).isTrue();
		assertThat(peers.get(1).isCutOff()).isTrue();
		assertThat(host.entries).noneMatch(entry -> entry.contains("LOST"));
	}

	@Test
	void deregistration_ofTheUnknown_fails() {
		assertNotFound(server.core().deregisterNamespace("job"));
		assertNotFound(server.core().deregisterClient(Proc.of("job", 0)));
	}

	private void assertNotFound(CompletableFuture<Void> result) {
		assertThatThrownBy(() -> server.get(result)).isInstanceOfSatisfying(PmixException.class,
				e -> assertThat(e.status()).isEqualTo(Status.ERR_NOT_FOUND));
	}

	@Test
	void call_afterTheClose_fails() {
		server.core().close();
		server.core().close();

		assertThatThrownBy(() -> server.core().registerNamespace("job", 1, Infos.EMPTY).get()).hasCauseInstanceOf(PmixException.class);
		assertThatThrownBy(() -> server.core().dump(false).get()).hasCauseInstanceOf(PmixException.class);
	}

	@Test
	void arguments_invalid_areRefusedAtOnce() {
		assertThatThrownBy(() -> server.core().registerNamespace("x".repeat(256), 1, Infos.EMPTY))
				.isInstanceOf(IllegalArgumentException.class);
		assertThatThrownBy(() -> server.core().registerNamespace("job", -1, Infos.EMPTY)).isInstanceOf(IllegalArgumentException.class);
		assertThatThrownBy(() -> server.core().registerClient(new Proc("job", Rank.WILDCARD), 0, 0, "x"))
				.isInstanceOf(IllegalArgumentException.class);
	}

	@Test
	void namespaces_aThousand_leaveNothing() throws PmixException {
		String before = server.dump();
		for (int cycle = 0; cycle < 1000; cycle++) {
			String nspace = "job" + cycle;
			server.job(nspace, 2);
			TestPeer one = server.connect(nspace, 0);
			TestPeer two = server.connect(nspace, 1);
			one.ask(Puts.commit("key", "value"));
			one.ask(new EventRequest.RegisterEvents(List.of(Status.of(-5000), Status.of(-231)), Infos.EMPTY));
			two.ask(new EventRequest.Notify(Status.of(-5000), DataRange.CUSTOM,
					Infos.of(Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), Proc.wildcard(nspace)))));
			one.ask(new ControlRequest.JobControl(List.of(),
					Infos.of(Info.of(JobControlAttributes.REGISTER_CLEANUP, "/nonexistent/file"))));
			one.send(new DataRequest.Fence(List.of(Proc.wildcard(nspace)), Infos.of(Info.of(KeyValueAttributes.TIMEOUT, 1000))));
			one.send(Puts.get(nspace, 1, "nokey", Info.of(KeyValueAttributes.TIMEOUT, 1000)));
			if (cycle % 2 == 0) {
				two.die();
			}
			server.get(server.core().deregisterNamespace(nspace));
			one.die();
			two.die();
		}

		server.advance(Duration.ofSeconds(1));

		assertThat(server.dump()).isEqualTo(before);
		assertThat(server.loop().timers()).isZero();
	}
}
