// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;

import org.pmix4j.model.ProcInfo;

/**
 * Notices that a job has ended whose end the server never reports. PRRTE loses some ranks that end as soon as they have started: it reaps
 * the process, forgets its status and takes it for running. A job counts as lost only if all its ranks ran on this machine and none of
 * their processes was there several times in a row: of ranks elsewhere, and of ranks without a process id, nothing is known here. Owned by
 * its job, used on the engine's thread.
 */
public final class EndWatch {
	/** Looks that must find no process before the job counts as lost: a busy server reports the end late. */
	private static final int GONE = 5;

	private final Optional<String> host;
	private final LongPredicate isProcess;
	private int gone;

	/**
	 * @param server    the namespace of the server, in the form of PRRTE; a server of another machine or form is not judged
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
	 * @return whether the job is lost
	 */
	public boolean isLost(List<ProcInfo> ranks) {
		boolean allGone = host.isPresent() && !ranks.isEmpty() && ranks.stream().allMatch(this::isGone);
		gone = allGone ? gone + 1 : 0;
		return gone >= GONE;
	}

	private boolean isGone(ProcInfo rank) {
		return rank.hostname().equals(host.get()) && rank.pid() > 0 && !isProcess.test(rank.pid());
	}
}
