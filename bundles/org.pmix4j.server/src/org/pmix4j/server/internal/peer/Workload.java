// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.peer;

/**
 * Limits the memory of requests without a reply. No peer may use more than is left, apart from a few requests that every peer may have, so
 * that one peer that sends requests without end cannot exhaust the memory of all. One for each server.
 */
public final class Workload {
	/** The number of requests that every peer may have, whatever the others use. */
	private static final int ALWAYS = 256;
	/** The assumed size of a request besides its bytes. */
	private static final int BASE = 2 << 10;
	/** The fraction of the memory for requests. */
	private static final int PART = 4;

	private final long limit;
	private long total;

	/** @param memory available to this program, in bytes */
	public Workload(long memory) {
		this.limit = memory / PART;
	}

	/** @return the share of a new peer */
	public Share share() {
		return new Share();
	}

	/** The requests of one peer. */
	public final class Share {
		private long weight;
		private int count;
		private boolean ended;

		/**
		 * Adds a request that has arrived.
		 *
		 * @param length of its message, in bytes
		 * @return whether there is room for it
		 */
		public boolean begin(int length) {
			count++;
			weight += BASE + length;
			total += BASE + length;
			return count <= ALWAYS || weight <= limit - total;
		}

		/**
		 * A request has had its answer, or needs none.
		 *
		 * @param length of its message, in bytes
		 */
		public void end(int length) {
			if (!ended) {
				count--;
				weight -= BASE + length;
				total -= BASE + length;
			}
		}

		/** Removes all requests of a peer that is gone. */
		public void end() {
			if (!ended) {
				total -= weight;
				ended = true;
			}
		}
	}
}
