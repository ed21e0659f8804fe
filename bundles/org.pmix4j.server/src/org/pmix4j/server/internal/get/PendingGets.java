// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.get;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;

import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.Wait;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.Timer;

/** Holds the queries that wait for data, by their target, with their time limits. Owned by {@link GetRequests}, on the server's loop. */
public final class PendingGets {
	/** A query that waits. */
	static final class Entry {
		final ModexQuery query;
		private final long since;
		private Timer timer = Timer.NONE;

		private Entry(ModexQuery query, long since) {
			this.query = query;
			this.since = since;
		}
	}

	/** The queries for one target. */
	private static final class Target {
		private final List<Entry> entries = new ArrayList<>();
		/** The query for which the host has been asked: one call serves all queries. */
		private Optional<ModexQuery> asked = Optional.empty();
	}

	private final EventLoop loop;
	private final Map<Proc, Target> targets = new LinkedHashMap<>();

	public PendingGets(EventLoop loop) {
		this.loop = loop;
	}

	Entry add(ModexQuery query) {
		assert loop.inLoop();
		Entry entry = new Entry(query, loop.nanos());
		targets.computeIfAbsent(query.target(), target -> new Target()).entries.add(entry);
		query.limit().ifPresent(limit -> limit(entry, limit));
		return entry;
	}

	/** Limits the time from now on, unless the query has a limit already. */
	void limit(Entry entry, Duration limit) {
		if (entry.timer == Timer.NONE) {
			entry.timer = loop.schedule(limit, () -> finish(entry, Status.ERR_TIMEOUT));
		}
	}

	/** @return whether a query waits for that target */
	boolean isWaiting(Proc target) {
		return targets.containsKey(target);
	}

	/**
	 * Records a call to the host, unless it has not answered an earlier call for the same process.
	 *
	 * @param query which waits
	 * @return whether the host is to be asked now
	 */
	boolean startHostCall(ModexQuery query) {
		Target waiting = targets.get(query.target());
		if (waiting == null || waiting.asked.isPresent()) {
			return false;
		}
		waiting.asked = Optional.of(query);
		return true;
	}

	void finish(Entry entry, Status status) {
		Target waiting = targets.get(entry.query.target());
		if (waiting != null && waiting.entries.remove(entry)) {
			entry.timer.cancel();
			if (waiting.entries.isEmpty()) {
				targets.remove(entry.query.target());
			}
			entry.query.end().accept(status);
		}
	}

	/**
	 * Notes that the host has answered, so that a later query asks again.
	 *
	 * @param target the process
	 * @param answer receives each query that waits for data of the process, and the one for which the host was asked
	 */
	void endHostCall(Proc target, BiConsumer<Entry, ModexQuery> answer) {
		Target waiting = targets.get(target);
		if (waiting != null && waiting.asked.isPresent()) {
			ModexQuery asked = waiting.asked.get();
			waiting.asked = Optional.empty();
			List.copyOf(waiting.entries).forEach(entry -> answer.accept(entry, asked));
		}
	}

	/** @return the queries for a process, and those for any process of its namespace */
	List<Entry> about(Proc proc) {
		if (targets.isEmpty()) {
			return List.of();
		}
		List<Entry> entries = new ArrayList<>(of(proc));
		entries.addAll(of(new Proc(proc.nspace(), Rank.UNDEF)));
		return entries;
	}

	List<Entry> of(Proc target) {
		Target waiting = targets.get(target);
		return waiting == null ? List.of() : List.copyOf(waiting.entries);
	}

	List<Entry> all() {
		return matching(target -> true);
	}

	List<Entry> matching(Predicate<Proc> wanted) {
		List<Entry> entries = new ArrayList<>();
		targets.forEach((target, waiting) -> {
			if (wanted.test(target)) {
				entries.addAll(waiting.entries);
			}
		});
		return entries;
	}

	/** Drops the queries of a peer that can no longer be answered. */
	void drop(ServerPeer peer) {
		for (Target waiting : targets.values()) {
			for (Entry entry : List.copyOf(waiting.entries)) {
				if (entry.query.peer().isPresent() && entry.query.peer().get() == peer) {
					entry.timer.cancel();
					waiting.entries.remove(entry);
				}
			}
		}
		targets.values().removeIf(waiting -> waiting.entries.isEmpty());
	}

	/** Reports each waiting process with the owner of the data. */
	void waits(Consumer<Wait> out) {
		for (Entry entry : all()) {
			Optional<Proc> requester = entry.query.peer().map(ServerPeer::proc);
			Proc target = entry.query.target();
			long age = loop.nanos() - entry.since;
			out.accept(new Wait("get of '" + entry.query.key() + "' by " + requester.map(Proc::toString).orElse("another server")
					+ " waits for " + (targets.get(target).asked.isPresent() ? "the host to find " : "") + target,
					List.of(requester.orElse(target)), List.of(target), Duration.ofNanos(age)));
		}
	}
}
