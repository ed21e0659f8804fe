// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.event;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.pmix4j.model.Proc;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.wire.internal.event.RecentEvents;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Recent events, kept for later registrations, with the peers that each was delivered to. Owned by {@link EventRouter}, on the server's
 * loop.
 */
public final class EventHistory {
	/** An event and the peers that have it. */
	static final class Kept {
		final RoutedEvent event;
		private final Set<ServerPeer> delivered = new HashSet<>();
		private final Set<Proc> open;

		private Kept(RoutedEvent event) {
			this.event = event;
			this.open = new HashSet<>(event.targets().list());
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
	private final RecentEvents<Kept> events = new RecentEvents<>();

	public EventHistory(EventLoop loop) {
		this.loop = loop;
	}

	/** @return the event, which is kept only if it is meant for later registrations */
	Kept add(RoutedEvent event) {
		assert loop.inLoop();
		Kept kept = new Kept(event);
		if (event.kept()) {
			events.removeIf(Kept::isDone);
			events.add(kept, loop.nanos());
		}
		return kept;
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
