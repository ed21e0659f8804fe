// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.peer;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.server.internal.memory.Budget;
import org.pmix4j.wire.internal.loop.CloseReason.Kind;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.Timer;

/**
 * The messages that wait to be sent to all peers. While they exceed the memory budget, large replies wait, and a peer that does not read
 * its replies is disconnected, so that it cannot harm the others. Owned by the server, on its loop.
 */
public final class OutgoingQueues {
	/** The time within which a peer must read a part of its queue while memory is short. */
	private static final Duration GRACE = Duration.ofSeconds(1);
	/** The fraction of its queue that it must read in that time. */
	private static final int PART = 8;

	private final EventLoop loop;
	private final Budget budget;
	/** The queues that are not empty. */
	private final Map<ServerPeer, Queue> queues = new LinkedHashMap<>();
	private final Deque<Waiting> waiting = new ArrayDeque<>();
	private boolean planned;
	private Timer grace = Timer.NONE;

	/** @param budget of all queues */
	public OutgoingQueues(EventLoop loop, Budget budget) {
		this.loop = loop;
		this.budget = budget;
	}

	/** A reply that is made when there is memory for it. */
	private record Waiting(ServerPeer peer, Runnable reply) {
	}

	/** The messages for one peer. */
	private final class Queue {
		private final Budget.Share share = budget.share();
		private long bytes;
		/** The bytes when the peer last made progress, and those it has read since. */
		private long before;
		private long read;
		private long since;

		private void change(long now) {
			share.count(now - bytes);
			read += Math.max(0, bytes - now);
			bytes = now;
			if (read >= before / PART) {
				before = bytes;
				read = 0;
				since = loop.nanos();
			}
		}

		private boolean isSmall() {
			return bytes <= budget.smallShare();
		}
	}

	/**
	 * Makes a reply that may be large when there is memory for it. Replies to peers with an empty queue come first, otherwise in order.
	 *
	 * @param peer  the receiver
	 * @param reply makes and sends the reply
	 */
	public void whenWritable(ServerPeer peer, Runnable reply) {
		assert loop.inLoop();
		if (waiting.isEmpty() && hasRoom()) {
			reply.run();
		} else {
			waiting.add(new Waiting(peer, reply));
			plan();
		}
	}

	/**
	 * Notes the number of bytes that wait for a peer.
	 *
	 * @param bytes that it has not read yet; 0 if its connection has ended
	 */
	void changed(ServerPeer peer, long bytes) {
		assert loop.inLoop();
		Queue queue = queues.get(peer);
		if (queue == null) { // no lambda: this is called twice for each message
			queue = new Queue();
			queues.put(peer, queue);
		}
		queue.change(bytes);
		if (bytes == 0) {
			queues.remove(peer);
			queue.share.end();
		}
		if (!hasRoom() || !waiting.isEmpty()) {
			plan();
		}
	}

	private boolean hasRoom() {
		return budget.used() <= budget.limit();
	}

	private void plan() {
		if (!planned) {
			planned = true;
			loop.execute(this::relieve);
		}
	}

	/** Disconnects peers that do not read until there is room, and then makes one reply, so that other events get their turn. */
	private void relieve() {
		planned = false;
		while (!hasRoom()) {
			Optional<Map.Entry<ServerPeer, Queue>> slowest = queues.entrySet().stream().filter(entry -> !entry.getValue().isSmall())
					.min(Comparator.comparingLong(entry -> entry.getValue().since - loop.nanos()));
			if (slowest.isEmpty()) {
				return;
			}
			Duration left = GRACE.minusNanos(loop.nanos() - slowest.get().getValue().since);
			if (left.isPositive()) {
				grace.cancel();
				grace = loop.schedule(left, this::plan);
				return;
			}
			slowest.get().getKey().close(new CloseReason(Kind.SLOW_READER, "it did not read " + slowest.get().getValue().bytes + " bytes within "
					+ GRACE.toSeconds() + " s, while " + budget));
		}
		next().ifPresent(ready -> {
			ready.reply.run();
			if (!waiting.isEmpty()) {
				plan();
			}
		});
	}

	private Optional<Waiting> next() {
		for (Iterator<Waiting> all = waiting.iterator(); all.hasNext();) {
			Waiting each = all.next();
			Queue queue = queues.get(each.peer);
			if (queue == null || queue.isSmall()) {
				all.remove();
				return Optional.of(each);
			}
		}
		return Optional.ofNullable(waiting.poll());
	}

	/** Drops the replies to a peer that is gone. */
	public void peerGone(ServerPeer peer) {
		waiting.removeIf(each -> each.peer == peer);
	}

	/** Appends a line if replies wait for room. */
	public void dump(StringBuilder out) {
		if (!waiting.isEmpty()) {
			out.append("  ").append(waiting.size()).append(" replies wait until other messages are sent\n");
		}
	}
}
