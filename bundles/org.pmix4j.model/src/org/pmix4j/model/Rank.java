// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import org.jspecify.annotations.Nullable;

/**
 * The number of a process in its namespace, or a special rank. Wire type PROC_RANK, an unsigned 32-bit number.
 *
 * @param value the number as an unsigned int
 * @see "PMIx Standard, chapter Data Structures and Types, Rank Structure"
 */
public record Rank(int value) implements PmixValue {
	/** No rank. */
	public static final Rank UNDEF = new Rank(0xffffffff);
	/** All ranks of the namespace, or the job itself. */
	public static final Rank WILDCARD = new Rank(0xfffffffe);
	/** All ranks on the local node, in any namespace. */
	public static final Rank LOCAL_NODE = new Rank(0xfffffffd);
	/** An invalid rank. */
	public static final Rank INVALID = new Rank(0xfffffffc);
	/** All ranks of the caller's namespace on the local node. */
	public static final Rank LOCAL_PEERS = new Rank(0xfffffffb);
	/** The first number that is not a process's. */
	private static final int END = 0xffffffff - 50;

	/**
	 * {@return the rank}
	 *
	 * @param value 0 or more
	 */
	public static Rank of(int value) {
		return new Rank(value);
	}

	/** {@return whether this is a process's rank and not a special one} C: PMIx_Rank_valid. */
	public boolean isProcess() {
		return Integer.compareUnsigned(value, END) < 0;
	}

	/**
	 * Compares ranks of which one may be a wildcard. C: PMIx_Check_rank.
	 *
	 * @param other another rank
	 * @return whether both are the same, or one of them is {@link #WILDCARD}
	 */
	public boolean matches(Rank other) {
		return value == other.value || value == WILDCARD.value || other.value == WILDCARD.value;
	}

	@Override
	public DataType type() {
		return DataType.PROC_RANK;
	}

	/** Written out: the implementation of a record is linked at run time, which costs a launcher milliseconds. */
	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof Rank same && same.value == value;
	}

	@Override
	public int hashCode() {
		return value;
	}

	@Override
	public String toString() {
		return switch (value) {
			case 0xffffffff -> "UNDEF";
			case 0xfffffffe -> "WILDCARD";
			case 0xfffffffd -> "LOCAL_NODE";
			case 0xfffffffc -> "INVALID";
			case 0xfffffffb -> "LOCAL_PEERS";
			default -> Integer.toUnsignedString(value);
		};
	}
}
