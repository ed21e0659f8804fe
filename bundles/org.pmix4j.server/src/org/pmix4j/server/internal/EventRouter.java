// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.ValueType;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.wire.loop.EventLoop;
import org.pmix4j.wire.message.Delivery;
import org.pmix4j.wire.message.EventRequest;

/**
 * Brings events to those who asked for them, and keeps them for a while for those who will. Every process gets an event
 * once. Owned by the server, on the loop.
 *
 * <p>
 * Unlike the C library of 4.2.2, registrations of default handlers are kept, and every notification is acknowledged.
 *
 * @see "PMIx Standard, chapter Event Notification; OpenPMIx src/server/pmix_server_ops.c, pmix_server_register_events and
 *      src/event"
 */
final class EventRouter {
	private static final Logger LOG = System.getLogger(EventRouter.class.getName());
	private static final int CACHE_SIZE = 512;
	private static final long CACHE_NANOS = Duration.ofSeconds(120).toNanos();
	/** Marks what a server has handled, so that an event does not run in circles. */
	private static final Attribute<Boolean> HANDLED = Attribute.of("pmix.srvr.internal.notify", ValueType.BOOL);

	/** Somebody wants events of these codes; of any if there are none. */
	private record Registration(ServerPeer peer, Set<Status> codes, List<Proc> affected) {
		boolean wants(Event event) {
			return (codes.isEmpty() ? !event.nonDefault() : codes.contains(event.code())) && event.concerns(affected);
		}
	}

	private record Kept(Event event, long since, Set<ServerPeer> delivered) {
	}

	private final EventLoop loop;
	private final HostCalls host;
	private final List<Registration> registrations = new ArrayList<>();
	private final Deque<Kept> cache = new ArrayDeque<>();

	EventRouter(EventLoop loop, HostCalls host) {
		this.loop = loop;
		this.host = host;
	}

	/** The answer goes out before the first event: a client that gets an event too early drops it. */
	void register(EventRequest.RegisterEvents request, Responder responder) throws PmixException {
		Registration registration = new Registration(responder.peer, Set.copyOf(request.codes()), Event.affected(request.infos()));
		registrations.add(registration);
		List<Status> system = request.codes().stream().filter(Status::isSystemEvent).toList();
		if (!system.isEmpty()) {
			host.run("register events", h -> h.registerEvents(system, request.infos()),
					status -> LOG.log(Level.DEBUG, "the host on system events {0}: {1}", system, status));
		}
		responder.reply(Status.SUCCESS);
		dropOld();
		for (Kept kept : cache) {
			if (registration.wants(kept.event)) {
				deliver(kept, registration.peer);
			}
		}
	}

	void deregister(EventRequest.DeregisterEvents request, ServerPeer peer) {
		boolean all = request.codes().stream().anyMatch(code -> code.code() == EventRequest.DeregisterEvents.DEFAULT_HANDLER);
		List<Registration> own = registrations.stream().filter(r -> r.peer == peer).toList();
		for (Registration registration : own) {
			Set<Status> left = new HashSet<>(registration.codes);
			left.removeAll(request.codes());
			boolean ends = registration.codes.isEmpty() ? all : left.isEmpty();
			if (ends || left.size() < registration.codes.size()) {
				registrations.remove(registration);
			}
			if (!ends && left.size() < registration.codes.size()) {
				registrations.add(new Registration(peer, left, registration.affected));
			}
		}
	}

	/** A process raises an event; it has told its own handlers already. */
	void notify(EventRequest.Notify request, Responder responder) throws PmixException {
		if (request.infos().isTrue(HANDLED)) {
			responder.reply(Status.SUCCESS);
			return;
		}
		Event event = Event.of(request.code(), responder.peer.proc, request.range(), request.infos().with(HANDLED, true));
		spread(event, Set.of(responder.peer));
		if (request.range().equals(DataRange.LOCAL) || request.range().equals(DataRange.PROC_LOCAL)) {
			responder.reply(Status.SUCCESS);
		} else {
			host.run("notify event", h -> h.notifyEvent(event.code(), event.source(), event.range(), request.infos()), responder::reply);
		}
	}

	/** The host, or the server itself, raises an event. */
	void raise(Event event) {
		spread(event, Set.of());
	}

	private void spread(Event event, Set<ServerPeer> told) {
		Kept kept = new Kept(event, loop.nanos(), new HashSet<>(told));
		for (Registration registration : List.copyOf(registrations)) {
			if (registration.wants(event)) {
				deliver(kept, registration.peer);
			}
		}
		if (event.infos().value(EventAttributes.EVENT_DO_NOT_CACHE.key()).isEmpty()) {
			dropOld();
			if (cache.size() == CACHE_SIZE) {
				cache.removeFirst();
			}
			cache.addLast(kept);
		}
	}

	private void deliver(Kept kept, ServerPeer peer) {
		Event event = kept.event;
		if (!event.reaches(peer.proc) || peer.finalized || !kept.delivered.add(peer)) {
			return;
		}
		try {
			peer.send(new Delivery.EventDelivery(event.code(), event.source(), event.range(), event.infos()));
		} catch (PmixException e) {
			LOG.log(Level.WARNING, "event {0} cannot be told to {1}: {2}", event.code(), peer, e.getMessage());
		}
	}

	private void dropOld() {
		long now = loop.nanos();
		cache.removeIf(kept -> now - kept.since > CACHE_NANOS);
	}

	/** Nobody can be told on this connection any more. */
	void peerGone(ServerPeer peer) {
		registrations.removeIf(registration -> registration.peer == peer);
		cache.forEach(kept -> kept.delivered.remove(peer));
	}
}
