// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.internal.nodelist;

/**
 * One entry of a list of nodes or of a hostfile. Immutable.
 *
 * @param kind     how it chooses nodes
 * @param text     the name of the node without its user, or the entry as it was written
 * @param number   the index of an {@link Kind#INDEXED} entry, from 0; the number of nodes of an {@link Kind#EMPTY} entry, at most
 *                 {@link #ALL}; else 0
 * @param slots    what it says about slots
 * @param count    the number of slots; 0 unless they are {@link Slots#STATED} or {@link Slots#CHANGED}
 * @param maxSlots how many ranks the node may run at most; 0 for no limit
 */
public record NodeEntry(Kind kind, String text, int number, Slots slots, int count, int maxSlots) {
	/** The number of an entry that takes all empty nodes. */
	public static final int ALL = Integer.MAX_VALUE;

	/** The ways to choose nodes. */
	public enum Kind {
		/** By name. */
		NAMED,
		/** All nodes but that of the name: {@code ^name}. */
		EXCLUDED,
		/** By position in the allocation: {@code +n2}. */
		INDEXED,
		/** Nodes that run no rank: {@code +e} or {@code +e:2}. */
		EMPTY
	}

	/** The slots that an entry states. */
	public enum Slots {
		/** Nothing. */
		OPEN,
		/** As many as the node has: {@code *} or {@code auto}. */
		COUNTED,
		/** A number. */
		STATED,
		/** One more, as a rank is to run there. */
		RANK,
		/** A number to add to those of the node, or to take away: {@code +2}. */
		CHANGED
	}

	/**
	 * @param slotCount a number of slots, which was stated
	 * @return the same entry with it
	 */
	public NodeEntry withSlots(int slotCount) {
		return new NodeEntry(kind, text, number, Slots.STATED, slotCount, maxSlots);
	}

	/** @return the same entry as the place of one rank */
	public NodeEntry withRank() {
		return new NodeEntry(kind, text, number, Slots.RANK, 0, maxSlots);
	}

	/**
	 * @param word a number, with a sign or without, {@code *} or {@code auto}
	 * @return the same entry with the slots that the word states
	 * @throws IllegalArgumentException if it states none; the text for users names the word
	 */
	public NodeEntry withSlots(String word) {
		if (word.equals("*") || word.equalsIgnoreCase("auto")) {
			return new NodeEntry(kind, text, number, Slots.COUNTED, 0, maxSlots);
		}
		boolean signed = word.startsWith("+") || word.startsWith("-");
		int slotCount = NodeListParser.number(signed ? word.substring(1) : word, "the number of slots");
		return new NodeEntry(kind, text, number, signed ? Slots.CHANGED : Slots.STATED, word.startsWith("-") ? -slotCount : slotCount, maxSlots);
	}

	/**
	 * @param limit how many ranks the node may run at most
	 * @return the same entry with it
	 */
	public NodeEntry withMaxSlots(int limit) {
		return new NodeEntry(kind, text, number, slots, count, limit);
	}
}
