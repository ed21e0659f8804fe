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
 * Events that are kept for a while for those who will ask for them, and who has got them already. Owned by
 * {@link EventRouter}, on the loop.
 */
public final class EventHistory {
	/** An event on its way. */
	static final class Kept {
		final RoutedEvent event;
		private final Set<ServerPeer> told = new HashSet<>();
		private final Set<Proc> open;

		private Kept(RoutedEvent event) {
			this.event = event;
			this.open = new HashSet<>(event.targets());
		}

		/** @return true the first time */
		boolean tell(ServerPeer peer) {
			open.remove(peer.proc());
			return told.add(peer);
		}

		/** Whether all who alone shall hear of it have heard. */
		private boolean isDone() {
			return !event.targets().isEmpty() && open.isEmpty();
		}
	}

	private final EventLoop loop;
	private final RecentEvents<Kept> events = new RecentEvents<>();

	public EventHistory(EventLoop loop) {
		this.loop = loop;
	}

	/** @return the event, kept as long as its kind deserves */
	Kept add(RoutedEvent event) {
		assert loop.inLoop();
		Kept kept = new Kept(event);
		if (event.kept()) {
			events.removeIf(Kept::isDone);
			events.add(kept, loop.nanos());
		}
		return kept;
	}

	/** @return those that are still of interest, oldest first */
	List<Kept> all() {
		events.removeIf(Kept::isDone);
		return events.all(loop.nanos());
	}

	/** The connection is gone; a new one of the same process is another listener. */
	void forget(ServerPeer peer) {
		events.all(loop.nanos()).forEach(kept -> kept.told.remove(peer));
	}

	/** Nobody of that namespace will ask any more. */
	void namespaceGone(String nspace) {
		events.removeIf(kept -> kept.event.isOnlyFor(nspace));
	}

	int size() {
		return events.size();
	}
}
