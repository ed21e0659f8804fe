// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

import org.pmix4j.client.IofHandler;
import org.pmix4j.client.internal.call.Callbacks;
import org.pmix4j.model.App;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.server.PmixServer;
import org.pmix4j.server.internal.core.ServerCore;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.tool.internal.finder.ToolFinder;
import org.pmix4j.tool.internal.fork.ForkedOutput;
import org.pmix4j.tool.internal.fork.Forks;
import org.pmix4j.tool.options.ToolOptions;
import org.pmix4j.wire.internal.loop.Futures;

/** A tool's own server, for its processes and for other tools. Owned by a {@link PmixTool}; ends with it. Thread-safe. */
final class ToolServing {
	/** The time that the loop of the server may take to answer after a limit has passed. */
	private static final Duration LOOP_LIMIT = Duration.ofSeconds(5);

	private final ToolOptions options;
	private final ForkedOutput output = new ForkedOutput();
	private final AtomicReference<Optional<Served>> served = new AtomicReference<>(Optional.empty());

	private record Served(PmixServer server, Forks forks) {
		void close() {
			forks.close();
			server.close();
		}
	}

	ToolServing(ToolOptions options) {
		this.options = options;
	}

	PmixServer serve(Proc self, PmixHost host, UnaryOperator<ServerOptions> change) throws PmixException {
		Infos identity = Infos.EMPTY.with(ServerAttributes.SERVER_NSPACE, self.nspace()).with(ServerAttributes.SERVER_RANK, self.rank())
				.with(ServerAttributes.SERVER_TOOL_SUPPORT, true);
		PmixServer server = PmixServer.open(change.apply(ServerOptions.from(identity, options.environment())), host);
		Served made = new Served(server, new Forks(server, options, ToolFinder.hostname(options)));
		if (!served.compareAndSet(Optional.empty(), Optional.of(made))) {
			made.close();
			throw new PmixException(Status.ERR_EXISTS, "this tool is a server already");
		}
		return server;
	}

	ForkedJob fork(Proc self, App app, IofHandler output) throws PmixException {
		CompletableFuture<Integer> ended = new CompletableFuture<>();
		return forked(forks(self).start(Infos.EMPTY, List.of(app), output, ended), ended);
	}

	ForkedJob forkLauncher(Proc self, App app, Infos directives, IofHandler output) throws PmixException {
		CompletableFuture<Integer> ended = new CompletableFuture<>();
		return forked(forks(self).startLauncher(app, directives, output, ended), ended);
	}

	/** Returns the calls for jobs of a tool without a primary server. */
	OwnProcesses own(Proc self) {
		try {
			return new OwnProcesses(forks(self), output);
		} catch (PmixException e) {
			throw new IllegalStateException("this tool has no primary server, and cannot be the server of its own processes: " + e.getMessage(), e);
		}
	}

	/** Sets the handler of output of own processes that no pull takes. */
	void takeOutput(IofHandler handler) {
		output.takeOthers(handler);
	}

	private synchronized Forks forks(Proc self) throws PmixException {
		if (served.get().isEmpty()) {
			serve(self, PmixHost.NONE, UnaryOperator.identity());
		}
		return served.get().orElseThrow().forks();
	}

	private ForkedJob forked(String nspace, CompletableFuture<Integer> ended) {
		return new ForkedJob(nspace, ended.thenApplyAsync(code -> code, options.executor()));
	}

	/** Waits until a process has connected to this tool's server. */
	ServerPeer awaitCaller(Proc caller, Duration limit) throws PmixException {
		Callbacks.requireOutside();
		ServerCore server = (ServerCore) served.get().orElseThrow(() -> new PmixException(Status.ERR_INIT,
				"this tool is not a server, so " + caller + " cannot connect to it")).server().onLoop();
		return Futures.await(server.awaitTool(caller, limit), limit.plus(LOOP_LIMIT));
	}

	void close() {
		served.getAndSet(Optional.empty()).ifPresent(Served::close);
	}
}
