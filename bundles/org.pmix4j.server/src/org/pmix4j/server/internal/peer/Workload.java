// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.peer;

/**
 * How much all the requests weigh that wait for their answers, so that one process that asks without end fills no memory that others
 * need: nobody may have more waiting than there is left, besides a few that everybody may have. One for each server, on its loop.
 */
public final class Workload {
	/** Requests of a usual size that everybody may have waiting, whatever the others do. */
	private static final int ALWAYS = 256;
	/** What a request is thought to need besides its bytes. */
	private static final int BASE = 2 << 10;
	/** The part of the memory that is for requests. */
	private static final int PART = 4;

	private final long limit;
	private long total;

	/** @param memory how many bytes this program may use */
	public Workload(long memory) {
		this.limit = memory / PART;
	}

	/** @return one for a process that has come in */
	public Share share() {
		return new Share();
	}

	/** What one process has waiting. */
	public final class Share {
		private long weight;
		private int count;
		private boolean ended;

		/**
		 * A request has come.
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

		/** The process is gone, and its requests with it. */
		public void end() {
			if (!ended) {
				total -= weight;
				ended = true;
			}
		}
	}
}
