// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.internal.text.PeerText;

/**
 * Identity of a process: namespace and rank. Wire type PROC.
 *
 * @param nspace name of the namespace; the meaning of an empty name depends on the operation
 * @param rank   rank in the namespace
 * @see "PMIx Standard, chapter Data Structures and Types, Process Structure"
 */
public record Proc(String nspace, Rank rank) implements PmixValue, Comparable<Proc> {
	/**
	 * Accepts any name of a namespace up to the limit of the wire, also an empty one.
	 *
	 * @throws IllegalArgumentException if the name of the namespace is too long
	 */
	public Proc {
		Nspace.requireValid(nspace);
	}

	/**
	 * {@return the identity}
	 *
	 * @param nspace name of the namespace
	 * @param rank   0 or more
	 */
	public static Proc of(String nspace, int rank) {
		return new Proc(nspace, Rank.of(rank));
	}

	/**
	 * {@return the identity of all its ranks, or of the job itself}
	 *
	 * @param nspace name of the namespace
	 */
	public static Proc wildcard(String nspace) {
		return new Proc(nspace, Rank.WILDCARD);
	}

	/**
	 * {@return whether this is the same process, or all ranks of its namespace}
	 *
	 * @param other identity of one process
	 */
	public boolean covers(Proc other) {
		return nspace.equals(other.nspace) && (rank.equals(Rank.WILDCARD) || rank.equals(other.rank));
	}

	/**
	 * Compares identities of which each may have wildcards. C: PMIx_Check_procid.
	 *
	 * @param other another identity
	 * @return whether the namespaces match as in {@link Nspace#matches} and the ranks as in {@link Rank#matches}
	 */
	public boolean matches(Proc other) {
		return Nspace.matches(nspace, other.nspace) && rank.matches(other.rank);
	}

	/** {@return whether this names no process: the namespace has no name, or the rank is {@link Rank#INVALID}} C: PMIx_Procid_invalid. */
	public boolean isInvalid() {
		return nspace.isEmpty() || rank.equals(Rank.INVALID);
	}

	@Override
	public DataType type() {
		return DataType.PROC;
	}

	/** Orders by namespace, then by unsigned rank. The order keeps hash sets fast if a peer names processes whose hash codes are equal. */
	@Override
	public int compareTo(@Nullable Proc other) {
		Proc that = Objects.requireNonNull(other);
		int byNamespace = nspace.equals(that.nspace) ? 0 : nspace.compareTo(that.nspace);
		return byNamespace != 0 ? byNamespace : Integer.compareUnsigned(rank.value(), that.rank.value());
	}

	/** Written out for a fast start, as in {@link Rank}. */
	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof Proc same && same.rank.value() == rank.value() && same.nspace.equals(nspace);
	}

	@Override
	public int hashCode() {
		return 31 * nspace.hashCode() + rank.value();
	}

	/** For messages: a name that a peer has made up cannot forge a line. */
	@Override
	public String toString() {
		return PeerText.of(nspace) + ":" + rank;
	}
}
