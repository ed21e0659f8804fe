// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.process.internal.posix.NativeBuffer;
import org.pmix4j.process.internal.posix.PollLoop;
import org.pmix4j.process.internal.posix.Posix;
import org.pmix4j.process.internal.posix.ProcFs;
import org.pmix4j.process.internal.posix.RlimitMarker;

/**
 * Reaps orphans that have become children of this process because it is the first one of a container, or a subreaper: as zombies they
 * would use up the process ids. Descendants of ranks, which carry a mark, are reaped when they are seen; others, which may be children of
 * code that has not reaped them yet, some seconds later. Owned by a {@link ProcessLoop}, used on its thread.
 */
final class OrphanReaper {
	private static final Duration INTERVAL = Duration.ofMillis(250);
	/** The time that a zombie without a mark is left alone, as other code may wait for it. */
	private static final long RESPITE = Duration.ofSeconds(3).toNanos();

	private final PollLoop loop;
	private final Reaper reaper;
	/** When zombies without a mark were first seen. */
	private Map<Integer, Long> seen = new HashMap<>();

	OrphanReaper(PollLoop loop, Reaper reaper) {
		this.loop = loop;
		this.reaper = reaper;
	}

	/** Returns whether orphans become children of this process. */
	static boolean isNeeded(NativeBuffer scratch) {
		scratch.bytes().putInt(0, 0);
		return ProcessHandle.current().pid() == 1
				|| Posix.prctl(Posix.PR_GET_CHILD_SUBREAPER, scratch.address()) == 0 && scratch.bytes().getInt(0) != 0;
	}

	/** Looks for orphans again and again until the loop ends. */
	void begin() {
		PollLoop.guarded(this::look);
		loop.schedule(INTERVAL, this::begin);
	}

	private void look() {
		Map<Integer, Long> left = new HashMap<>();
		long now = System.nanoTime();
		for (int pid : orphans()) {
			if (reaper.isExpected(pid) || ProcFs.stat(pid).filter(ProcFs.Stat::isDead).isEmpty()) {
				continue;
			}
			long since = seen.getOrDefault(pid, now);
			if (RlimitMarker.isOfAnyJob(pid) || now - since >= RESPITE) {
				reaper.reap(pid);
			} else {
				left.put(pid, since);
			}
		}
		seen = left;
	}

	/** Returns the children of the main thread, which gets the orphans and starts no process itself. */
	private static List<Integer> orphans() {
		int self = (int) ProcessHandle.current().pid();
		return ProcFs.children(self).orElseGet(() -> ProcFs.pids().stream()
				.filter(pid -> ProcFs.stat(pid).filter(stat -> stat.parent() == self).isPresent()).toList());
	}
}
