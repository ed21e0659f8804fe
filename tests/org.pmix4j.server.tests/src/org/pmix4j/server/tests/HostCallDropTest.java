// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.App;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Rank;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.server.spi.LoopHost;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.server.spi.ServerLoop;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.JobRequest;

/** Calls without a timeout to a host that never answers, of requesters that are gone; the host is on the loop or beside it. */
class HostCallDropTest {
	private static final String WAITS_FOR_HOST = "waits for the host since";
	private static final List<App> CHILD = List.of(new App("child", List.of("child"), List.of(), "", 1, Infos.EMPTY));
	private static final Infos WAIT = Infos.EMPTY.with(KeyValueAttributes.WAIT, 1);

	/** Counts calls and answers none. */
	private static class Silent implements PmixHost {
		final AtomicInteger calls = new AtomicInteger();
		final CompletableFuture<String> spawned = new CompletableFuture<>();

		private <T> CompletionStage<T> never() {
			calls.incrementAndGet();
			return new CompletableFuture<>();
		}

		@Override
		public CompletionStage<ByteObject> fence(List<Proc> procs, Infos infos, ByteObject data) {
			return never();
		}

		@Override
		public CompletionStage<ByteObject> directModex(Proc proc, Infos infos) {
			return never();
		}

		@Override
		public CompletionStage<List<PublishedData>> lookup(Proc requester, List<String> keys, Infos infos) {
			return never();
		}

		@Override
		public CompletionStage<String> spawn(Proc requester, Infos infos, List<App> apps) {
			calls.incrementAndGet();
			return spawned;
		}
	}

	private static final class SilentOnLoop extends Silent implements LoopHost {
		@Override
		public void attached(ServerLoop loop) {
			// needs no timers
		}
	}

	@RegisterExtension
	private final ServerLog log = new ServerLog();

	private static Silent host(boolean onLoop) {
		return onLoop ? new SilentOnLoop() : new Silent();
	}

	/** Two processes of a job of three; the third one belongs to another server. */
	private static TestServer serve(Silent host) throws PmixException {
		TestServer server = TestServer.open(host);
		server.namespace("job", 3, 2);
		server.client(Proc.of("job", 0));
		server.client(Proc.of("job", 1));
		return server;
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void lookup_requesterDied_isDropped(boolean onLoop) throws PmixException {
		TestServer server = serve(host(onLoop));
		TestPeer peer = server.connect("job", 0);
		peer.send(new DataRequest.Lookup(0, List.of("key"), WAIT));
		peer.send(new DataRequest.Lookup(0, List.of("limited"), WAIT.with(KeyValueAttributes.TIMEOUT, 5)));
		assertThat(server.dump()).contains("lookup of [key] for job:0", "lookup of [limited] for job:0");
		peer.die();

		assertThat(server.dump()).doesNotContain(WAITS_FOR_HOST);
		TestServer idle = serve(host(onLoop));
		idle.connect("job", 0).die();
		assertThat(server.loop().timers()).isEqualTo(idle.loop().timers());
		assertThat(log.warnings()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void spawn_requesterFinalized_isDropped(boolean onLoop) throws PmixException {
		Silent host = host(onLoop);
		TestServer server = serve(host);
		TestPeer peer = server.connect("job", 0);
		peer.send(new JobRequest.Spawn(Infos.EMPTY, CHILD));
		assertThat(server.dump()).contains("spawn by job:0");
		peer.finish();
		assertThat(server.dump()).doesNotContain(WAITS_FOR_HOST);

		host.spawned.complete("child");
		server.run();
		assertThat(log.errors()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void spawn_processDeregistered_isDropped(boolean onLoop) throws PmixException {
		TestServer server = serve(host(onLoop));
		server.connect("job", 0).send(new JobRequest.Spawn(Infos.EMPTY, CHILD));
		server.get(server.core().deregisterClient(Proc.of("job", 0)));

		assertThat(server.dump()).doesNotContain(WAITS_FOR_HOST);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void spawn_otherProcessDied_isAnswered(boolean onLoop) throws PmixException {
		Silent host = host(onLoop);
		TestServer server = serve(host);
		TestPeer peer = server.connect("job", 0);
		int tag = peer.send(new JobRequest.Spawn(Infos.EMPTY, CHILD));
		server.connect("job", 1).die();
		server.advance(Duration.ofDays(1));
		host.spawned.complete("child");

		assertThat(peer.isAnswered(tag)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void fence_isDroppedWithItsLastParticipant(boolean onLoop) throws PmixException {
		Silent host = host(onLoop);
		TestServer server = serve(host);
		List<TestPeer> peers = server.connectAll("job", 2);
		for (TestPeer peer : peers) {
			peer.send(new DataRequest.Fence(List.of(Proc.wildcard("job")), Infos.EMPTY));
		}
		assertThat(host.calls).hasValue(1);
		peers.get(0).die();
		assertThat(server.dump()).contains(WAITS_FOR_HOST);
		peers.get(1).die();

		assertThat(server.dump()).doesNotContain(WAITS_FOR_HOST, "fence");
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void fence_namespaceGone_isDropped(boolean onLoop) throws PmixException {
		TestServer server = serve(host(onLoop));
		for (TestPeer peer : server.connectAll("job", 2)) {
			peer.send(new DataRequest.Fence(List.of(Proc.wildcard("job")), Infos.EMPTY));
		}
		assertThat(server.dump()).contains(WAITS_FOR_HOST);
		server.get(server.core().deregisterNamespace("job"));

		assertThat(server.dump()).doesNotContain(WAITS_FOR_HOST);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void get_isDroppedWithItsRequester_andALaterOneAsksAgain(boolean onLoop) throws PmixException {
		Silent host = host(onLoop);
		TestServer server = serve(host);
		DataRequest.Get get = new DataRequest.Get("job", new Rank(2), Infos.EMPTY, "key");
		List<TestPeer> peers = server.connectAll("job", 2);
		peers.get(0).send(get);
		assertThat(server.dump()).contains(WAITS_FOR_HOST);
		peers.get(0).die();
		assertThat(server.dump()).doesNotContain(WAITS_FOR_HOST);
		int tag = peers.get(1).send(get);

		assertThat(host.calls).hasValue(2);
		assertThat(peers.get(1).isAnswered(tag)).isFalse();
	}
}
