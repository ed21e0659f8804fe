// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.admission;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.model.Status;
import org.pmix4j.server.internal.lifecycle.Component;
import org.pmix4j.server.internal.memory.Budget;
import org.pmix4j.server.internal.peer.ThrottledLog;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.wire.ConnectionOptions;
import org.pmix4j.wire.PeerOptions;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.loop.AcceptListener;
import org.pmix4j.wire.internal.loop.CloseReason.Kind;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.Timer;
import org.pmix4j.wire.internal.loop.Transport;
import org.pmix4j.wire.internal.peer.AcceptHandshake;
import org.pmix4j.wire.internal.peer.HandshakeHandler;

/**
 * The connections whose hello has not arrived yet. Each one is read only if the {@link ConnectionFilter} accepts it, and has a time limit.
 * When there are too many, or file descriptors run short, connections that have had enough time for a hello are closed to make room. When
 * the memory for hellos is used up, the oldest incomplete ones are closed. Owned by the server, on its loop.
 */
public final class PendingHellos implements Component {
	/** Receives the hello of a connection, and takes over the connection. */
	@FunctionalInterface
	public interface Reception {
		/** Decides on a connection, and ends the memory of its arrival with the decision. */
		void greeted(Hello hello, AcceptHandshake handshake, Arrival arrival);
	}

	/** The longest time that a silent connection keeps others waiting; a process needs less between its connect and its hello. */
	private static final Duration GRACE = Duration.ofMillis(15);
	/** How many times as long as for its hello a connection may wait for its identification, on which it has no influence. */
	private static final int IDENTIFICATION = 6;
	private static final CloseReason NO_ROOM = new CloseReason(Kind.NO_ROOM, "it sent no hello while others waited");
	private static final int TAP_FRAMES = 16;
	private static final int MAX_CAPACITY = 4096;

	private final EventLoop loop;
	private final PeerOptions options;
	private final Duration identificationLimit;
	private final Budget memory;
	/** Connections that must not be read before their user is known, with their time limits. */
	private final Map<Transport, Timer> unidentified = new HashMap<>();
	/** In the order of their arrival. */
	private final Map<PendingHello, AcceptHandshake> silent = new LinkedHashMap<>();
	/** Those of which a part has arrived, in the order of its arrival. */
	private final Set<PendingHello> incomplete = new LinkedHashSet<>();
	private final int capacity;
	private final ThrottledLog refusals;
	private final ClosedUnadmitted closed;
	private boolean closing;

	/** @param memory for hellos */
	public PendingHellos(EventLoop loop, ServerOptions options, Budget memory) {
		this.loop = loop;
		this.options = new PeerOptions(options.limits(), ConnectionOptions.DEFAULT, options.handshakeTimeout(), TAP_FRAMES);
		this.identificationLimit = options.handshakeTimeout().multipliedBy(IDENTIFICATION);
		this.memory = memory;
		// the other half of the file descriptors is for admitted connections and for the host
		this.capacity = Math.clamp(DescriptorLimit.read() / 2, 1, MAX_CAPACITY);
		this.refusals = new ThrottledLog(loop);
		this.closed = new ClosedUnadmitted(loop, refusals, options.handshakeTimeout(), identificationLimit);
	}

	/** @return the log of all warnings that peers cause */
	public ThrottledLog refusals() {
		return refusals;
	}

	/**
	 * @param filter decides which connections are read
	 * @param reception  is given each hello
	 * @return the receiver of new connections
	 */
	public AcceptListener acceptListener(ConnectionFilter filter, Reception reception) {
		return new AcceptListener() {
			@Override
			public void accepted(List<Transport> batch) {
				assert loop.inLoop();
				batch.forEach(transport -> identify(transport, filter, reception));
			}

			@Override
			public int capacity() {
				return capacity - silent.size() - unidentified.size();
			}

			@Override
			public Optional<Duration> makeRoom() {
				return closeSlow();
			}
		};
	}

	private void identify(Transport transport, ConnectionFilter filter, Reception reception) {
		if (closing) {
			transport.close();
			return;
		}
		unidentified.put(transport, Timer.NONE);
		filter.decide(transport, new ConnectionFilter.Visitor() {
			@Override
			public void welcome(PeerUser user) {
				if (isAwaited(transport)) {
					PendingHello pending = new PendingHello(new Arrival(user, memory.share(), loop.nanos()), reception);
					silent.put(pending, AcceptHandshake.start(transport, options, pending));
				}
			}

			@Override
			public void turnedAway(ConnectionFilter.Reason reason, PeerUser user) {
				if (isAwaited(transport)) {
					transport.close();
					closed.unread(reason, user);
				}
			}
		});
		unidentified.computeIfPresent(transport, (same, none) -> loop.schedule(identificationLimit, () -> {
			if (isAwaited(transport)) {
				transport.close();
				closed.unidentified();
			}
		}));
	}

	/** Returns whether the connection still waits for its identification, which ends now. */
	private boolean isAwaited(Transport transport) {
		Timer limit = unidentified.remove(transport);
		if (limit != null) {
			limit.cancel();
		}
		return limit != null;
	}

	/** Closes every connection that has had enough time, so that a new one is read however many arrive. */
	private Optional<Duration> closeSlow() {
		assert loop.inLoop();
		long now = loop.nanos();
		List<PendingHello> slow = silent.keySet().stream().takeWhile(pending -> now - pending.arrival.since() >= GRACE.toNanos()).toList();
		slow.forEach(this::displace);
		if (!slow.isEmpty()) {
			return Optional.of(Duration.ZERO);
		}
		return silent.keySet().stream().findFirst().map(oldest -> GRACE.minusNanos(now - oldest.arrival.since()));
	}

	private void displace(PendingHello pending) {
		AcceptHandshake handshake = silent.remove(pending);
		incomplete.remove(pending);
		pending.arrival.memory().end();
		if (handshake != null) {
			handshake.giveUp(NO_ROOM);
		}
	}

	/**
	 * Replaces the memory that an arrival occupies. Displaces the oldest incomplete hellos of other connections if there is no room.
	 *
	 * @return whether there is room
	 */
	private boolean occupy(PendingHello pending, int bytes) {
		Budget.Share share = pending.arrival.memory();
		while (!share.replace(share.held(), bytes)) {
			Optional<PendingHello> oldest = incomplete.stream().filter(other -> other != pending).findFirst();
			if (oldest.isEmpty()) {
				return false;
			}
			displace(oldest.get());
		}
		return true;
	}

	/** Closes the connections that nothing else would close, and reports the ends that were only counted so far. */
	@Override
	public void closing() {
		closing = true;
		unidentified.forEach((transport, limit) -> {
			limit.cancel();
			transport.close();
		});
		unidentified.clear();
		closed.report();
	}

	@Override
	public void dump(StringBuilder out) {
		if (!unidentified.isEmpty()) {
			out.append("  ").append(unidentified.size()).append(" connections of users not yet known\n");
		}
		if (!silent.isEmpty()) {
			out.append("  ").append(silent.size()).append(" connections without a hello\n");
		}
	}

	/** One connection. Ends with its hello. */
	private final class PendingHello implements HandshakeHandler {
		private final Arrival arrival;
		private final Reception reception;

		private PendingHello(Arrival arrival, Reception reception) {
			this.arrival = arrival;
			this.reception = reception;
		}

		@Override
		public boolean receiving(int bytes) {
			incomplete.add(this);
			return occupy(this, bytes);
		}

		@Override
		public void hello(Hello hello, AcceptHandshake handshake) {
			silent.remove(this);
			incomplete.remove(this);
			if (occupy(this, handshake.helloLength())) {
				reception.greeted(hello, handshake, arrival);
			} else {
				arrival.memory().end();
				handshake.refuse(Status.ERR_OUT_OF_RESOURCE, NO_ROOM.detail());
				closed.failed(NO_ROOM);
			}
		}

		/** Keeps the memory of a complete hello, on which the decision has begun. */
		@Override
		public void failed(CloseReason reason) {
			if (silent.remove(this) != null) {
				incomplete.remove(this);
				arrival.memory().end();
			}
			closed.failed(reason);
		}
	}
}
