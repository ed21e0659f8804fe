// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;

import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.ProcState;

/**
 * Notices that a job may have ended although the server never reports its end. PRRTE loses some ranks that end as soon as they have
 * started: a daemon reaps the process, forgets its status and takes it for running. A job is lost if all its ranks ran on this machine and
 * none of their processes was there several times in a row. Of ranks elsewhere nothing is known here, so their nodes must be searched once
 * the process table has not changed for a while. Owned by its job, used on the engine's thread.
 */
public final class EndWatch {
	/** What to do after a look. */
	public enum Verdict {
		/** The job may run. */
		RUNS,
		/** Search the nodes for its processes. */
		SEARCH,
		/** The job has ended. */
		LOST
	}

	/** Looks that must find no process before the job counts as lost: a busy server reports the end late. */
	private static final int GONE = 5;
	/** The time without a change before the first search; each further one waits twice as long. */
	private static final Duration QUIET = Duration.ofSeconds(5);
	private static final Duration LONGEST_PAUSE = Duration.ofMinutes(2);

	private final Optional<String> host;
	private final LongPredicate isProcess;
	private int gone;
	private List<ProcInfo> last = List.of();
	private long next;
	private Duration pause = QUIET;
	private boolean isWorthwhile;

	/**
	 * @param server    the namespace of the server, in the form of PRRTE; ranks of a server of another machine or form are all elsewhere
	 * @param isProcess returns whether a process id of this machine is in use
	 */
	public EndWatch(String server, LongPredicate isProcess) {
		this.isProcess = isProcess;
		host = host(server, isProcess);
	}

	/** Returns the host in a namespace of PRRTE, such as {@code prte-HOST-PID@0}, if that process is on this machine. */
	private static Optional<String> host(String server, LongPredicate isProcess) {
		int end = server.lastIndexOf('@');
		int pid = server.lastIndexOf('-', Math.max(end, 0));
		int name = server.indexOf('-');
		try {
			return pid <= name || !isProcess.test(Long.parseLong(server, pid + 1, end, 10)) ? Optional.empty()
					: Optional.of(server.substring(name + 1, pid));
		} catch (NumberFormatException otherForm) {
			return Optional.empty();
		}
	}

	/**
	 * Looks at the process table.
	 *
	 * @param ranks of the job
	 * @param now   the time in nanoseconds, as of {@link System#nanoTime}
	 * @return what to do
	 */
	public Verdict look(List<ProcInfo> ranks, long now) {
		if (host.isPresent() && ranks.stream().allMatch(rank -> rank.hostname().equals(host.get()))) {
			boolean allGone = !ranks.isEmpty() && ranks.stream().allMatch(rank -> rank.pid() > 0 && !isProcess.test(rank.pid()));
			gone = allGone ? gone + 1 : 0;
			return gone >= GONE ? Verdict.LOST : Verdict.RUNS;
		}
		if (!ranks.equals(last)) {
			last = List.copyOf(ranks);
			pause = QUIET;
			next = now + pause.toNanos();
			isWorthwhile = true;
		}
		if (now - next < 0 || !isWorthwhile && ranks.stream().noneMatch(EndWatch::isOver)) {
			return Verdict.RUNS;
		}
		pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause.multipliedBy(2);
		next = now + pause.toNanos();
		isWorthwhile = false;
		return ranks.stream().allMatch(NodeSearch::canFind) ? Verdict.SEARCH : Verdict.RUNS;
	}

	/** PRRTE shows a rank without a state when all ranks of its node have ended. */
	private static boolean isOver(ProcInfo rank) {
		return rank.state().equals(ProcState.UNDEF);
	}

	/** Notes that a search has missed some processes, but not all: the job is searched again although its table does not change. */
	public void someGone() {
		isWorthwhile = true;
	}
}
