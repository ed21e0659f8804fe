// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.event;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.ValueType;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.server.internal.component.Component;
import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.wire.internal.event.EventFacts;
import org.pmix4j.wire.internal.message.Delivery;
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
	/** Marks an event that a server has handled, so that it does not run in circles. */
	private static final Attribute<Boolean> HANDLED = Attribute.of("pmix.srvr.internal.notify", ValueType.BOOL);

	/** A registration of a peer for some codes, or for all if the request names none. */
	private static final class Registration {
		private final ServerPeer peer;
		private final boolean isDefault;
		private final Set<Status> codes;
		private final List<Proc> affected;
		/** Whether the reply was sent. */
		private boolean answered;

		private Registration(ServerPeer peer, EventRequest.RegisterEvents request) throws PmixException {
			this.peer = peer;
			this.isDefault = request.codes().isEmpty();
			this.codes = new LinkedHashSet<>(request.codes());
			this.affected = EventFacts.affected(request.infos());
		}

		boolean wants(RoutedEvent event) {
			return answered && (isDefault ? !event.nonDefault() : codes.contains(event.code())) && event.concerns(affected);
		}

		/**
		 * Removes codes from the registration.
		 *
		 * @return whether none is left
		 */
		boolean reduce(List<Status> unwanted) {
			if (isDefault) {
				return unwanted.stream().anyMatch(code -> code.code() == EventRequest.DeregisterEvents.DEFAULT_HANDLER);
			}
			unwanted.forEach(codes::remove);
			return codes.isEmpty();
		}
	}

	private final String ownNspace;
	private final HostCalls host;
	private final EventHistory cache;
	private final DebugHolds holds;
	private final List<Registration> registrations = new ArrayList<>();

	public EventRouter(String ownNspace, HostCalls host, EventHistory cache, DebugHolds holds) {
		this.ownNspace = ownNspace;
		this.host = host;
		this.cache = cache;
		this.holds = holds;
	}

	/**
	 * Adds a registration. The reply goes out before the first event, because a client drops an event that comes too early. For system
	 * events the host is asked first; a host that offers none is no error, because processes may raise them as well.
	 */
	public void register(EventRequest.RegisterEvents request, Responder responder) throws PmixException {
		assert host.inLoop();
		Registration registration = new Registration(responder.peer(), request);
		List<Status> added = request.codes().stream().filter(code -> code.isSystemEvent() && !systemCodes().contains(code)).toList();
		registrations.add(registration);
		if (added.isEmpty()) {
			registered(registration, responder, Status.SUCCESS);
		} else {
			host.run("register events " + added, h -> h.registerEvents(added, request.infos()),
					status -> registered(registration, responder, status.equals(Status.ERR_NOT_SUPPORTED) ? Status.SUCCESS : status));
		}
		if (registration.codes.contains(Status.DEBUGGER_RELEASE)) {
			holds.addIfStopped(responder.peer());
		}
	}

	private void registered(Registration registration, Responder responder, Status status) {
		responder.reply(status);
		if (status.isSuccess() || status.equals(Status.OPERATION_SUCCEEDED)) {
			registration.answered = true;
			if (registrations.contains(registration)) {
				cache.all().stream().filter(kept -> registration.wants(kept.event)).forEach(kept -> deliver(kept, registration.peer));
			}
		} else {
			registrations.remove(registration);
		}
	}

	public void deregister(EventRequest.DeregisterEvents request, ServerPeer peer) {
		assert host.inLoop();
		drop(() -> registrations.removeIf(registration -> registration.peer == peer && registration.reduce(request.codes())));
	}

	/** Runs a change, and tells the host which system events no registration asks for any more. */
	private void drop(Runnable change) {
		Set<Status> before = systemCodes();
		change.run();
		before.removeAll(systemCodes());
		List<Status> removed = List.copyOf(before);
		if (!removed.isEmpty()) {
			host.run("deregister events " + removed, h -> h.deregisterEvents(removed),
					status -> LOG.log(Level.DEBUG, "the host on the end of interest in {0}: {1}", removed, status));
		}
	}

	private Set<Status> systemCodes() {
		Set<Status> codes = new LinkedHashSet<>();
		for (Registration registration : registrations) {
			registration.codes.stream().filter(Status::isSystemEvent).forEach(codes::add);
		}
		return codes;
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
		if (registrations.stream().anyMatch(registration -> registration.peer == peer && registration.wants(event))) {
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

	/** Delivers an event to the registered peers, and keeps it for later registrations. */
	public void raise(RoutedEvent event) {
		assert host.inLoop();
		distribute(cache.add(event));
	}

	private void distribute(EventHistory.Kept kept) {
		for (Registration registration : List.copyOf(registrations)) {
			if (registration.wants(kept.event)) {
				deliver(kept, registration.peer);
			}
		}
	}

	private void deliver(EventHistory.Kept kept, ServerPeer peer) {
		RoutedEvent event = kept.event;
		if (!event.reaches(peer.proc(), ownNspace) || peer.isLeaving() || !kept.markDelivered(peer)) {
			return;
		}
		try {
			peer.send(new Delivery.EventDelivery(event.code(), event.source(), event.range(), event.infos()));
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
		drop(() -> registrations.removeIf(registration -> registration.peer == peer));
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
