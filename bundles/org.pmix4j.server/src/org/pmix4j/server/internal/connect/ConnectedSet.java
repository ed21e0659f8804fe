// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.connect;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.pmix4j.model.Proc;
import org.pmix4j.server.internal.registry.Client;
import org.pmix4j.server.internal.registry.Namespace;

/** A set of connected processes as they were named, and its members that have ended. Owned by {@link ConnectedSets}. */
final class ConnectedSet {
	private final List<Proc> procs;
	private final Set<Proc> named;
	private final boolean explicit;
	private final Set<Proc> departed = new HashSet<>();
	/** The number of times that they have connected, and must disconnect. */
	private int times = 1;

	/**
	 * @param procs    processes, or all of a namespace by a wildcard
	 * @param explicit whether the processes called connect; false if a spawn connected the child with its parent
	 */
	ConnectedSet(List<Proc> procs, boolean explicit) {
		this.procs = procs;
		this.named = Set.copyOf(procs);
		this.explicit = explicit;
	}

	/** Returns the processes as they were named, in that order. */
	List<Proc> procs() {
		return procs;
	}

	boolean isExplicit() {
		return explicit;
	}

	/** Returns whether exactly these processes connected, in any order. */
	boolean isOf(Set<Proc> others) {
		return named.equals(others);
	}

	/** Returns whether a process, or the namespace of a wildcard, was named, or is part of a namespace that was. */
	boolean covers(Proc proc) {
		return named.contains(proc) || named.contains(Proc.wildcard(proc.nspace()));
	}

	/** Returns whether all local ranks of a namespace are listed one by one: they may disconnect as the namespace. */
	boolean lists(Namespace namespace) {
		return !namespace.clients().isEmpty() && namespace.clients().stream().map(Client::proc).allMatch(named::contains);
	}

	/** Counts one more connect. All processes took part in it, so those that had departed are back. */
	void connectAgain() {
		times++;
		departed.clear();
	}

	/** Counts a disconnect, and returns whether it was the last. */
	boolean disconnect() {
		times--;
		return times == 0;
	}

	/** Records the end of a process, and returns whether it was connected until now. */
	boolean depart(Proc proc) {
		return covers(proc) && departed.add(proc);
	}

	/** Forgets processes of a namespace whose name may be used again. */
	void forget(String nspace) {
		departed.removeIf(proc -> proc.nspace().equals(nspace));
	}
}
