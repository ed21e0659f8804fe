// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.event;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/**
 * Events that no handler wanted, for those that are registered soon. Part of the event operations, on the client's loop.
 *
 * @see "OpenPMIx src/event/pmix_event_notification.c, pmix_notify_event_cache, with the same bounds"
 */
final class UnclaimedEvents {
	private static final int MOST = 512;
	private static final Duration AGE = Duration.ofSeconds(120);

	private final Deque<Kept> events = new ArrayDeque<>();

	private record Kept(EventFacts event, long since) {
	}

	/** @param now on the loop's clock */
	void keep(EventFacts event, long now) {
		dropOld(now);
		if (events.size() == MOST) {
			events.removeFirst();
		}
		events.addLast(new Kept(event, now));
	}

	/** Takes out what somebody wants, oldest first. */
	List<EventFacts> take(Predicate<EventFacts> wanted, long now) {
		dropOld(now);
		List<EventFacts> taken = new ArrayList<>();
		events.removeIf(kept -> {
			boolean match = wanted.test(kept.event);
			if (match) {
				taken.add(kept.event);
			}
			return match;
		});
		return taken;
	}

	private void dropOld(long now) {
		while (!events.isEmpty() && now - events.getFirst().since > AGE.toNanos()) {
			events.removeFirst();
		}
	}
}
