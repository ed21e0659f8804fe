// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.admission;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

import org.pmix4j.server.internal.peer.Complaints;
import org.pmix4j.server.internal.peer.Tally;
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
 * Where those stand who have connected and have not said hello yet. Nobody has to wait for them: each has its time, and when there are
 * too many of them, or file descriptors are short, those who had time for a hello make room for others. Owned by the {@link Doorman},
 * on the loop.
 */
public final class Doorstep implements AcceptListener {
	private static final Logger LOG = System.getLogger(Doorstep.class.getName());
	/** Others wait so long at the most for one who says nothing; a process that has connected needs less for its hello. */
	private static final Duration GRACE = Duration.ofMillis(15);
	private static final CloseReason NO_ROOM = new CloseReason(Kind.NO_ROOM, "others waited, and it said no hello");

	private final EventLoop loop;
	private final PeerOptions options;
	private final BiConsumer<Hello, AcceptHandshake> greeted;
	/** In the order in which they came. */
	private final Map<Guest, AcceptHandshake> silent = new LinkedHashMap<>();
	private final int capacity;
	private final Complaints refusals;
	private final Tally tooLate;
	private final Tally displaced;
	private final Tally truncated;

	/**
	 * @param capacity how many may stand there at once, so that file descriptors are left for those who are in and for the host
	 * @param refusals is told of those who say something else than a hello
	 * @param greeted  is given each hello, and then is in charge of its connection
	 */
	Doorstep(EventLoop loop, PeerOptions options, int capacity, Complaints refusals, BiConsumer<Hello, AcceptHandshake> greeted) {
		this.loop = loop;
		this.options = options;
		this.capacity = capacity;
		this.refusals = refusals;
		this.greeted = greeted;
		this.tooLate = tally(loop, "said no hello within " + options.handshakeLimit().toSeconds() + " s and were cut off");
		this.displaced = tally(loop, "and said no hello were cut off for others, as too many connect at once; raise ulimit -n if this goes on");
		this.truncated = tally(loop, "were gone in the middle of their hello");
	}

	private static Tally tally(EventLoop loop, String what) {
		return new Tally(loop, count -> LOG.log(Level.WARNING, count + " of those who connected " + what));
	}

	@Override
	public void accepted(List<Transport> batch) {
		for (Transport transport : batch) {
			Guest guest = new Guest();
			silent.put(guest, AcceptHandshake.start(transport, options, guest));
		}
	}

	@Override
	public int capacity() {
		return capacity - silent.size();
	}

	/** Whoever had time enough for a hello goes, so that one who has just come is still heard, however many more press in. */
	@Override
	public Optional<Duration> makeRoom() {
		long now = loop.nanos();
		List<Guest> slow = silent.keySet().stream().takeWhile(guest -> now - guest.since >= GRACE.toNanos()).toList();
		slow.forEach(guest -> silent.get(guest).giveUp(NO_ROOM));
		if (!slow.isEmpty()) {
			return Optional.of(Duration.ZERO);
		}
		return silent.keySet().stream().findFirst().map(oldest -> GRACE.minusNanos(now - oldest.since));
	}

	/** The server ends. */
	public void end() {
		List.of(tooLate, displaced, truncated).forEach(Tally::tellNow);
		refusals.tellNow();
	}

	/** @return how many have not said hello yet */
	public int size() {
		return silent.size();
	}

	/** One who stands there. */
	private final class Guest implements Greeter {
		private final long since = loop.nanos();

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
