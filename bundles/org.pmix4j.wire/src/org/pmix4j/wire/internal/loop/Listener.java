// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.model.internal.text.PeerLog;

/**
 * Accepts connections in batches, so that expensive checks (such as finding the owner of the other end) are done once per batch. When no
 * connection can be accepted, because the capacity is used up or file descriptors are exhausted, it asks its {@link AcceptListener} after a
 * short pause to make room; the pauses grow until there is room, so it never spins. Created by {@link EventLoop#listen}; lives on that
 * loop.
 */
public final class Listener {
	/** The loopback address, IPv4 as in all URIs of the C library, with a port chosen by the system. */
	public static final InetSocketAddress LOOPBACK = new InetSocketAddress(loopback(), 0);
	private static final PeerLog LOG = PeerLog.of(Listener.class);
	private static final int MAX_BATCH = 128;
	private static final Duration FIRST_PAUSE = Duration.ofMillis(1);
	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

	private final Acceptor acceptor;
	private final AcceptListener acceptListener;
	private Duration pause = Duration.ZERO;
	private boolean complained;
	private Timer resume = Timer.NONE;
	private boolean closed;

	private Listener(Acceptor acceptor, AcceptListener acceptListener) {
		this.acceptor = acceptor;
		this.acceptListener = acceptListener;
	}

	/**
	 * Opens a listener. For implementations of {@link EventLoop}; others call {@link EventLoop#listen}.
	 *
	 * @param acceptor       source of connections
	 * @param acceptListener receives the connections
	 * @return the running listener
	 * @throws IOException if the acceptor is closed
	 */
	public static Listener open(Acceptor acceptor, AcceptListener acceptListener) throws IOException {
		assert acceptor.loop().inLoop();
		Listener listener = new Listener(acceptor, acceptListener);
		acceptor.start(listener.new Events());
		acceptor.interest(true);
		return listener;
	}

	/** @return the address on which it listens, with the actual port */
	public InetSocketAddress address() {
		return acceptor.address();
	}

	/** Stops accepting; accepted connections stay open. Repeated calls do nothing. */
	public void close() {
		assert acceptor.loop().inLoop();
		closed = true;
		resume.cancel();
		acceptor.close();
	}

	private void takeBatch() {
		int most = Math.min(MAX_BATCH, acceptListener.capacity());
		if (most <= 0) {
			pauseAfter("too many connections");
			return;
		}
		List<Transport> batch = new ArrayList<>();
		try {
			Optional<Transport> next = acceptor.accept();
			while (next.isPresent()) {
				batch.add(next.get());
				next = batch.size() < most ? acceptor.accept() : Optional.empty();
			}
			if (!batch.isEmpty()) {
				recovered();
			}
		} catch (IOException failure) {
			pauseAfter(String.valueOf(failure.getMessage()));
		}
		if (!batch.isEmpty()) {
			acceptListener.accepted(batch);
		}
	}

	private void pauseAfter(String problem) {
		Duration longer = pause.isZero() ? FIRST_PAUSE : pause.multipliedBy(2);
		pause = longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
		acceptor.interest(false);
		resume = acceptor.loop().schedule(pause, () -> resumeAfter(problem));
	}

	private void resumeAfter(String problem) {
		Optional<Duration> room = acceptListener.makeRoom();
		if (room.isPresent() && room.get().isPositive()) {
			resume = acceptor.loop().schedule(room.get(), () -> resumeAfter(problem));
			return;
		}
		if (room.isPresent()) {
			pause = Duration.ZERO;
		} else if (!complained) {
			complained = true;
			LOG.log(Level.WARNING, "Cannot accept connections on {0}: {1}. Retrying; if file descriptors run out, raise ulimit -n.",
					address(), problem);
		}
		acceptor.interest(true);
	}

	private void recovered() {
		pause = Duration.ZERO;
		if (complained) {
			complained = false;
			LOG.log(Level.INFO, "Accepting connections on {0} again", address());
		}
	}

	private static InetAddress loopback() {
		try {
			return InetAddress.getByAddress("localhost", new byte[] { 127, 0, 0, 1 });
		} catch (UnknownHostException impossible) {
			throw new AssertionError("four bytes always form an address", impossible);
		}
	}

	/** Callbacks for the loop, hidden from the owner. */
	private final class Events implements ReadyListener {
		@Override
		public void readable() {
			if (!closed) {
				takeBatch();
			}
		}

		@Override
		public void writable() {
			throw new IllegalStateException("a listener does not write");
		}

		@Override
		public void loopClosing(boolean now) {
			close();
		}
	}
}
