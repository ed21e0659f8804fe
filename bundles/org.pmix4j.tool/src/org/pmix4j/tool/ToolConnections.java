// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import org.pmix4j.client.EventHandler;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.internal.call.Callbacks;
import org.pmix4j.client.internal.connection.ServerContact;
import org.pmix4j.client.internal.connection.ServerFiles;
import org.pmix4j.client.internal.host.LocalAnswers;
import org.pmix4j.client.internal.session.Role;
import org.pmix4j.client.internal.session.RoleSession;
import org.pmix4j.client.internal.session.SessionLimits;
import org.pmix4j.client.internal.session.SharedLoop;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EnvironmentVariables;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.ToolAttributes;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.tool.internal.finder.ToolFinder;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolIdentity;
import org.pmix4j.tool.options.ToolOptions;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.handshake.NativeCredential;
import org.pmix4j.wire.internal.handshake.ProcessUser;
import org.pmix4j.wire.internal.handshake.ServerOwner;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.SelectorLoop;

/**
 * The connections of a tool to its servers, all on one loop. Owned by a {@link PmixTool}; ends with it. Thread-safe: the set of servers is
 * replaced as a whole.
 */
final class ToolConnections {
	/** The time that a server may take to answer the farewell of a tool. */
	private static final Duration FAREWELL = Duration.ofSeconds(2);
	private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);
	/** The pause between two searches for a server that has not started yet. */
	private static final Duration PAUSE = Duration.ofMillis(20);
	/** Tools of release 5 or newer send it in addition to the credential. */
	private static final Infos USER = ProcessUser.infos();
	private static final Duration ANY_TIME = Duration.ofDays(365);
	/** Stands for the address of a server that has connected to this tool: there is one connection with each identity. */
	private static final InetSocketAddress CALLED_BACK = InetSocketAddress.createUnresolved("called-back", 1);

	private final ToolOptions options;
	private final EventLoop loop;
	private final boolean ownsLoop;
	private final AtomicReference<AttachedServers> servers = new AtomicReference<>(AttachedServers.NONE);
	/** Assigned by the program or the first server, and sent to later servers. */
	private volatile Optional<Proc> self;
	private volatile boolean closed;

	private ToolConnections(ToolOptions options, EventLoop loop, boolean ownsLoop) {
		this.options = options;
		this.loop = loop;
		this.ownsLoop = ownsLoop;
		this.self = options.identity().proc();
	}

	static ToolConnections open(ToolOptions options) throws PmixException {
		Callbacks.requireOutside();
		Optional<EventLoop> shared = SharedLoop.current();
		ToolConnections connections = new ToolConnections(options, shared.isPresent() ? shared.get() : newLoop(), shared.isEmpty());
		boolean opened = false;
		try {
			connections.attachFirst();
			opened = true;
			return connections;
		} finally {
			if (!opened) {
				connections.close();
			}
		}
	}

	private static EventLoop newLoop() throws PmixException {
		try {
			return SelectorLoop.open("tool");
		} catch (IOException exhausted) {
			throw new PmixException(Status.ERR_OUT_OF_RESOURCE,
					"cannot open a selector for connections to PMIx servers: " + exhausted.getMessage(), exhausted);
		}
	}

	private void attachFirst() throws PmixException {
		if (!options.server().equals(ServerChoice.NONE)) {
			try {
				attach(options.server(), true);
			} catch (PmixException missing) {
				if (!options.optional() || !missing.status().equals(Status.ERR_UNREACH)) {
					throw missing;
				}
			}
		}
		if (self.isEmpty()) {
			self = Optional.of(Proc.of(ToolFinder.hostname(options) + ":" + ProcessHandle.current().pid(), 0));
		}
		String debugger = options.environment().getOrDefault(EnvironmentVariables.LAUNCHER_RNDZ_URI, "");
		if (options.identity().launcher() && !debugger.isEmpty()) {
			awaitRelease(debugger);
		}
	}

	/** Calls the debugger that has started this launcher, and waits without a limit until it releases it. */
	private void awaitRelease(String debugger) throws PmixException {
		ToolServer parent = attach(ServerChoice.uri(debugger), false);
		CompletableFuture<Void> released = new CompletableFuture<>();
		parent.events().register(HandlerOptions.of(Status.DEBUGGER_RELEASE).withName("WAIT-FOR-RELEASE").withOneShot(true),
				EventHandler.listening(event -> released.complete(null)));
		parent.lost().thenAccept(reason -> released.completeExceptionally(
				new PmixException(Status.ERR_UNREACH, "wait for the release by a debugger: lost the connection to it: " + reason)));
		loop.await(released, ANY_TIME);
	}

	Proc self() {
		return self.orElseThrow();
	}

	AttachedServers servers() {
		return servers.get();
	}

	void setPrimary(ToolServer server) throws PmixException {
		AttachedServers changed = servers.updateAndGet(known -> known.withPrimary(server));
		if (!server.isConnected() || changed.primary().filter(primary -> primary == server).isEmpty()) {
			throw new PmixException(Status.ERR_UNREACH, "this tool is not attached to " + server.proc());
		}
	}

	CompletableFuture<ToolServer> attachAsync(ServerChoice choice, boolean asPrimary) {
		return CompletableFuture.supplyAsync(() -> {
			try {
				return attach(choice, asPrimary);
			} catch (PmixException failure) {
				throw new CompletionException(failure);
			}
		}, options.executor());
	}

	/** Attaches to a server, which may not have started yet. */
	ToolServer attach(ServerChoice choice, boolean asPrimary) throws PmixException {
		Callbacks.requireOutside();
		long begin = System.nanoTime();
		while (true) {
			try {
				return attachOnce(choice, asPrimary);
			} catch (PmixException failure) {
				boolean late = System.nanoTime() - begin > options.findLimit().toNanos();
				if (late || !failure.status().equals(Status.ERR_UNREACH)) {
					throw failure;
				}
				LockSupport.parkNanos(PAUSE.toNanos());
			}
		}
	}

	private ToolServer attachOnce(ServerChoice choice, boolean asPrimary) throws PmixException {
		if (closed) {
			throw new PmixException(Status.ERR_INIT, "this tool is closed");
		}
		ServerContact contact = new ToolFinder(options, choice, self).find();
		Optional<ToolServer> known = known(contact, asPrimary);
		if (known.isPresent()) {
			return known.get();
		}
		ConnectionLoss loss = new ConnectionLoss(options.executor());
		Role role = new Role("tool", () -> contact, flag(), infos(), session -> CompletableFuture.completedFuture(null),
				session -> session.job().leave(FAREWELL), loss::happen, answers());
		RoleSession session = SharedLoop.use(loop, () -> RoleSession.open(role, limits()));
		if (self.isEmpty()) {
			self = Optional.of(session.self());
		}
		return add(session, contact, loss, asPrimary);
	}

	/** Attaches to a server that has connected to the server of this tool, over that connection. */
	ToolServer attach(ServerPeer caller, boolean asPrimary) throws PmixException {
		ServerContact contact = new ServerContact(self, caller.proc(), CALLED_BACK, caller.version(), caller.encoding(),
				NativeCredential.NATIVE, ToolFinder.hostname(options), ServerOwner.THIS_USER);
		Optional<ToolServer> known = known(contact, asPrimary);
		if (known.isPresent()) {
			return known.get();
		}
		ConnectionLoss loss = new ConnectionLoss(options.executor());
		Role role = new Role("tool", () -> contact, flag(), Infos.EMPTY, session -> CompletableFuture.completedFuture(null),
				session -> CompletableFuture.completedFuture(null), loss::happen, answers());
		return add(RoleSession.over(caller.connection(), contact, role, limits()), contact, loss, asPrimary);
	}

	/** Returns the server to which this tool is attached there already. */
	private Optional<ToolServer> known(ServerContact contact, boolean asPrimary) throws PmixException {
		Optional<ToolServer> known = servers.get().connected().stream().filter(each -> each.isAt(contact)).findFirst();
		if (known.isPresent() && asPrimary) {
			setPrimary(known.get());
		}
		return known;
	}

	private ToolServer add(RoleSession session, ServerContact contact, ConnectionLoss loss, boolean asPrimary) {
		ToolServer server = new ToolServer(session, contact, loss, gone -> servers.updateAndGet(all -> all.minus(gone)));
		servers.updateAndGet(all -> all.plus(server, asPrimary));
		return server;
	}

	/** Returns the answers to queries that need no server. */
	LocalAnswers answers() {
		return LocalAnswers.ofTool(() -> new ServerFiles(options.environment(), options.directory()), ToolFunctions.all());
	}

	private SessionLimits limits() {
		return new SessionLimits(options.connectLimit(), options.requestLimit(), options.requestLimit(), options.handlerLimit(),
				options.executor(), options.peer());
	}

	private HelloFlag flag() {
		ToolIdentity identity = options.identity();
		if (identity.isStarted()) {
			return identity.launcher() ? HelloFlag.LAUNCHER_CLIENT : HelloFlag.TOOL_CLIENT;
		}
		if (self.isPresent()) {
			return identity.launcher() ? HelloFlag.LAUNCHER_GIVEN_ID : HelloFlag.TOOL_GIVEN_ID;
		}
		return identity.launcher() ? HelloFlag.LAUNCHER_NEEDS_ID : HelloFlag.TOOL_NEEDS_ID;
	}

	/** Returns the infos of the hello in the order of the C library. */
	private Infos infos() {
		ProcessHandle process = ProcessHandle.current();
		Infos infos = options.identity().infos().with(ProcAttributes.PROC_PID, (int) process.pid()).concat(USER.list());
		if (options.identity().launcher()) {
			infos = infos.with(ToolAttributes.LAUNCHER, true);
		}
		Optional<String> command = process.info().command();
		return command.isPresent() ? infos.with(JobAttributes.CMD_LINE, command.get()) : infos;
	}

	void close() {
		Callbacks.requireOutside();
		closed = true;
		// the servers stay known, so that later calls fail as those of a closed tool
		servers.get().all().forEach(server -> server.session().close());
		if (ownsLoop) {
			loop.close(CLOSE_LIMIT);
		}
	}
}
