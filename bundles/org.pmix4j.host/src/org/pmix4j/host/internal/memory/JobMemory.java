// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.memory;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.server.options.MemoryShare;

/**
 * Limits the memory of all jobs of a host. It is reserved by estimates before anything is made, so that a job that does not fit is refused
 * and the others go on. A family of jobs may have at most as much as is left for the others, and small amounts as long as there are any.
 * Owned by the host; may be used from any thread.
 */
public final class JobMemory {
	/** The fraction of the limit that only small amounts may use. */
	private static final int RESERVED = 8;
	/** The fraction of the limit that is a small amount. */
	private static final int SMALL = 256;
	/** The greatest text of the files of one job. */
	private static final long MOST_TEXT = 16 << 20;
	private static final long MEBIBYTE = 1 << 20;
	/** Heaps are recommended in steps of so many MiB. */
	private static final long STEP = 64;

	private final long limit;
	private long used;

	/** @param heap of the JVM, in bytes */
	public JobMemory(long heap) {
		limit = MemoryShare.JOBS.of(heap);
	}

	/** @return the share of a new family of jobs */
	public Share share() {
		return new Share();
	}

	/** @return the most bytes that the files of one job may have */
	public long mostText() {
		return Math.min(MOST_TEXT, limit);
	}

	private synchronized boolean take(long held, long bytes) {
		long free = limit - used - bytes;
		long after = held + bytes;
		if (free < 0 || after > limit / SMALL && after > free - limit / RESERVED) {
			return false;
		}
		used += bytes;
		return true;
	}

	private synchronized void give(long bytes) {
		used -= bytes;
	}

	private synchronized long largest(long held) {
		return Math.max(0, Math.max(Math.min(limit - used, limit / SMALL - held), (limit - used - limit / RESERVED - held) / 2));
	}

	/** Returns the heap, in MiB, in which an amount fits if there is nothing else. */
	private static long heapFor(long bytes) {
		long mebibytes = 2 * bytes / (RESERVED - 1) * RESERVED / MemoryShare.JOBS.of(MEBIBYTE);
		return (mebibytes / STEP + 1) * STEP;
	}

	/** The memory of one family of jobs, or of files while a job is mapped. */
	public final class Share {
		private long held;

		private Share() {
		}

		/**
		 * Reserves memory.
		 *
		 * @param what  needs it, for the message: {@code a job of 10000 ranks}
		 * @param bytes how much, estimated
		 * @throws PmixException OUT_OF_RESOURCE if there is no room for it; the message says what to do
		 */
		public void take(String what, long bytes) throws PmixException {
			if (!JobMemory.this.take(held, bytes)) {
				throw new PmixException(Status.ERR_OUT_OF_RESOURCE, what + " needs " + size(bytes) + " of memory, but only " + size(largest(held))
						+ " of the " + size(limit) + " for jobs may be used now; reduce it, "
						+ (used > 0 ? "wait until other jobs have ended, " : "") + "or give the server a larger heap (PMIX4J_JAVA_OPTIONS=-Xmx"
						+ heapFor(bytes) + "m)");
			}
			held += bytes;
		}

		/**
		 * Gives back memory taken before.
		 *
		 * @param bytes not negative
		 */
		public void give(long bytes) {
			held -= bytes;
			JobMemory.this.give(bytes);
		}

		/** Gives back everything. */
		public void end() {
			give(held);
		}
	}

	private static String size(long bytes) {
		return bytes < MEBIBYTE ? (bytes + 1023) / 1024 + " KB" : (bytes + MEBIBYTE - 1) / MEBIBYTE + " MB";
	}
}
