// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.client.ClientOptions;
import org.pmix4j.client.FenceOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.client.internal.session.SharedLoop;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.server.PmixServer;
import org.pmix4j.server.options.OwnUser;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.testkit.SimulatedLoop;

/** Tests that futures of the client complete on the executor of its options, never on the loop. */
class PublicFutureTest {
	@Test
	void success_waitsForTheExecutor() throws PmixException {
		ClientFixture fixture = new ClientFixture();
		CompletableFuture<Void> commit = fixture.client.commitAsync();
		fixture.server.takeRequests();
		fixture.holdCallbacks();

		fixture.server.reply(ClientFixture.status(Status.SUCCESS));
		fixture.loop.run();
		assertThat(commit).isNotDone();

		fixture.runCallbacks();
		assertThat(commit).isCompleted();
	}

	@Test
	void failure_waitsForTheExecutor() throws PmixException {
		ClientFixture fixture = new ClientFixture();
		CompletableFuture<Void> fence = fixture.client.fenceAsync(List.of(), FenceOptions.DEFAULT);
		fixture.server.takeRequests();
		fixture.holdCallbacks();

		fixture.server.vanish();
		assertThat(fence).isNotDone();

		fixture.runCallbacks();
		assertThat(fixture.failure(fence)).isEqualTo(Status.ERR_UNREACH);
	}

	@Test
	void callAfterClose_waitsForTheExecutor() throws PmixException {
		ClientFixture fixture = new ClientFixture();
		fixture.client.close();
		fixture.holdCallbacks();

		CompletableFuture<Void> commit = fixture.client.commitAsync();
		assertThat(commit).isNotDone();

		fixture.runCallbacks();
		assertThat(fixture.failure(commit)).isEqualTo(Status.ERR_INIT);
	}

	@Test
	void commitAsync_executorIsShutDown_completesOffTheLoop() throws PmixException {
		SimulatedLoop loop = new SimulatedLoop();
		FakeServer server = new FakeServer(loop, "4.2.2");
		AtomicBoolean down = new AtomicBoolean();
		ClientOptions options = ClientOptions.DEFAULT.withEnvironment(server.environment(1)).withExecutor(task -> {
			if (down.get()) {
				throw new RejectedExecutionException("shut down");
			}
			loop.execute(task);
		});
		PmixClient client = SharedLoop.use(loop, () -> PmixClient.open(options));
		Thread ownThread = Thread.currentThread();
		CompletableFuture<Boolean> elsewhere = client.commitAsync().handle((nothing, failure) -> Thread.currentThread() != ownThread);
		down.set(true);

		server.vanish();

		assertThat(elsewhere).succeedsWithin(10, TimeUnit.SECONDS).isEqualTo(true);
		CompletableFuture<Void> late = client.commitAsync();
		loop.run();
		assertThat(late).failsWithin(10, TimeUnit.SECONDS);
	}

	@Test
	void action_closesTheClient() throws PmixException {
		SimulatedLoop loop = new SimulatedLoop();
		FakeServer server = new FakeServer(loop, "4.2.2");
		Queue<Runnable> actions = new ArrayDeque<>();
		AtomicBoolean open = new AtomicBoolean();
		ClientOptions options = ClientOptions.DEFAULT.withEnvironment(server.environment(1)).withExecutor(task -> {
			if (open.get()) {
				actions.add(task);
			} else {
				loop.execute(task);
			}
		});
		PmixClient client = SharedLoop.use(loop, () -> PmixClient.open(options));
		open.set(true);
		CompletableFuture<Void> closed = client.commitAsync().thenRun(client::close);
		server.takeRequests();
		server.reply(ClientFixture.status(Status.SUCCESS));
		loop.run();
		assertThat(closed).isNotDone();

		while (!actions.isEmpty()) {
			actions.remove().run();
		}

		assertThat(closed).isCompleted();
		assertThat(client.isOpen()).isFalse();
	}

	@Test
	void closeAsync_executorIsShutDown_closesTheLoop(@TempDir Path directory) throws PmixException {
		Proc rank = Proc.of("shut-down-executor", 0);
		OwnUser user = OwnUser.ofThisProcess().orElseThrow();
		try (PmixServer server = PmixServer.open(ServerOptions.of(Proc.of("server", 0), "here", directory), PmixHost.NONE)) {
			server.registerNamespace(rank.nspace(), 1, Infos.EMPTY).join();
			server.registerClient(rank, user.uid(), user.gid(), "rank 0").join();
			ExecutorService executor = Executors.newSingleThreadExecutor();
			PmixClient client = PmixClient
					.open(ClientOptions.DEFAULT.withEnvironment(server.environment(rank)).withExecutor(executor));
			assertThat(loopThreads(rank)).hasSize(1);
			executor.shutdown();

			CompletableFuture<Void> closed = client.closeAsync();

			assertThat(closed).succeedsWithin(10, TimeUnit.SECONDS);
			assertThat(loopThreads(rank)).isEmpty();
		}
	}

	private static List<String> loopThreads(Proc rank) {
		return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).filter(name -> name.endsWith("client-" + rank)).toList();
	}
}
