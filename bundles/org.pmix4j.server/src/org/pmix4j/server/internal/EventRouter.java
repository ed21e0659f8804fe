// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.ValueType;
import org.pmix4j.wire.message.Delivery;
import org.pmix4j.wire.message.EventRequest;

/**
 * Brings events to those who asked for them, and to those who ask later. Every process gets an event once. Owned by the
 * server, on the loop.
 *
 * <p>
 * Unlike the C library of 4.2.2, registrations of default handlers are kept, and every notification is acknowledged.
 *
 * @see "PMIx Standard, chapter Event Notification; OpenPMIx src/server/pmix_server_ops.c, pmix_server_register_events and
 *      src/event"
 */
final class EventRouter {
	private static final Logger LOG = System.getLogger(EventRouter.class.getName());
	/** Marks what a server has handled, so that an event does not run in circles. */
	private static final Attribute<Boolean> HANDLED = Attribute.of("pmix.srvr.internal.notify", ValueType.BOOL);

	/** Somebody wants events of these codes; of any if there are none. */
	private record Registration(ServerPeer peer, Set<Status> codes, List<Proc> affected) {
		boolean wants(Event event) {
			return (codes.isEmpty() ? !event.nonDefault() : codes.contains(event.code())) && event.concerns(affected);
		}
	}

	private final String ownNspace;
	private final HostCalls host;
	private final EventCache cache;
	private final List<Registration> registrations = new ArrayList<>();

	EventRouter(String ownNspace, HostCalls host, EventCache cache) {
		this.ownNspace = ownNspace;
		this.host = host;
		this.cache = cache;
	}

	/** The answer goes out before the first event: a client that gets an event too early drops it. */
	void register(EventRequest.RegisterEvents request, Responder responder) throws PmixException {
		Registration registration = new Registration(responder.peer, Set.copyOf(request.codes()), Event.affected(request.infos()));
		change(request.infos(), () -> registrations.add(registration));
		responder.reply(Status.SUCCESS);
		for (EventCache.Kept kept : cache.all()) {
			if (registration.wants(kept.event)) {
				deliver(kept, registration.peer);
			}
		}
	}

	void deregister(EventRequest.DeregisterEvents request, ServerPeer peer) {
		change(Infos.EMPTY, () -> {
			List<Registration> before = List.copyOf(registrations);
			registrations.clear();
			for (Registration registration : before) {
				if (registration.peer == peer) {
					reduce(registration, request.codes());
				} else {
					registrations.add(registration);
				}
			}
		});
	}

	/** Keeps what is left of a registration: of a default one all or nothing. */
	private void reduce(Registration registration, List<Status> codes) {
		Set<Status> left = new HashSet<>(registration.codes);
		left.removeAll(codes);
		boolean ends = registration.codes.isEmpty()
				? codes.stream().anyMatch(code -> code.code() == EventRequest.DeregisterEvents.DEFAULT_HANDLER)
				: left.isEmpty();
		if (!ends) {
			registrations.add(new Registration(registration.peer, left, registration.affected));
		}
	}

	/** Events of the system come from the host, which wants to know whether anybody here is interested. */
	private void change(Infos infos, Runnable change) {
		Set<Status> before = systemCodes();
		change.run();
		Set<Status> after = systemCodes();
		if (!before.equals(after)) {
			List<Status> added = after.stream().filter(code -> !before.contains(code)).toList();
			List<Status> removed = before.stream().filter(code -> !after.contains(code)).toList();
			if (!added.isEmpty()) {
				host.run("register events", h -> h.registerEvents(added, infos), status -> log(added, status));
			}
			if (!removed.isEmpty()) {
				host.run("deregister events", h -> h.deregisterEvents(removed), status -> log(removed, status));
			}
		}
	}

	private static void log(List<Status> codes, Status status) {
		LOG.log(Level.DEBUG, "the host on system events {0}: {1}", codes, status);
	}

	private Set<Status> systemCodes() {
		Set<Status> codes = new LinkedHashSet<>();
		for (Registration registration : registrations) {
			for (Status code : registration.codes) {
				if (code.isSystemEvent()) {
					codes.add(code);
				}
			}
		}
		return codes;
	}

	/** A process raises an event; it has told its own handlers already. */
	void notify(EventRequest.Notify request, Responder responder) throws PmixException {
		if (request.infos().isTrue(HANDLED)) {
			responder.reply(Status.SUCCESS);
			return;
		}
		Event event = Event.of(request.code(), responder.peer.proc, request.range(), request.infos().with(HANDLED, true));
		raise(event);
		if (request.range().equals(DataRange.LOCAL) || request.range().equals(DataRange.PROC_LOCAL)) {
			responder.reply(Status.SUCCESS);
		} else {
			host.run("notify event", h -> h.notifyEvent(event.code(), event.source(), event.range(), request.infos()), responder::reply);
		}
	}

	/** Tells those who asked, and keeps the event for those who will. */
	void raise(Event event) {
		EventCache.Kept kept = cache.add(event);
		for (Registration registration : List.copyOf(registrations)) {
			if (registration.wants(event)) {
				deliver(kept, registration.peer);
			}
		}
	}

	private void deliver(EventCache.Kept kept, ServerPeer peer) {
		Event event = kept.event;
		if (!event.reaches(peer.proc, ownNspace) || peer.isLeaving() || !kept.tell(peer)) {
			return;
		}
		try {
			peer.send(new Delivery.EventDelivery(event.code(), event.source(), event.range(), event.infos()));
		} catch (PmixException e) {
			LOG.log(Level.WARNING, "event {0} cannot be told to {1}: {2}", event.code(), peer, e.getMessage());
		}
	}

	/** Nobody can be told on this connection any more. */
	void peerGone(ServerPeer peer) {
		change(Infos.EMPTY, () -> registrations.removeIf(registration -> registration.peer == peer));
		cache.forget(peer);
	}

	void namespaceGone(String nspace) {
		cache.namespaceGone(nspace);
	}

	void dump(StringBuilder out) {
		out.append("  events: ").append(registrations.size()).append(" registrations, ").append(cache.size()).append(" events kept\n");
	}
}
