// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import org.jspecify.annotations.Nullable;

/**
 * The identity of a process: namespace and rank. Wire type PROC.
 *
 * @param nspace the namespace's name; empty matches nothing and everything, as the operation says
 * @param rank   the rank in it
 * @see "PMIx Standard, chapter Data Structures and Types, Process Structure"
 */
public record Proc(String nspace, Rank rank) implements PmixValue {
	/** @throws IllegalArgumentException if the namespace's name is too long */
	public Proc {
		Nspace.requireValid(nspace);
	}

	/**
	 * @param nspace the namespace's name
	 * @param rank   0 or more
	 * @return the identity
	 */
	public static Proc of(String nspace, int rank) {
		return new Proc(nspace, Rank.of(rank));
	}

	/**
	 * @param nspace the namespace's name
	 * @return the identity that stands for all its ranks, or for the job itself
	 */
	public static Proc wildcard(String nspace) {
		return new Proc(nspace, Rank.WILDCARD);
	}

	/**
	 * @param other one process
	 * @return whether this is that process, or stands for all ranks of its namespace
	 */
	public boolean covers(Proc other) {
		return nspace.equals(other.nspace) && (rank.equals(Rank.WILDCARD) || rank.equals(other.rank));
	}

	@Override
	public DataType type() {
		return DataType.PROC;
	}

	/** Written out for a quick start, as that of {@link Rank}. */
	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof Proc same && same.rank.value() == rank.value() && same.nspace.equals(nspace);
	}

	@Override
	public int hashCode() {
		return 31 * nspace.hashCode() + rank.value();
	}

	@Override
	public String toString() {
		return nspace + ":" + rank;
	}
}
