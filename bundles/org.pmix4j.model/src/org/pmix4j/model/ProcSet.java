// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A set of processes that finds one of them without a search, however many there are. Rank WILDCARD stands for all ranks of its namespace.
 * Immutable.
 */
public final class ProcSet {
	/** No processes. */
	public static final ProcSet EMPTY = new ProcSet(List.of());

	private final Set<Proc> procs;
	private final Set<String> nspaces = new HashSet<>();

	private ProcSet(Collection<Proc> procs) {
		this.procs = new LinkedHashSet<>(procs);
		String last = "";
		for (Proc proc : this.procs) {
			if (nspaces.isEmpty() || !proc.nspace().equals(last)) {
				last = proc.nspace();
				nspaces.add(last);
			}
		}
	}

	/**
	 * {@return the set}
	 *
	 * @param procs processes, also repeated ones
	 */
	public static ProcSet of(Collection<Proc> procs) {
		return procs.isEmpty() ? EMPTY : new ProcSet(procs);
	}

	/** {@return the processes in the order in which they were first named} */
	public List<Proc> list() {
		return List.copyOf(procs);
	}

	/** {@return the names of their namespaces} */
	public Set<String> nspaces() {
		return Set.copyOf(nspaces);
	}

	/** {@return the number of processes and wildcards} */
	public int size() {
		return procs.size();
	}

	/** {@return whether there are no processes} */
	public boolean isEmpty() {
		return procs.isEmpty();
	}

	/**
	 * {@return whether the set names it or all ranks of its namespace}
	 *
	 * @param proc a process
	 */
	public boolean covers(Proc proc) {
		return nspaces.contains(proc.nspace()) && (procs.contains(proc) || procs.contains(Proc.wildcard(proc.nspace())));
	}

	/**
	 * Compares names as events do: a wildcard overlaps with every rank of its namespace, and a namespace without a name stands for all.
	 *
	 * @param proc a process or wildcard
	 * @return whether it and a member of the set may be the same process
	 */
	public boolean overlaps(Proc proc) {
		if (nspaces.contains("") || proc.nspace().isEmpty()) {
			return !isEmpty();
		}
		return covers(proc) || proc.rank().equals(Rank.WILDCARD) && nspaces.contains(proc.nspace());
	}

	/**
	 * Compares two sets as {@link #overlaps(Proc)} does, in the time that it takes to read the smaller one.
	 *
	 * @param other another set
	 * @return whether a process may be in both
	 */
	public boolean overlaps(ProcSet other) {
		ProcSet small = size() <= other.size() ? this : other;
		ProcSet large = small == this ? other : this;
		return small.procs.stream().anyMatch(large::overlaps);
	}

	@Override
	public String toString() {
		return procs.toString();
	}
}
