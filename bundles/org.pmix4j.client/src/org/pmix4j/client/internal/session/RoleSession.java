// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.session;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.EventHandlers;
import org.pmix4j.client.PmixTopics;
import org.pmix4j.client.ProcessIo;
import org.pmix4j.client.group.Groups;
import org.pmix4j.client.hardware.Hardware;
import org.pmix4j.client.host.HostServices;
import org.pmix4j.client.internal.call.SessionCalls;
import org.pmix4j.client.internal.connection.ServerContact;
import org.pmix4j.client.internal.event.EventCalls;
import org.pmix4j.client.internal.group.GroupCalls;
import org.pmix4j.client.internal.hardware.HardwareOperations;
import org.pmix4j.client.internal.host.HostServiceCalls;
import org.pmix4j.client.internal.iof.IoCalls;
import org.pmix4j.client.internal.names.NameOperations;
import org.pmix4j.client.internal.process.ProcessOperations;
import org.pmix4j.client.internal.security.SecurityOperations;
import org.pmix4j.client.names.Names;
import org.pmix4j.client.security.Credentials;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.SelectorLoop;
import org.pmix4j.wire.internal.loop.Transport;
import org.pmix4j.wire.internal.peer.ConnectHandshake;
import org.pmix4j.wire.internal.peer.Peer;

/**
 * A session of a role with a server. Owned by the public class of the role, such as {@link org.pmix4j.client.PmixClient}. Thread-safe,
 * because all state lives on the loop. Futures complete on the executor of the options, never on the loop.
 */
public final class RoleSession implements PmixTopics {
	private static final PeerLog LOG = PeerLog.of(RoleSession.class);
	private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);
	/** Takes effect only if the loop hangs: each step of opening a session has a shorter limit. */
	private static final Duration LOOP_HANGS = Duration.ofSeconds(5);

	private final EventLoop loop;
	private final boolean ownsLoop;
	private final SessionCalls calls;
	private final SessionCore core;
	private final EventHandlers events;
	private final ProcessIo io;
	private final Names names;
	private final ProcessOperations processes;
	private final HostServices host;
	private final Credentials credentials;
	private final Hardware hardware;
	private final Groups groups;

	private RoleSession(EventLoop loop, boolean ownsLoop, SessionCalls calls, SessionCore core) {
		this.loop = loop;
		this.ownsLoop = ownsLoop;
		this.calls = calls;
		this.core = core;
		SessionLimits limits = core.options();
		this.events = new EventCalls(calls, core.events());
		this.io = new IoCalls(calls, core.iof());
		this.names = new NameOperations(calls, core.link(), limits.requestLimit(), limits.fenceLimit());
		this.groups = new GroupCalls(calls, core.groups(), core.invites());
		this.host = new HostServiceCalls(calls, core.control(), core.queries());
		this.credentials = new SecurityOperations(calls, core.link(), limits.requestLimit());
		this.hardware = new HardwareOperations(calls, core.link(), core.gets(), core.self(), limits.requestLimit());
		this.processes = new ProcessOperations(calls, core.link(), core.store(), core.resolver(), limits.fenceLimit());
	}

	/**
	 * Opens a session, on the {@linkplain SharedLoop shared loop} if there is one, else on its own loop.
	 *
	 * @param role    the role of this process
	 * @param options limits
	 * @return the session; must be closed
	 * @throws PmixException         the failure of the role's finder; {@code ERR_UNREACH} or {@code ERR_TIMEOUT} if the server does not
	 *                               answer; the status of the server if it refuses
	 * @throws IllegalStateException on the loop or in a handler
	 */
	public static RoleSession open(Role role, SessionLimits options) throws PmixException {
		ServerContact contact = role.finder().find();
		Optional<EventLoop> shared = SharedLoop.current();
		if (shared.isPresent()) {
			return open(role, options, contact, shared.get(), false);
		}
		EventLoop loop = newLoop(role.name() + contact.self().map(self -> "-" + self).orElse(""));
		boolean opened = false;
		try {
			RoleSession session = open(role, options, contact, loop, true);
			opened = true;
			return session;
		} finally {
			if (!opened) {
				loop.close(CLOSE_LIMIT);
			}
		}
	}

	private static EventLoop newLoop(String name) throws PmixException {
		try {
			return SelectorLoop.open(name);
		} catch (IOException exhausted) {
			throw new PmixException(Status.ERR_OUT_OF_RESOURCE,
					"cannot open a selector for the connection to the PMIx server: " + exhausted.getMessage(), exhausted);
		}
	}

	private static RoleSession open(Role role, SessionLimits options, ServerContact contact, EventLoop loop, boolean ownsLoop)
			throws PmixException {
		SessionCalls calls = new SessionCalls(loop, options.executor(), role.name());
		calls.requireOutside();
		if (contact.isSingleton()) {
			return new RoleSession(loop, ownsLoop, calls,
					calls.block(() -> CompletableFuture.completedFuture(SessionCore.singleton(loop, contact, role, options))));
		}
		Transport transport = connect(options, contact, loop);
		CompletableFuture<SessionCore> opening = calls.start(() -> SessionCore.open(transport, contact, role, options));
		try {
			return new RoleSession(loop, ownsLoop, calls, loop.await(opening, options.connectLimit().plus(LOOP_HANGS)));
		} catch (PmixException failure) {
			opening.thenAccept(late -> calls.post(late::leave));
			throw failure;
		}
	}

	/** Connects to the server, and proves its user before anything is sent. */
	private static Transport connect(SessionLimits options, ServerContact contact, EventLoop loop) throws PmixException {
		String server = "the PMIx server " + contact.server();
		try {
			return ConnectHandshake.proven(loop.connect(contact.address(), options.connectLimit()), contact.owner(), server);
		} catch (IOException unreachable) {
			throw PmixException.ofServer(Status.ERR_UNREACH, server + " does not answer: " + unreachable.getMessage());
		}
	}

	/**
	 * Opens a session with a server that has connected to this process, over that connection and on its loop.
	 *
	 * @param peer    the server, whose own requests this process answers
	 * @param contact the server, and the identity of this process
	 * @param role    the role of this process; neither its finder nor its opening is used
	 * @param options limits
	 * @return the session; must be closed
	 * @throws PmixException         {@code ERR_UNREACH} if the connection has ended
	 * @throws IllegalStateException on the loop or in a handler
	 */
	public static RoleSession over(Peer peer, ServerContact contact, Role role, SessionLimits options) throws PmixException {
		SessionCalls calls = new SessionCalls(peer.loop(), options.executor(), role.name());
		return new RoleSession(peer.loop(), false, calls, calls.block(() -> peer.isClosed()
				? CompletableFuture.failedFuture(PmixException.ofServer(Status.ERR_UNREACH, contact.server() + " has closed its connection"))
				: CompletableFuture.completedFuture(SessionCore.over(peer, contact, role, options))));
	}

	/**
	 * Shares this session.
	 *
	 * @return another handle of the session; empty if it has ended or lost its server
	 */
	Optional<RoleSession> share() {
		SessionCalls own = new SessionCalls(loop, core.options().executor(), core.role());
		try {
			return own.block(() -> CompletableFuture.completedFuture(core.retain())) ? Optional.of(new RoleSession(loop, ownsLoop, own, core))
					: Optional.empty();
		} catch (PmixException ended) {
			LOG.log(Level.DEBUG, "The previous session of this rank has ended", ended);
			return Optional.empty();
		}
	}

	/** @return the identity of this process */
	public Proc self() {
		return core.self();
	}

	/** @return whether this process is a singleton, which has no server */
	public boolean isSingleton() {
		return core.link().isAbsent();
	}

	/** @return the release of the server, as it reports it */
	public String serverVersion() {
		return core.link().version().text();
	}

	/** @return brings calls of the program to the loop */
	public SessionCalls calls() {
		return calls;
	}

	/** @return the requests of all topics, for use on the loop */
	public SessionCore core() {
		return core;
	}

	@Override
	public EventHandlers events() {
		return events;
	}

	@Override
	public ProcessIo io() {
		return io;
	}

	@Override
	public Names names() {
		return names;
	}

	@Override
	public ProcessOperations processes() {
		return processes;
	}

	@Override
	public Groups groups() {
		return groups;
	}

	@Override
	public HostServices host() {
		return host;
	}

	@Override
	public Credentials credentials() {
		return credentials;
	}

	@Override
	public Hardware hardware() {
		return hardware;
	}

	@Override
	public String dump() {
		try {
			return calls.block(() -> CompletableFuture.completedFuture(core.dump()));
		} catch (PmixException closed) {
			return String.valueOf(closed.getMessage());
		}
	}

	/**
	 * Closes the session. Pending requests fail with {@code ERR_UNREACH}. Repeated calls do nothing.
	 *
	 * @throws IllegalStateException on the loop or in a handler
	 */
	public void close() {
		calls.requireOutside();
		if (!calls.isOpen()) {
			return;
		}
		boolean last = false;
		try {
			last = calls.block(this::leave);
		} catch (PmixException cutShort) {
			LOG.log(Level.DEBUG, "The server may not know that this process leaves", cutShort);
		}
		if (last) {
			end();
		}
	}

	/** @return completed when {@link #close} would return */
	public CompletableFuture<Void> closeAsync() {
		return calls.start(this::leave).handleAsync((last, alreadyClosed) -> {
			if (alreadyClosed == null && last) {
				end();
			}
			return null;
		}, calls::runOutside);
	}

	/** Returns whether this was the last handle of the session, completed when it has left its server in that case. */
	private CompletableFuture<Boolean> leave() {
		assert loop.inLoop();
		if (!calls.isOpen()) {
			return CompletableFuture.completedFuture(false);
		}
		calls.close();
		return core.release() ? core.leave().handle((nothing, failure) -> true) : CompletableFuture.completedFuture(false);
	}

	private void end() {
		SharedSessions.forget(core);
		if (ownsLoop) {
			loop.close(CLOSE_LIMIT);
		}
	}
}
