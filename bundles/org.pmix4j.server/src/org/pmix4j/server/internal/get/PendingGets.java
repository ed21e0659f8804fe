// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.get;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.server.internal.hostcall.DumpWords;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.Timer;

/** Those who wait for data, by the process whose data they are. Decides nothing. Owned by {@link GetRequests}, on the loop. */
public final class PendingGets {
	/** One that waits. */
	static final class Entry {
		final Want want;
		private final long since;
		private Timer timer = Timer.NONE;

		private Entry(Want want, long since) {
			this.want = want;
			this.since = since;
		}
	}

	private static final class Group {
		private final List<Entry> entries = new ArrayList<>();
		/** Whether the host is looking for the data: one call serves all. */
		private boolean asked;
	}

	private final EventLoop loop;
	private final Map<Proc, Group> groups = new LinkedHashMap<>();

	public PendingGets(EventLoop loop) {
		this.loop = loop;
	}

	Entry add(Want want) {
		assert loop.inLoop();
		Entry entry = new Entry(want, loop.nanos());
		groups.computeIfAbsent(want.target(), target -> new Group()).entries.add(entry);
		want.limit().ifPresent(limit -> limit(entry, limit));
		return entry;
	}

	/** Lets it wait so long from now on, unless it has a limit already. */
	void limit(Entry entry, Duration limit) {
		if (entry.timer == Timer.NONE) {
			entry.timer = loop.schedule(limit, () -> finish(entry, Status.ERR_TIMEOUT));
		}
	}

	/** @return true for the first one who asks since the last answer */
	boolean mayAskHost(Proc target) {
		Group group = groups.get(target);
		if (group == null || group.asked) {
			return false;
		}
		group.asked = true;
		return true;
	}

	void finish(Entry entry, Status status) {
		Group group = groups.get(entry.want.target());
		if (group != null && group.entries.remove(entry)) {
			entry.timer.cancel();
			if (group.entries.isEmpty()) {
				groups.remove(entry.want.target());
			}
			entry.want.end().accept(status);
		}
	}

	/** The host has answered: those who wait are told, and the next one asks again. */
	List<Entry> answered(Proc target) {
		Group group = groups.get(target);
		if (group == null) {
			return List.of();
		}
		group.asked = false;
		return List.copyOf(group.entries);
	}

	/** @return those who wait for that process, or for whoever has the key */
	List<Entry> about(Proc proc) {
		if (groups.isEmpty()) {
			return List.of();
		}
		List<Entry> entries = new ArrayList<>(of(proc));
		entries.addAll(of(new Proc(proc.nspace(), Rank.UNDEF)));
		return entries;
	}

	List<Entry> of(Proc target) {
		Group group = groups.get(target);
		return group == null ? List.of() : List.copyOf(group.entries);
	}

	List<Entry> all() {
		return matching(target -> true);
	}

	List<Entry> matching(Predicate<Proc> targets) {
		List<Entry> entries = new ArrayList<>();
		groups.forEach((target, group) -> {
			if (targets.test(target)) {
				entries.addAll(group.entries);
			}
		});
		return entries;
	}

	/** Drops those of a connection on which nobody can be answered. */
	void drop(ServerPeer peer) {
		for (Group group : groups.values()) {
			for (Entry entry : List.copyOf(group.entries)) {
				if (entry.want.peer().isPresent() && entry.want.peer().get() == peer) {
					entry.timer.cancel();
					group.entries.remove(entry);
				}
			}
		}
		groups.values().removeIf(group -> group.entries.isEmpty());
	}

	void dump(StringBuilder out) {
		for (Entry entry : all()) {
			out.append("  get of '").append(entry.want.key()).append("' by ")
					.append(entry.want.peer().map(p -> p.proc().toString()).orElse("another server")).append(" waits for ")
					.append(groups.get(entry.want.target()).asked ? "the host to find " : "").append(entry.want.target())
					.append(" since ").append(DumpWords.seconds(loop.nanos() - entry.since)).append('\n');
		}
	}
}
