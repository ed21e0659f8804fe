// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.admission;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.server.internal.component.Component;
import org.pmix4j.server.internal.peer.ThrottledCounter;
import org.pmix4j.server.internal.peer.ThrottledLog;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.wire.ConnectionOptions;
import org.pmix4j.wire.PeerOptions;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.loop.AcceptListener;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.CloseReason.Kind;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.Transport;
import org.pmix4j.wire.internal.peer.AcceptHandshake;
import org.pmix4j.wire.internal.peer.Greeter;

/**
 * The connections whose hello has not arrived yet. Each one has a time limit. When there are too many, or file descriptors run short,
 * connections that had time enough for a hello make room for others. Owned by the server, on its loop.
 */
public final class PendingHellos implements Component {
	private static final PeerLog LOG = PeerLog.of(PendingHellos.class);
	/** The longest time that a silent connection keeps others waiting; a process needs less between its connect and its hello. */
	private static final Duration GRACE = Duration.ofMillis(15);
	private static final CloseReason NO_ROOM = new CloseReason(Kind.NO_ROOM, "it sent no hello while others waited");
	private static final int TAP_FRAMES = 16;
	private static final int MAX_CAPACITY = 4096;

	private final EventLoop loop;
	private final PeerOptions options;
	/** In the order of their arrival. */
	private final Map<PendingHello, AcceptHandshake> silent = new LinkedHashMap<>();
	private final int capacity;
	private final ThrottledLog refusals;
	private final ThrottledCounter tooLate;
	private final ThrottledCounter displaced;
	private final ThrottledCounter truncated;

	public PendingHellos(EventLoop loop, ServerOptions options) {
		this.loop = loop;
		this.options = new PeerOptions(options.limits(), ConnectionOptions.DEFAULT, options.handshakeTimeout(), TAP_FRAMES);
		// the other half of the file descriptors is for admitted connections and for the host
		this.capacity = Math.clamp(DescriptorLimit.read() / 2, 1, MAX_CAPACITY);
		this.refusals = new ThrottledLog(loop);
		this.tooLate = counter("were closed because no hello came within " + options.handshakeTimeout().toSeconds() + " s");
		this.displaced = counter("were closed without a hello to make room for others; raise ulimit -n if this continues");
		this.truncated = counter("ended in the middle of their hello");
	}

	private ThrottledCounter counter(String what) {
		return new ThrottledCounter(loop, count -> LOG.log(Level.WARNING, count + " connections " + what));
	}

	/** @return the log of all warnings that peers cause */
	public ThrottledLog refusals() {
		return refusals;
	}

	/**
	 * @param greeted is given each hello, and takes over its connection
	 * @return the receiver of new connections
	 */
	public AcceptListener acceptListener(BiConsumer<Hello, AcceptHandshake> greeted) {
		return new AcceptListener() {
			@Override
			public void accepted(List<Transport> batch) {
				assert loop.inLoop();
				for (Transport transport : batch) {
					PendingHello pending = new PendingHello(greeted);
					silent.put(pending, AcceptHandshake.start(transport, options, pending));
				}
			}

			@Override
			public int capacity() {
				return capacity - silent.size();
			}

			@Override
			public Optional<Duration> makeRoom() {
				return closeSlow();
			}
		};
	}

	/** Closes every connection that had time enough, so that a new one is heard however many more arrive. */
	private Optional<Duration> closeSlow() {
		assert loop.inLoop();
		long now = loop.nanos();
		List<PendingHello> slow = silent.keySet().stream().takeWhile(pending -> now - pending.since >= GRACE.toNanos()).toList();
		slow.forEach(pending -> silent.get(pending).giveUp(NO_ROOM));
		if (!slow.isEmpty()) {
			return Optional.of(Duration.ZERO);
		}
		return silent.keySet().stream().findFirst().map(oldest -> GRACE.minusNanos(now - oldest.since));
	}

	/** Reports at once what was only counted so far. */
	@Override
	public void closing() {
		List.of(tooLate, displaced, truncated).forEach(ThrottledCounter::report);
		refusals.report();
	}

	@Override
	public void dump(StringBuilder out) {
		if (!silent.isEmpty()) {
			out.append("  ").append(silent.size()).append(" connections without a hello\n");
		}
	}

	/** One connection. Ends with its hello. */
	private final class PendingHello implements Greeter {
		private final BiConsumer<Hello, AcceptHandshake> greeted;
		private final long since = loop.nanos();

		private PendingHello(BiConsumer<Hello, AcceptHandshake> greeted) {
			this.greeted = greeted;
		}

		@Override
		public void hello(Hello hello, AcceptHandshake handshake) {
			silent.remove(this);
			greeted.accept(hello, handshake);
		}

		@Override
		public void failed(CloseReason reason) {
			silent.remove(this);
			switch (reason.kind()) {
				case SILENT -> tooLate.add();
				case NO_ROOM -> displaced.add();
				case TRUNCATED -> truncated.add();
				case MALFORMED -> refusals.add("connection refused: " + reason.detail());
				default -> LOG.log(Level.DEBUG, "a connection ended before its hello was answered: {0}", reason.detail());
			}
		}
	}
}
