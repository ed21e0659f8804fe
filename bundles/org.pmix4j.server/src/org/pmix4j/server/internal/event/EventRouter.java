// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.event;

import java.lang.System.Logger.Level;
import java.util.List;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.ValueType;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.server.internal.hostcall.DumpText;
import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.lifecycle.Component;
import org.pmix4j.server.internal.memory.Budget;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.internal.peer.SharedMessage;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.message.EventRequest;

/**
 * Delivers events to the peers that have registered for them, and to those that register later. Every peer gets an event once. Owned by
 * the server, on its loop.
 *
 * <p>
 * Unlike the C library of 4.2.2, it keeps registrations of default handlers and acknowledges every notification.
 *
 * @see "PMIx Standard, chapter Event Notification; OpenPMIx src/server/pmix_server_ops.c, pmix_server_register_events and
 *      src/event"
 */
public final class EventRouter implements Component {
	private static final PeerLog LOG = PeerLog.of(EventRouter.class);
	/** Marks an event that a server has handled, to prevent loops. */
	private static final Attribute<Boolean> HANDLED = Attribute.of("pmix.srvr.internal.notify", ValueType.BOOL);

	private final String ownNspace;
	private final HostCalls host;
	private final EventHistory cache;
	private final DebugHolds holds;
	private final Registrations registrations;

	/** @param budget of the registrations of all peers */
	public EventRouter(String ownNspace, HostCalls host, EventHistory cache, DebugHolds holds, Budget budget) {
		this.ownNspace = ownNspace;
		this.host = host;
		this.cache = cache;
		this.holds = holds;
		this.registrations = new Registrations(budget);
	}

	/**
	 * Adds a registration. The reply goes out before the first event, because a client drops an event that comes too early. For system events
	 * the host is called first; a host without them is not an error, because processes may raise them, too.
	 */
	public void register(EventRequest.RegisterEvents request, Responder responder) throws PmixException {
		assert host.inLoop();
		List<Status> added = registrations.missing(request.codes());
		Registrations.Registration registration = registrations.add(responder.peer(), request.codes(), request.infos());
		if (added.isEmpty()) {
			registered(registration, responder, Status.SUCCESS);
		} else {
			host.run("register events " + DumpText.list(added), h -> h.registerEvents(added, request.infos()),
					status -> registered(registration, responder, status.equals(Status.ERR_NOT_SUPPORTED) ? Status.SUCCESS : status));
		}
		if (registration.names(Status.DEBUGGER_RELEASE)) {
			holds.addIfStopped(responder.peer());
		}
	}

	private void registered(Registrations.Registration registration, Responder responder, Status status) {
		responder.reply(status);
		if (status.isSuccess() || status.equals(Status.OPERATION_SUCCEEDED)) {
			registration.markAnswered();
			if (registrations.contains(registration)) {
				cache.all().stream().filter(kept -> registration.wants(kept.event))
						.forEach(kept -> deliver(kept, responder.peer(), kept.event.message()));
			}
		} else {
			registrations.remove(registration);
		}
	}

	public void deregister(EventRequest.DeregisterEvents request, ServerPeer peer) {
		assert host.inLoop();
		reportUnwanted(registrations.remove(peer, request.codes()));
	}

	/** Reports to the host the system events without a remaining registration. */
	private void reportUnwanted(List<Status> codes) {
		if (!codes.isEmpty()) {
			host.run("deregister events " + DumpText.list(codes), h -> h.deregisterEvents(codes),
					status -> LOG.log(Level.DEBUG, "the host''s answer to the deregistration of events {0}: {1}", DumpText.list(codes), status));
		}
	}

	/** Routes an event that a process raises. The process has called its own handlers already. */
	public void notify(EventRequest.Notify request, Responder responder) throws PmixException {
		assert host.inLoop();
		if (request.infos().isTrue(HANDLED)) {
			responder.reply(Status.SUCCESS);
			return;
		}
		ServerPeer peer = responder.peer();
		if (DebugHolds.isStopInInit(request.code(), request.infos())) {
			holds.addStopped(peer.proc(), request.infos());
			responder.reply(Status.SUCCESS);
			return;
		}
		RoutedEvent raised = RoutedEvent.of(request.code(), peer.proc(), request.range(), request.infos().with(HANDLED, true));
		RoutedEvent event = peer.version().keepsItsOwnEvents() ? raised : raised.withEcho();
		EventHistory.Kept kept = cache.add(event);
		if (registrations.want(peer, event)) {
			kept.markDelivered(peer);
		}
		distribute(kept);
		if (event.code().equals(Status.READY_FOR_DEBUG)) {
			holds.addStopped(event.source(), request.infos());
			responder.reply(Status.SUCCESS);
		} else if (request.range().equals(DataRange.LOCAL) || request.range().equals(DataRange.PROC_LOCAL)) {
			responder.reply(Status.SUCCESS);
		} else {
			host.run("event " + event.code() + " of " + event.source(),
					h -> h.notifyEvent(event.code(), event.source(), event.range(), request.infos()), responder::reply);
		}
	}

	/** Delivers an event to the registered peers, and keeps it for later registrations if there is memory for it. */
	public void raise(RoutedEvent event) {
		assert host.inLoop();
		distribute(kept(event));
	}

	private EventHistory.Kept kept(RoutedEvent event) {
		try {
			return cache.add(event);
		} catch (PmixException e) {
			host.warn("event " + event.code() + " is not kept for later registrations: " + e.getMessage());
			return cache.withoutKeeping(event);
		}
	}

	private void distribute(EventHistory.Kept kept) {
		SharedMessage message = kept.event.message();
		for (ServerPeer peer : registrations.peers()) {
			if (registrations.want(peer, kept.event)) {
				deliver(kept, peer, message);
			}
		}
	}

	private void deliver(EventHistory.Kept kept, ServerPeer peer, SharedMessage message) {
		RoutedEvent event = kept.event;
		if (!event.reaches(peer.proc(), ownNspace) || peer.isLeaving() || !kept.markDelivered(peer)) {
			return;
		}
		try {
			peer.send(Tag.NOTIFY, event.message(peer.proc(), message));
			if (event.code().equals(Status.DEBUGGER_RELEASE)) {
				holds.release(peer.proc());
			}
		} catch (PmixException e) {
			peer.warn("event " + event.code() + " cannot be sent to " + peer + ": " + e.getMessage());
		}
	}

	/** Drops the registrations of a peer. */
	@Override
	public void peerGone(ServerPeer peer) {
		reportUnwanted(registrations.remove(peer));
		cache.forget(peer);
	}

	@Override
	public void namespaceGone(String nspace) {
		cache.namespaceGone(nspace);
	}

	@Override
	public void dump(StringBuilder out) {
		out.append("  events: ").append(registrations.size()).append(" registrations, ").append(cache.size()).append(" events kept\n");
	}
}
