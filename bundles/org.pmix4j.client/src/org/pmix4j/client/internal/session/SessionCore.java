// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.session;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.internal.call.Callbacks;
import org.pmix4j.client.internal.connection.HelloComposer;
import org.pmix4j.client.internal.connection.ServerContact;
import org.pmix4j.client.internal.connection.ServerLink;
import org.pmix4j.client.internal.control.ControlOperations;
import org.pmix4j.client.internal.data.DataOperations;
import org.pmix4j.client.internal.event.EventOperations;
import org.pmix4j.client.internal.get.GetOperations;
import org.pmix4j.client.internal.group.GroupOperations;
import org.pmix4j.client.internal.group.InviteOperations;
import org.pmix4j.client.internal.host.QueryOperations;
import org.pmix4j.client.internal.iof.IofOperations;
import org.pmix4j.client.internal.job.JobOperations;
import org.pmix4j.client.internal.process.ResolveOperations;
import org.pmix4j.client.internal.store.SessionStore;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.frame.TagAllocator;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloReply;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.Transport;
import org.pmix4j.wire.internal.message.Delivery.EventDelivery;
import org.pmix4j.wire.internal.message.Delivery.IofDelivery;
import org.pmix4j.wire.internal.message.Delivery;
import org.pmix4j.wire.internal.message.PeerFormat;
import org.pmix4j.wire.internal.peer.ConnectHandshake;
import org.pmix4j.wire.internal.peer.Peer;

/**
 * The state of a session: its connection, its store, and an object for the requests of each topic. Owned by a {@link RoleSession}, on its
 * loop; ends with the connection.
 */
public final class SessionCore implements ServerLink.Handler {
	private static final PeerLog LOG = PeerLog.of(SessionCore.class);

	private final Role role;
	private final SessionLimits options;
	private final Proc self;
	private final Proc server;
	private final ServerLink link;
	private final Callbacks callbacks;
	private final DataOperations data;
	private final SessionStore store;
	private final GetOperations gets;
	private final EventOperations events;
	private final JobOperations job;
	private final IofOperations iof;
	private final ControlOperations control;
	private final ResolveOperations resolver;
	private final QueryOperations queries;
	private final GroupOperations groups;
	private final InviteOperations invites;
	private final DebuggerHold hold;
	/** The duration of the handshake. */
	private Duration opening = Duration.ZERO;
	/** The number of handles that share this session. */
	private int handles = 1;
	private boolean leaving;

	private SessionCore(Peer peer, TagAllocator tags, ServerContact contact, HelloReply reply, Role role, SessionLimits options) {
		this.role = role;
		this.options = options;
		this.self = self(contact, reply);
		this.server = reply instanceof HelloReply.ToolAccepted tool ? tool.server() : contact.server();
		EventLoop loop = peer.loop();
		this.link = new ServerLink(peer, new PeerFormat(contact.encoding(), contact.version(), options.peer().limits()), tags, this);
		this.store = new SessionStore(self, contact.hostname(), contact.encoding(), options.peer().limits());
		this.callbacks = new Callbacks(loop, options.executor(), options.handlerLimit());
		this.data = new DataOperations(link, store, self, options.requestLimit(), options.fenceLimit());
		this.gets = new GetOperations(loop, link, store, self, options.requestLimit(), options.peer().limits());
		this.events = new EventOperations(loop, link, self, options.requestLimit(), callbacks);
		this.job = new JobOperations(link, store, self);
		this.iof = new IofOperations(link, options.requestLimit(), callbacks);
		this.control = new ControlOperations(link, options.requestLimit());
		this.resolver = new ResolveOperations(link, store, gets, options.requestLimit());
		this.queries = new QueryOperations(loop, role.answers(), store, self, control);
		this.hold = new DebuggerHold(store, events, self);
		this.groups = new GroupOperations(link, store, events, options.fenceLimit());
		this.invites = new InviteOperations(loop, events, gets, self, options.fenceLimit());
	}

	private static Proc self(ServerContact contact, HelloReply reply) {
		return reply instanceof HelloReply.ToolAccepted tool && tool.assigned().isPresent() ? tool.assigned().get()
				: contact.self().orElseThrow();
	}

	/**
	 * Introduces this process to its server and sends the opening requests of the role. On the loop of the transport.
	 *
	 * @param transport connected to the server
	 * @param contact   the server, and the identity of this process if it has one
	 * @param role      the role of this process
	 * @param options   limits
	 * @return the session, completed on the loop; fails if the server refuses or does not answer in time
	 */
	static CompletableFuture<SessionCore> open(Transport transport, ServerContact contact, Role role, SessionLimits options) {
		Hello hello;
		try {
			hello = HelloComposer.of(contact, role.flag(), role.helloInfos());
		} catch (PmixException unsendable) {
			transport.close();
			return CompletableFuture.failedFuture(unsendable);
		}
		CompletableFuture<SessionCore> made = new CompletableFuture<>();
		long begun = transport.loop().nanos();
		return ConnectHandshake.start(transport, hello, contact.version(), options.peer(), (peer, reply) -> {
			SessionCore core = new SessionCore(peer, new TagAllocator(), contact, reply, role, options);
			core.opening = Duration.ofNanos(transport.loop().nanos() - begun);
			made.complete(core);
			return core.link;
		}).thenCompose(peer -> made).thenCompose(core -> role.opening().run(core).handle((nothing, failure) -> {
			if (failure != null) {
				core.leaving = true;
				core.link.close();
				return CompletableFuture.<SessionCore>failedFuture(failure);
			}
			return CompletableFuture.completedFuture(core);
		})).thenCompose(opened -> opened);
	}

	/** @return the time left for the requests that open the session; positive */
	Duration openingLimit() {
		Duration left = options.connectLimit().minus(opening);
		return left.isPositive() ? left : Duration.ofMillis(1);
	}

	/**
	 * Opens the session of a process that has no server. On the loop.
	 *
	 * @param loop    of the session
	 * @param contact the identity of this process
	 * @param role    the role of this process
	 * @param options limits
	 * @return the session, which knows the job information of a job of one process
	 */
	static SessionCore singleton(EventLoop loop, ServerContact contact, Role role, SessionLimits options) {
		SessionCore[] made = new SessionCore[1];
		Peer.absent(loop, contact.version(), options.peer(), peer -> {
			made[0] = new SessionCore(peer, new TagAllocator(), contact, new HelloReply.ClientAccepted(0), role, options);
			return made[0].link;
		});
		made[0].job.fileSingleton();
		return made[0];
	}

	/**
	 * Opens a session with a server that has connected to this process, over that connection. On its loop.
	 *
	 * @param peer    the server, whose own requests this process answers
	 * @param contact the server, and the identity of this process
	 * @param role    the role of this process; its opening is not run
	 * @param options limits
	 * @return the session
	 */
	static SessionCore over(Peer peer, ServerContact contact, Role role, SessionLimits options) {
		HelloReply known = new HelloReply.ToolAccepted(Optional.empty(), contact.server());
		SessionCore core = new SessionCore(peer, new TagAllocator(Tag.FIRST_OF_ACCEPTOR), contact, known, role, options);
		peer.request(core.link);
		return core;
	}

	/** @return the identity of this process */
	public Proc self() {
		return self;
	}

	/** @return the identity of the server */
	public Proc server() {
		return server;
	}

	/** @return name of the role, for messages */
	String role() {
		return role.name();
	}

	/** @return limits and executor */
	public SessionLimits options() {
		return options;
	}

	/** @return the connection */
	ServerLink link() {
		return link;
	}

	/** @return put, commit, fence */
	public DataOperations data() {
		return data;
	}

	/** @return the data that this process has */
	SessionStore store() {
		return store;
	}

	/** @return get */
	public GetOperations gets() {
		return gets;
	}

	/** @return events */
	public EventOperations events() {
		return events;
	}

	/** @return job information, abort, finalize */
	public JobOperations job() {
		return job;
	}

	/** @return output and input of processes */
	public IofOperations iof() {
		return iof;
	}

	/** @return queries that job information may answer */
	public QueryOperations queries() {
		return queries;
	}

	/** @return requests to the host */
	public ControlOperations control() {
		return control;
	}

	/** @return groups that their members construct together */
	public GroupOperations groups() {
		return groups;
	}

	/** @return groups by invitation */
	public InviteOperations invites() {
		return invites;
	}

	/** @return peers and nodes */
	public ResolveOperations resolver() {
		return resolver;
	}

	/** Adds a handle. Returns whether that is possible. */
	boolean retain() {
		assert link.inLoop();
		boolean usable = !leaving && (link.isOpen() || link.isAbsent());
		handles += usable ? 1 : 0;
		return usable;
	}

	/** Removes a handle. Returns whether it was the last one. */
	boolean release() {
		assert link.inLoop();
		return --handles == 0;
	}

	/** @return completed when no debugger holds this process anymore, possibly off the loop; fails if the server is lost before */
	public CompletableFuture<Void> awaitDebugger() {
		assert link.inLoop();
		return hold.await();
	}

	/**
	 * Sends the closing requests of the role and closes the connection.
	 *
	 * @return completed on the loop when the connection is closed
	 */
	CompletableFuture<Void> leave() {
		assert link.inLoop();
		leaving = true;
		if (!link.isOpen()) {
			return CompletableFuture.completedFuture(null);
		}
		return role.closing().run(this).whenComplete((nothing, failure) -> link.close());
	}

	/** @return the pending requests and the last messages, for people */
	String dump() {
		List<String> lines = new ArrayList<>(link.pending().dump());
		lines.add(link.peer().tap().dump(link.peer().loop().nanos(), entry -> ""));
		return String.join(System.lineSeparator(), lines);
	}

	@Override
	public void delivered(Delivery delivery) {
		assert link.inLoop();
		if (delivery instanceof EventDelivery event) {
			events.delivered(event);
		} else if (delivery instanceof IofDelivery output) {
			iof.delivered(output);
		}
	}

	@Override
	public void lost(CloseReason reason) {
		assert link.inLoop();
		invites.lost(reason);
		hold.lost(reason);
		if (!leaving) {
			LOG.log(Level.DEBUG, "{0} has lost its server: {1}", self, reason);
			role.loss().lost(this, reason);
		}
	}

	/**
	 * Raises the event {@code ERR_LOST_CONNECTION} in this process, because a program without pending calls would not notice the loss.
	 *
	 * @param reason the reason for the end of the connection
	 */
	public void raiseLostConnection(CloseReason reason) {
		events.delivered(new EventDelivery(Status.ERR_LOST_CONNECTION, server, DataRange.PROC_LOCAL,
				Infos.EMPTY.with(ProcAttributes.PROCID, server)));
	}

	/**
	 * Runs a task behind the handlers of everything that has arrived.
	 *
	 * @param task must not block
	 */
	public void afterHandlers(Runnable task) {
		callbacks.call(() -> {
			task.run();
			return CompletableFuture.completedFuture(task);
		});
	}
}
