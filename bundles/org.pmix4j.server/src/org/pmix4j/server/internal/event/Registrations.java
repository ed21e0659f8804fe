// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.event;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcSet;
import org.pmix4j.model.Status;
import org.pmix4j.server.internal.memory.Budget;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.wire.internal.event.EventFacts;
import org.pmix4j.wire.internal.message.EventRequest;

/** The registrations of peers for events, found by peer and code. Owned by {@link EventRouter}, on the server's loop. */
final class Registrations {
	/** Limit on the codes and processes in all registrations of one peer. */
	private static final int MOST_OF_A_PEER = 1 << 16;
	/** The assumed memory of a code or process in a registration, in bytes. */
	private static final int WEIGHT = 512;
	/** Limit on the affected processes that one registration lists; a wildcard counts as one. */
	private static final int MOST_AFFECTED = 1 << 12;

	/** A registration of a peer for some codes, or for all if the request names none. Compared by identity. */
	static final class Registration {
		private final ServerPeer peer;
		private final boolean isDefault;
		private final Set<Status> codes;
		private final ProcSet affected;
		/** True once the reply was sent. */
		private boolean answered;

		private Registration(ServerPeer peer, List<Status> codes, ProcSet affected) {
			this.peer = peer;
			this.isDefault = codes.isEmpty();
			this.codes = new LinkedHashSet<>(codes);
			this.affected = affected;
		}

		private int weight() {
			return 1 + codes.size() + affected.size();
		}

		boolean names(Status code) {
			return codes.contains(code);
		}

		/** Notes that the reply was sent, so that the peer expects events. */
		void markAnswered() {
			answered = true;
		}

		/** Returns whether the registration requests the event. */
		boolean wants(RoutedEvent event) {
			return (isDefault ? !event.nonDefault(peer.proc()) : codes.contains(event.code())) && isReadyFor(event);
		}

		private boolean isReadyFor(RoutedEvent event) {
			return answered && event.concerns(affected);
		}
	}

	/** The registrations of one peer. */
	private static final class Interests {
		private final Budget.Share memory;
		private final Map<Status, Set<Registration>> byCode = new HashMap<>();
		private final Set<Registration> defaults = new LinkedHashSet<>();
		private int count;
		private int weight;

		private Interests(Budget.Share memory) {
			this.memory = memory;
		}

		private void subtract(int taken) {
			weight -= taken;
			memory.give((long) taken * WEIGHT);
		}

		boolean want(RoutedEvent event, Proc owner) {
			return anyReady(byCode.getOrDefault(event.code(), Set.of()), event) || !event.nonDefault(owner) && anyReady(defaults, event);
		}

		private static boolean anyReady(Collection<Registration> some, RoutedEvent event) {
			for (Registration registration : some) {
				if (registration.isReadyFor(event)) {
					return true;
				}
			}
			return false;
		}
	}

	private final Budget budget;
	private final Map<ServerPeer, Interests> peers = new LinkedHashMap<>();
	/** The system events with the number of registrations that name each. */
	private final Map<Status, Integer> systemEvents = new HashMap<>();

	/** @param budget of the registrations of all peers */
	Registrations(Budget budget) {
		this.budget = budget;
	}

	/**
	 * Adds a registration.
	 *
	 * @return the registration, which requests no event until it is marked as answered
	 * @throws PmixException BAD_PARAM if the request is malformed, OUT_OF_RESOURCE if the peer has registered for too much
	 */
	Registration add(ServerPeer peer, List<Status> codes, Infos infos) throws PmixException {
		ProcSet affected = ProcSet.of(EventFacts.affected(infos));
		Registration added = new Registration(peer, codes, affected);
		Interests own = peers.getOrDefault(peer, new Interests(budget.share()));
		if (affected.size() > MOST_AFFECTED || own.weight + added.weight() > MOST_OF_A_PEER) {
			throw new PmixException(Status.ERR_OUT_OF_RESOURCE, "registrations of " + peer.proc() + " are limited to " + MOST_OF_A_PEER
					+ " codes and processes, and each to " + MOST_AFFECTED + " processes");
		}
		if (!own.memory.take((long) added.weight() * WEIGHT)) {
			throw new PmixException(Status.ERR_OUT_OF_RESOURCE, "no memory for a registration of " + peer.proc() + ": " + own.memory);
		}
		peers.putIfAbsent(peer, own);
		own.count++;
		own.weight += added.weight();
		if (added.isDefault) {
			own.defaults.add(added);
		}
		for (Status code : added.codes) {
			own.byCode.computeIfAbsent(code, each -> new LinkedHashSet<>()).add(added);
			if (code.isSystemEvent()) {
				systemEvents.merge(code, 1, Integer::sum);
			}
		}
		return added;
	}

	/** @return the system events among these codes that no registration names */
	List<Status> missing(List<Status> codes) {
		return codes.stream().filter(code -> code.isSystemEvent() && !systemEvents.containsKey(code)).distinct().toList();
	}

	/** @return whether the registration is still there */
	boolean contains(Registration registration) {
		Interests own = peers.get(registration.peer);
		return own != null && (registration.isDefault ? own.defaults.contains(registration) : !registration.codes.isEmpty());
	}

	/** @return the peers with registrations, in the order in which they registered first */
	List<ServerPeer> peers() {
		return List.copyOf(peers.keySet());
	}

	/** @return whether a registration of the peer requests the event */
	boolean want(ServerPeer peer, RoutedEvent event) {
		Interests own = peers.get(peer);
		return own != null && own.want(event, peer.proc());
	}

	/** @return the number of registrations */
	int size() {
		return peers.values().stream().mapToInt(own -> own.count).sum();
	}

	/**
	 * Removes a registration.
	 *
	 * @return the system events that no registration names anymore
	 */
	List<Status> remove(Registration registration) {
		List<Status> unwanted = new ArrayList<>();
		Interests own = peers.get(registration.peer);
		if (own != null && contains(registration)) {
			for (Status code : List.copyOf(registration.codes)) {
				own.byCode.computeIfPresent(code, (each, all) -> all.remove(registration) && all.isEmpty() ? null : all);
				forget(own, registration, code, unwanted);
			}
			if (registration.isDefault) {
				end(own, registration);
			}
		}
		return unwanted;
	}

	/**
	 * Removes codes from all registrations of a peer.
	 *
	 * @return the system events that no registration names anymore
	 */
	List<Status> remove(ServerPeer peer, List<Status> codes) {
		List<Status> unwanted = new ArrayList<>();
		Interests own = peers.get(peer);
		if (own != null) {
			for (Status code : codes) {
				Set<Registration> all = own.byCode.remove(code);
				for (Registration registration : all == null ? Set.<Registration>of() : all) {
					forget(own, registration, code, unwanted);
				}
				if (code.code() == EventRequest.DeregisterEvents.DEFAULT_HANDLER) {
					List.copyOf(own.defaults).forEach(registration -> end(own, registration));
				}
			}
		}
		return unwanted;
	}

	/**
	 * Removes all registrations of a peer.
	 *
	 * @return the system events that no registration names anymore
	 */
	List<Status> remove(ServerPeer peer) {
		Interests own = peers.get(peer);
		List<Status> unwanted = own == null ? List.of() : remove(peer, List.copyOf(own.byCode.keySet()));
		if (own != null) {
			own.memory.end();
			peers.remove(peer);
		}
		return unwanted;
	}

	private void forget(Interests own, Registration registration, Status code, List<Status> unwanted) {
		registration.codes.remove(code);
		own.subtract(1);
		if (code.isSystemEvent() && systemEvents.merge(code, -1, Integer::sum) == 0) {
			systemEvents.remove(code);
			unwanted.add(code);
		}
		if (registration.codes.isEmpty()) {
			end(own, registration);
		}
	}

	/** Removes a registration without codes. */
	private void end(Interests own, Registration registration) {
		own.defaults.remove(registration);
		own.count--;
		own.subtract(registration.weight());
		if (own.count == 0) {
			peers.remove(registration.peer);
		}
	}
}
