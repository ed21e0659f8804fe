// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.event;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.pmix4j.model.HeldSize;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.server.internal.memory.Budget;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.wire.internal.event.RecentEvents;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Recent events, kept for later registrations, with the peers that have received them. The memory for the events of each process is
 * limited; its oldest ones make room for new ones. Owned by {@link EventRouter}, on the server's loop.
 */
public final class EventHistory {
	/** The assumed size of an event and one of its targets without its infos. */
	private static final int EVENT = 512;
	private static final int TARGET = 128;

	/** An event and the peers that have it. */
	static final class Kept {
		final RoutedEvent event;
		private final Set<ServerPeer> delivered = new HashSet<>();
		private final Set<Proc> open;
		private final long size;

		private Kept(RoutedEvent event) {
			this.event = event;
			this.open = new HashSet<>(event.targets().list());
			this.size = EVENT + (long) TARGET * open.size() + HeldSize.of(event.infos());
		}

		/** @return true for the first delivery to this peer */
		boolean markDelivered(ServerPeer peer) {
			open.remove(peer.proc());
			return delivered.add(peer);
		}

		/** Returns whether all targets have the event. */
		private boolean isDone() {
			return !event.targets().isEmpty() && open.isEmpty();
		}
	}

	private final EventLoop loop;
	private final Budget budget;
	private final Map<Proc, Budget.Share> memory = new HashMap<>();
	private final RecentEvents<Kept> events = new RecentEvents<>(this::removed);

	/** @param budget of the events of all processes */
	public EventHistory(EventLoop loop, Budget budget) {
		this.loop = loop;
		this.budget = budget;
	}

	/**
	 * @return the event, which is kept only if it is meant for later registrations
	 * @throws PmixException OUT_OF_RESOURCE if there is no memory for it
	 */
	Kept add(RoutedEvent event) throws PmixException {
		assert loop.inLoop();
		Kept kept = new Kept(event);
		if (event.kept()) {
			long now = loop.nanos();
			events.dropOld(now);
			events.removeIf(Kept::isDone);
			makeRoom(kept);
			events.add(kept, now);
		}
		return kept;
	}

	/** @return the event, which is not kept */
	Kept withoutKeeping(RoutedEvent event) {
		return new Kept(event);
	}

	private void makeRoom(Kept kept) throws PmixException {
		Proc source = kept.event.source();
		while (!memory.computeIfAbsent(source, each -> budget.share()).take(kept.size)) {
			if (!events.removeOldest(old -> old.event.source().equals(source))) {
				Budget.Share share = memory.remove(source);
				throw new PmixException(Status.ERR_OUT_OF_RESOURCE, "an event of " + source + " needs " + kept.size
						+ " bytes of memory, and there are " + share);
			}
		}
	}

	private void removed(Kept kept) {
		Proc source = kept.event.source();
		Budget.Share share = memory.get(source);
		share.give(kept.size);
		if (share.held() == 0) {
			memory.remove(source);
		}
	}

	/** @return the events that are not too old and whose targets do not all have them, oldest first */
	List<Kept> all() {
		events.removeIf(Kept::isDone);
		return events.all(loop.nanos());
	}

	/** Forgets a peer. A new connection of its process gets the events again. */
	void forget(ServerPeer peer) {
		events.all(loop.nanos()).forEach(kept -> kept.delivered.remove(peer));
	}

	/** Drops the events that go only to processes of a namespace that is gone. */
	void namespaceGone(String nspace) {
		events.removeIf(kept -> kept.event.isOnlyFor(nspace));
	}

	int size() {
		return events.size();
	}
}
