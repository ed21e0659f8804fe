// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.pmix4j.client.ClientOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.client.internal.session.SharedLoop;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.testkit.SimulatedLoop;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.ProcData;
import org.pmix4j.wire.internal.message.Reply;

/** A client, rank 1 of job1, and a {@link FakeServer}, on one simulated loop. */
final class ClientFixture {
	static final Proc SELF = Proc.of(FakeServer.NSPACE, 1);
	static final Proc JOB = Proc.wildcard(FakeServer.NSPACE);
	static final Proc OTHER = Proc.of(FakeServer.NSPACE, 2);
	static final Duration SECOND = Duration.ofSeconds(1);

	final SimulatedLoop loop = new SimulatedLoop();
	final FakeServer server;
	final PmixClient client;
	private final Queue<Runnable> heldCallbacks = new ArrayDeque<>();
	private boolean holdsCallbacks;

	ClientFixture() throws PmixException {
		this("4.2.2rc2");
	}

	ClientFixture(String version) throws PmixException {
		server = new FakeServer(loop, version);
		client = SharedLoop.use(loop, () -> PmixClient.open(options(server.environment(SELF.rank().value()))));
	}

	private ClientOptions options(Map<String, String> environment) {
		return ClientOptions.DEFAULT.withEnvironment(environment).withExecutor(this::callBack);
	}

	/** Runs callbacks on the loop, too, so that the order is the same in every run. */
	private void callBack(Runnable callback) {
		if (holdsCallbacks) {
			heldCallbacks.add(callback);
		} else {
			loop.execute(callback);
		}
	}

	/** Keeps the executor of the client busy until {@link #runCallbacks}. */
	void holdCallbacks() {
		holdsCallbacks = true;
	}

	int heldCallbacks() {
		return heldCallbacks.size();
	}

	void runCallbacks() {
		holdsCallbacks = false;
		heldCallbacks.forEach(loop::execute);
		heldCallbacks.clear();
		loop.run();
	}

	/** Returns the result of a future that must be done by now. */
	<T> T ended(CompletableFuture<T> future) {
		loop.run();
		if (!future.isDone()) {
			throw new AssertionError("the future is not done; the client: " + client.dump());
		}
		return future.join();
	}

	/** Returns the status with which a future has failed; SUCCESS if it has a result. It must be done by now. */
	Status failure(CompletableFuture<?> future) {
		try {
			ended(future);
			return Status.SUCCESS;
		} catch (CompletionException failed) {
			if (failed.getCause() instanceof PmixException known) {
				return known.status();
			}
			throw failed;
		}
	}

	/** Returns a reply to a get with values of one process. */
	static Reply values(Proc proc, Kval... kvals) {
		return new Reply.GetReply(Status.SUCCESS, List.of(new ProcData(proc, KvalBlob.of(List.of(kvals)))));
	}

	static Reply status(Status status) {
		return new Reply.StatusReply(status);
	}

	static Kval text(String key, String value) {
		return new Kval(key, new PmixValue.Str(value));
	}
}
