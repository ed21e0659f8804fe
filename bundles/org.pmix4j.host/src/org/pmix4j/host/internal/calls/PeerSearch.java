// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

import org.pmix4j.host.internal.session.Namespaces;
import org.pmix4j.model.Proc;
import org.pmix4j.model.internal.text.PeerText;
import org.pmix4j.process.internal.posix.ProcFs;
import org.pmix4j.process.internal.posix.RlimitMarker;

/**
 * Finds the process at the other end of a connection by the open files of processes, and its relation to the rank whose name it uses, by
 * its ancestors and by the mark of the job, which the kernel passes on to every descendant. Stateless; blocks, as it reads {@code /proc}.
 */
public final class PeerSearch {
	/** The processes of a rank that are looked at before all others: what a wrapper has started. */
	private static final int MAX_FAMILY = 100;
	private static final int MAX_DEPTH = 1000;
	private static final String NAMESPACE = "PMIX_NAMESPACE";
	private static final String RANK = "PMIX_RANK";

	/** The relation of a process to a rank. */
	public enum Relation {
		/** It descends from the rank's process, or is this process, or carries the mark of the job and belongs to no other rank. */
		OWN,
		/** It has the rank's environment, and no descendant of the rank is connected: another service runs it for the rank. */
		HANDED_ON,
		/** The kernel does not show it, it has ended, or the job's processes have no mark. */
		UNKNOWN,
		/** It belongs to another rank or to no rank. */
		FOREIGN
	}

	/**
	 * A connection that uses the name of a rank.
	 *
	 * @param rank     the rank
	 * @param pid      its process; empty if its start is not reported yet
	 * @param isServed whether one of its own processes is connected
	 * @param inode    the number of the socket at the other end
	 */
	public record Claim(Proc rank, OptionalInt pid, boolean isServed, long inode) {
		private String link() {
			return "socket:[" + inode + "]";
		}
	}

	/**
	 * The result of a search.
	 *
	 * @param relation of the process to the rank
	 * @param text     describes both; empty if there is nothing to complain of
	 */
	public record Finding(Relation relation, String text) {
		static final Finding OWN = new Finding(Relation.OWN, "");
		static final Finding UNKNOWN = new Finding(Relation.UNKNOWN, "");
	}

	private PeerSearch() {
	}

	/**
	 * Returns the descriptor of a connection if it is among the first ones of the rank's own process, as usual. Takes less than a millisecond.
	 *
	 * @param likely the one to be looked at first
	 */
	static OptionalInt descriptorOfRank(Claim claim, int likely) {
		return claim.pid.isPresent() ? ProcFs.lowDescriptor(claim.pid.getAsInt(), claim.link(), likely) : OptionalInt.empty();
	}

	/** Returns those connections to one rank that are among the files of its process or of its descendants. */
	static Set<Claim> ofFamily(List<Claim> claims) {
		Set<String> missing = links(claims);
		Set<Claim> found = new HashSet<>();
		Deque<Integer> left = new ArrayDeque<>();
		// the last one: the rank may have been started again meanwhile
		claims.get(claims.size() - 1).pid.ifPresent(left::add);
		for (int looked = 0; looked < MAX_FAMILY && !left.isEmpty() && !missing.isEmpty(); looked++) {
			int pid = left.remove();
			Set<String> held = ProcFs.held(pid, missing);
			missing.removeAll(held);
			claims.stream().filter(claim -> held.contains(claim.link())).forEach(found::add);
			if (!missing.isEmpty()) {
				ProcFs.children(pid).ifPresent(left::addAll);
			}
		}
		return found;
	}

	private static Set<String> links(List<Claim> claims) {
		Set<String> links = new HashSet<>();
		claims.forEach(claim -> links.add(claim.link()));
		return links;
	}

	/**
	 * Looks for connections among the files of all processes, those of this host first.
	 *
	 * @param ofHost the mark of all jobs of this host
	 * @param claims the connections
	 * @return the findings; connections that are not found are missing
	 */
	public static Map<Claim, Finding> search(RlimitMarker ofHost, List<Claim> claims) {
		if (!ProcFs.isOwn()) {
			return Map.of();
		}
		Set<String> missing = links(claims);
		Map<String, Integer> holders = new HashMap<>();
		List<Integer> others = new ArrayList<>();
		for (int pid : ProcFs.pids()) {
			if (ofHost.isOn(pid)) {
				look(pid, missing, holders);
			} else {
				others.add(pid);
			}
		}
		for (int i = 0; i < others.size() && !missing.isEmpty(); i++) {
			look(others.get(i), missing, holders);
		}
		Map<Claim, Finding> found = new HashMap<>();
		for (Claim claim : claims) {
			Integer holder = holders.get(claim.link());
			if (holder != null) {
				found.put(claim, judge(claim, holder));
			}
		}
		return found;
	}

	private static void look(int pid, Set<String> missing, Map<String, Integer> holders) {
		for (String link : missing.isEmpty() ? Set.<String>of() : ProcFs.held(pid, missing)) {
			holders.put(link, pid);
			missing.remove(link);
		}
	}

	/**
	 * Tells how a process is related to a rank.
	 *
	 * @param claim of the process
	 * @param pid   the process
	 * @return the relation
	 */
	public static Finding judge(Claim claim, int pid) {
		RlimitMarker mark = Namespaces.marker(claim.rank.nspace()).limit();
		int self = (int) ProcessHandle.current().pid();
		// a descendant may change its environment, so the oldest ancestor that is left counts
		Optional<String> startedAs = Optional.empty();
		int ancestor = pid;
		for (int i = 0; i < MAX_DEPTH && ancestor > 1 && ancestor != self; i++) {
			if (claim.pid.isPresent() && claim.pid.getAsInt() == ancestor) {
				return Finding.OWN;
			}
			Optional<String> known = mark.isOn(ancestor) ? rankOf(ancestor, claim.rank) : Optional.empty();
			startedAs = known.isPresent() ? known : startedAs;
			ancestor = ProcFs.stat(ancestor).map(ProcFs.Stat::parent).orElse(0);
		}
		String own = claim.rank.rank().toString();
		if (pid == self || ancestor == self && claim.pid.isEmpty()) {
			// the program that embeds the host, or a process whose start is not reported yet
			return Finding.OWN;
		}
		// a process that was forked before its ancestor was marked has only the mark of the host
		boolean isOfJob = mark.isOn(pid) || startedAs.isPresent();
		if (isOfJob && (startedAs.isEmpty() || startedAs.get().equals(own))) {
			return Finding.OWN;
		}
		String relation = isOfJob ? " belongs to rank " + PeerText.of(startedAs.orElse("?")) : " is not of its job";
		if (!rankOf(pid, claim.rank).equals(Optional.of(own))) {
			boolean isAlive = ProcFs.stat(pid).filter(stat -> !stat.isDead()).isPresent();
			return isAlive ? new Finding(Relation.FOREIGN, text(claim, pid) + relation) : Finding.UNKNOWN;
		}
		if (!isOfJob && claim.pid.isPresent() && !mark.isOn(claim.pid.getAsInt())) {
			return Finding.UNKNOWN;
		}
		return claim.isServed
				? new Finding(Relation.FOREIGN, text(claim, pid) + relation + ", and a process of the rank itself is connected")
				: new Finding(Relation.HANDED_ON, text(claim, pid) + relation + ", but has the environment of the rank, so it is served");
	}

	private static String text(Claim claim, int pid) {
		String own = claim.pid.isPresent() ? " (pid " + claim.pid.getAsInt() + ")" : "";
		String program = PeerText.of(ProcFs.program(pid).orElse("?"));
		return "process " + pid + " (" + program + "), which connects as rank " + claim.rank.rank() + own + ",";
	}

	/** Returns the rank in the environment with which a process was started, if it is one of the same job. */
	private static Optional<String> rankOf(int pid, Proc claimed) {
		return ProcFs.variable(pid, NAMESPACE).filter(claimed.nspace()::equals).flatMap(nspace -> ProcFs.variable(pid, RANK));
	}
}
