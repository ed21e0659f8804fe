// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests.cluster;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.ServerAttributes;

/**
 * Collective operations across the servers of a {@link Cluster}: an operation ends when every node with a participant has contributed.
 * Thread-safe.
 */
final class Meetings {
	private final class Meeting {
		private final String what;
		private final List<Proc> procs;
		private final Map<Integer, Infos> parts = new TreeMap<>();
		private final CompletableFuture<List<Infos>> result = new CompletableFuture<>();
		private boolean whole = true;

		private Meeting(String what, List<Proc> procs) {
			this.what = what;
			this.procs = procs;
		}

		private void proceed() {
			Set<Integer> awaited = new HashSet<>();
			procs.forEach(proc -> awaited.addAll(nodes.apply(proc)));
			if (parts.keySet().containsAll(awaited)) {
				open.remove(this);
				if (whole) {
					result.complete(List.copyOf(parts.values()));
				} else {
					result.completeExceptionally(new PmixException(Status.ERR_PARTIAL_SUCCESS, what + ": somebody has died"));
				}
			}
		}
	}

	private final Function<Proc, Set<Integer>> nodes;
	private final Set<Proc> dead = new HashSet<>();
	private final List<Meeting> open = new ArrayList<>();

	/** @param nodes returns the nodes of the processes that an identity stands for, except processes that are {@link #isDead} */
	Meetings(Function<Proc, Set<Integer>> nodes) {
		this.nodes = nodes;
	}

	synchronized boolean isDead(Proc proc) {
		return dead.contains(proc);
	}

	/**
	 * Adds a node's contribution.
	 *
	 * @param infos directives with the timeout and whether all processes of the node participate
	 * @return the contributions of all nodes, in order
	 */
	synchronized CompletableFuture<List<Infos>> join(String what, int node, List<Proc> procs, Infos infos) {
		try {
			Meeting meeting = open.stream().filter(each -> each.what.equals(what) && !each.parts.containsKey(node)).findFirst()
					.orElseGet(() -> begin(what, procs));
			meeting.parts.put(node, infos);
			meeting.whole &= infos.get(ServerAttributes.LOCAL_COLLECTIVE_STATUS).orElse(Status.SUCCESS).isSuccess();
			infos.get(KeyValueAttributes.TIMEOUT).filter(seconds -> seconds > 0).ifPresent(seconds -> CompletableFuture
					.delayedExecutor(seconds, TimeUnit.SECONDS).execute(() -> end(meeting)));
			meeting.proceed();
			return meeting.result;
		} catch (PmixException e) {
			return CompletableFuture.failedFuture(e);
		}
	}

	private Meeting begin(String what, List<Proc> procs) {
		Meeting meeting = new Meeting(what, procs);
		meeting.whole = dead.stream().noneMatch(proc -> procs.stream().anyMatch(member -> member.covers(proc)));
		open.add(meeting);
		return meeting;
	}

	private synchronized void end(Meeting meeting) {
		if (open.remove(meeting)) {
			meeting.result.completeExceptionally(new PmixException(Status.ERR_TIMEOUT, meeting.what));
		}
	}

	/** Records the death of a process: operations no longer wait for nodes without remaining participants. */
	synchronized void died(Proc proc) {
		dead.add(proc);
		for (Meeting meeting : List.copyOf(open)) {
			meeting.whole &= meeting.procs.stream().noneMatch(member -> member.covers(proc));
			meeting.proceed();
		}
	}
}
