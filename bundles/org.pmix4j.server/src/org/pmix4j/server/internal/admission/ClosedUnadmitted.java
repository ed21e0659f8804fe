// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.admission;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.server.internal.peer.ThrottledCounter;
import org.pmix4j.server.internal.peer.ThrottledLog;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.EventLoop;

/** Counts and logs the connections that ended before their admission, by reason. Owned by {@link PendingHellos}, on the server's loop. */
final class ClosedUnadmitted {
	private static final PeerLog LOG = PeerLog.of(PendingHellos.class);

	private final EventLoop loop;
	private final ThrottledLog refusals;
	private final ThrottledCounter tooLate;
	private final ThrottledCounter unidentified;
	private final ThrottledCounter displaced;
	private final ThrottledCounter truncated;
	private final ThrottledCounter unknown;
	private final ThrottledCounter unproven;
	private final ThrottledCounter strangers;
	private OptionalInt stranger = OptionalInt.empty();

	ClosedUnadmitted(EventLoop loop, ThrottledLog refusals, Duration helloLimit, Duration identificationLimit) {
		this.loop = loop;
		this.refusals = refusals;
		this.tooLate = counter("were closed because no hello came within " + helloLimit.toSeconds() + " s");
		this.unidentified = counter("were closed unread: their user was not known within " + identificationLimit.toSeconds() + " s");
		this.displaced = counter("were closed without a hello to make room for others; raise ulimit -n if this continues");
		this.truncated = counter("ended in the middle of their hello");
		this.unknown = counter("were closed unread: the kernel does not know the user, because they come from another machine or network"
				+ " namespace");
		this.unproven = counter("were closed unread: all users look the same in this user namespace, and their process cannot be proven to"
				+ " be of the same user");
		this.strangers = new ThrottledCounter(loop, count -> LOG.log(Level.WARNING, count + " connections of other users were closed unread"
				+ stranger.stream().mapToObj(uid -> "; the last one was of user " + Integer.toUnsignedString(uid)).findFirst().orElse("")));
	}

	private ThrottledCounter counter(String what) {
		return new ThrottledCounter(loop, count -> LOG.log(Level.WARNING, count + " connections " + what));
	}

	/** Counts a connection that was closed unread. */
	void unread(ConnectionFilter.Reason reason, PeerUser user) {
		assert loop.inLoop();
		switch (reason) {
			case STRANGER -> {
				stranger = user.uid();
				strangers.add();
			}
			case UNPROVEN -> unproven.add();
			case UNKNOWN -> unknown.add();
			case ENDED -> LOG.log(Level.DEBUG, "a connection ended before it was read");
		}
	}

	/** Counts a connection whose user was not known in time. */
	void unidentified() {
		unidentified.add();
	}

	/** Counts or logs a connection that ended before its hello was answered. */
	void failed(CloseReason reason) {
		switch (reason.kind()) {
			case SILENT -> tooLate.add();
			case NO_ROOM -> displaced.add();
			case TRUNCATED -> truncated.add();
			case MALFORMED -> refusals.add("connection refused: " + reason.detail());
			default -> LOG.log(Level.DEBUG, "a connection ended before its hello was answered: {0}", reason.detail());
		}
	}

	/** Reports the connections that were only counted so far. */
	void report() {
		List.of(tooLate, unidentified, displaced, truncated, unknown, unproven, strangers).forEach(ThrottledCounter::report);
		refusals.report();
	}
}
