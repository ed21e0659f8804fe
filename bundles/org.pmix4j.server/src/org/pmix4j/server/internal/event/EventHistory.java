// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.event;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.pmix4j.model.Proc;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Events that are kept for a while for those who will ask for them, and who has got them already. Owned by
 * {@link EventRouter}, on the loop.
 *
 * @see "OpenPMIx src/runtime/pmix_init.c, max_events and event_eviction_time"
 */
public final class EventHistory {
	/** An event on its way. */
	static final class Kept {
		final RoutedEvent event;
		private final long since;
		private final Set<ServerPeer> told = new HashSet<>();
		private final Set<Proc> open;

		private Kept(RoutedEvent event, long since) {
			this.event = event;
			this.since = since;
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

	private static final int SIZE = 512;
	private static final long NANOS = Duration.ofSeconds(120).toNanos();

	private final EventLoop loop;
	private final Deque<Kept> events = new ArrayDeque<>();

	public EventHistory(EventLoop loop) {
		this.loop = loop;
	}

	/** @return the event, kept as long as its kind deserves */
	Kept add(RoutedEvent event) {
		assert loop.inLoop();
		Kept kept = new Kept(event, loop.nanos());
		if (event.kept()) {
			dropOld();
			if (events.size() == SIZE) {
				events.removeFirst();
			}
			events.addLast(kept);
		}
		return kept;
	}

	/** @return those that are still of interest, oldest first */
	List<Kept> all() {
		dropOld();
		return List.copyOf(events);
	}

	private void dropOld() {
		long now = loop.nanos();
		events.removeIf(kept -> now - kept.since > NANOS || kept.isDone());
	}

	/** The connection is gone; a new one of the same process is another listener. */
	void forget(ServerPeer peer) {
		events.forEach(kept -> kept.told.remove(peer));
	}

	/** Nobody of that namespace will ask any more. */
	void namespaceGone(String nspace) {
		events.removeIf(kept -> kept.event.isOnlyFor(nspace));
	}

	int size() {
		return events.size();
	}
}
