// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.memory;

import org.pmix4j.server.options.MemoryShare;

/**
 * Limits the bytes that all holders together keep for one purpose. A holder (a peer, a process) may have at most as much as is left for the
 * others: a first greedy holder gets half, the next one half of the rest. Part of the budget is reserved for small amounts, so that greedy
 * holders cannot starve the others. Owned by {@link Budgets}, on the server's loop.
 */
public final class Budget {
	private final String purpose;
	private final long limit;
	private long used;

	/**
	 * @param purpose what the bytes are kept for, for messages
	 * @param limit   of all holders together, in bytes
	 */
	public Budget(String purpose, long limit) {
		this.purpose = purpose;
		this.limit = limit;
	}

	/** @return the share of a new holder, which has nothing yet */
	public Share share() {
		return new Share();
	}

	/** @return bytes that all holders together have */
	public long used() {
		return used;
	}

	/** @return bytes that all holders together may have */
	public long limit() {
		return limit;
	}

	/** @return the most bytes that one holder may have while there is no other */
	public long largestShare() {
		return (limit - MemoryShare.reserved(limit)) / 2;
	}

	/** @return bytes that every holder may have as long as others are not greedy with small amounts, too */
	public long smallShare() {
		return MemoryShare.small(limit);
	}

	@Override
	public String toString() {
		return used + " of " + limit + " bytes for " + purpose;
	}

	/** The bytes of one holder. Ends with the holder. */
	public final class Share {
		private long held;
		private boolean ended;

		/**
		 * Takes bytes if there is room for them. Takes nothing after {@link #end()}.
		 *
		 * @param bytes not negative
		 * @return whether there is room
		 */
		public boolean take(long bytes) {
			if (ended || !MemoryShare.hasRoom(limit, used, held, bytes)) {
				return false;
			}
			held += bytes;
			used += bytes;
			return true;
		}

		/**
		 * Replaces an amount taken before by another one. Changes nothing if there is no room for the new amount.
		 *
		 * @param before bytes taken before
		 * @param after  bytes needed now
		 * @return whether there is room
		 */
		public boolean replace(long before, long after) {
			if (after > before) {
				return take(after - before);
			}
			give(before - after);
			return true;
		}

		/**
		 * Counts bytes that the holder has taken or released, even beyond the limit. Does nothing after {@link #end()}.
		 *
		 * @param bytes negative for released bytes
		 */
		public void count(long bytes) {
			give(-bytes);
		}

		/**
		 * Gives back bytes taken before. Does nothing after {@link #end()}, which has given back all.
		 *
		 * @param bytes not negative
		 */
		public void give(long bytes) {
			if (!ended) {
				held -= bytes;
				used -= bytes;
			}
		}

		/** Gives back everything, because the holder is gone. Repeated calls do nothing. */
		public void end() {
			give(held);
			ended = true;
		}

		/** @return bytes that the holder has */
		public long held() {
			return held;
		}

		/** @return what is exhausted, for messages */
		@Override
		public String toString() {
			return held + " bytes here and " + Budget.this;
		}
	}
}
