// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.memory;

import org.pmix4j.job.JobSpec;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.placement.internal.allocation.TextMemory;
import org.pmix4j.server.options.MemoryShare;

/**
 * Limits the memory of all jobs of a host. It is reserved by estimates before anything is made, so that a job that does not fit is refused
 * and the others go on. A family of jobs may have at most as much as is left for the others, and small amounts as long as there are any.
 * Owned by the host; may be used from any thread.
 */
public final class JobMemory {
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

	private synchronized boolean take(long held, long bytes) {
		boolean fits = MemoryShare.hasRoom(limit, used, held, bytes);
		used += fits ? bytes : 0;
		return fits;
	}

	private synchronized void give(long bytes) {
		used -= bytes;
	}

	private synchronized PmixException refusal(String what, long held, long bytes) {
		return new PmixException(Status.ERR_OUT_OF_RESOURCE, what + " needs " + size(bytes) + " of memory, but only " + size(largest(held))
				+ " of the " + size(limit) + " for jobs may be used now; reduce it, " + (used > 0 ? "wait until other jobs have ended, " : "")
				+ "or give the server a larger heap (PMIX4J_MAX_HEAP=" + heapFor(bytes) + "m)");
	}

	private long largest(long held) {
		return Math.max(0, Math.max(Math.min(limit - used, MemoryShare.small(limit) - held),
				(limit - used - MemoryShare.reserved(limit) - held) / 2));
	}

	/** Returns the heap, in MiB, in which an amount fits if there is nothing else. */
	private static long heapFor(long bytes) {
		long share = MemoryShare.JOBS.of(MEBIBYTE);
		long mebibytes = 2 * bytes / (share - MemoryShare.reserved(share));
		return (mebibytes / STEP + 1) * STEP;
	}

	/** The memory of one family of jobs, or of files while a job is mapped. */
	public final class Share implements TextMemory {
		private long held;

		private Share() {
		}

		@Override
		public long mostText() {
			return Math.min(MOST_TEXT, limit);
		}

		/**
		 * Reserves the memory of a job.
		 *
		 * @param job its order
		 * @return how much, in bytes
		 * @throws PmixException OUT_OF_RESOURCE if there is no room for it; the message says what to do
		 */
		public long take(JobSpec job) throws PmixException {
			long bytes = JobCost.of(job);
			if (!tryTake(bytes)) {
				throw refusal(JobCost.subject(job), held, bytes);
			}
			return bytes;
		}

		@Override
		public void take(String what, long bytes) throws PmixException {
			if (!tryTake(bytes)) {
				throw refusal(what, held, bytes);
			}
		}

		private boolean tryTake(long bytes) {
			boolean fits = JobMemory.this.take(held, bytes);
			held += fits ? bytes : 0;
			return fits;
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

		@Override
		public void end() {
			give(held);
		}
	}

	private static String size(long bytes) {
		return bytes < MEBIBYTE ? (bytes + 1023) / 1024 + " KB" : (bytes + MEBIBYTE - 1) / MEBIBYTE + " MB";
	}
}
