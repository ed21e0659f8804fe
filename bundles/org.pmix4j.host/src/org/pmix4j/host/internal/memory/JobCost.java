// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.memory;

import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.JobOptions;

/**
 * Estimates the memory of a job from its order alone, before anything is made. The amounts come from heap histograms of jobs of 1,500
 * ranks: 3 KB for a rank, and 7 KB more if it is a client of the server. Stateless.
 */
public final class JobCost {
	/** A job without ranks: its listeners, futures and messages. */
	private static final long JOB = 16 << 10;
	/** A rank: its process, its client, its job data for the server, and its places in lists. */
	private static final long RANK = 8 << 10;
	/** A rank of a job that is only mapped. */
	private static final long MAPPED_RANK = 512;
	/** A program: its options, and its job data. */
	private static final long APP = 2 << 10;
	/** A text without its characters, with its place in a list or map. */
	private static final long TEXT = 96;

	private JobCost() {
	}

	/**
	 * @param job an order
	 * @return the memory that the job will need, in bytes
	 */
	public static long of(JobSpec job) {
		long cost = JOB + job.size() * (job.get(JobOptions.DO_NOT_LAUNCH) ? MAPPED_RANK : RANK);
		for (AppSpec app : job.apps()) {
			cost += APP;
			for (String argument : app.arguments()) {
				cost += TEXT + argument.length();
			}
		}
		return cost;
	}

	/**
	 * @param job an order
	 * @return what needs the memory, for messages
	 */
	public static String subject(JobSpec job) {
		int ranks = job.size();
		int apps = job.apps().size();
		return "a job of " + ranks + (ranks == 1 ? " rank" : " ranks") + (apps > 1 ? " and " + apps + " programs" : "");
	}
}
