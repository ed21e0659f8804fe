// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.scheduler;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.thread.Alarm;
import org.pmix4j.host.internal.thread.HostThread;

/** Ends sessions whose time is up, and warns before. Owned by the {@link Scheduler}, used on the host's thread. */
final class SessionClocks {
	private final HostThread thread;
	private final SessionEvents events;
	private final Map<SessionRun, Clock> clocks = new HashMap<>();

	/** The alarms of a session. */
	private record Clock(Alarm end, Alarm warning, Optional<Duration> notice) {
	}

	SessionClocks(HostThread thread, SessionEvents events) {
		this.thread = thread;
		this.events = events;
	}

	/**
	 * Sets the time that is left.
	 *
	 * @param left   from now; zero for no limit
	 * @param notice how long before the end the requester is warned; empty for as long as before
	 */
	void set(SessionRun session, Duration left, Optional<Duration> notice) {
		assert thread.inThread();
		Optional<Duration> before = notice.or(() -> Optional.ofNullable(clocks.get(session)).flatMap(Clock::notice));
		forget(session);
		session.limit(left.isZero() ? Optional.empty() : Optional.of(left));
		if (!left.isZero()) {
			Clock clock = new Clock(new Alarm(thread), new Alarm(thread), before);
			clocks.put(session, clock);
			clock.end.set(left, () -> {
				events.timeIsUp(session);
				session.end();
			});
			before.filter(time -> !time.isZero()).ifPresent(
					time -> clock.warning.set(time.compareTo(left) < 0 ? left.minus(time) : Duration.ZERO, () -> events.warn(session)));
		}
	}

	/** Adds to the time that is left; without effect on a session without a limit. */
	void extend(SessionRun session, Duration more) {
		session.deadline().ifPresent(end -> set(session, Duration.between(Instant.now(), end).plus(more), Optional.empty()));
	}

	/** Drops the alarms of a session. */
	void forget(SessionRun session) {
		Clock clock = clocks.remove(session);
		if (clock != null) {
			clock.end.cancel();
			clock.warning.cancel();
		}
	}
}
