// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.slurm.internal;

import java.util.Optional;
import java.util.Set;

/**
 * A job in the words of squeue. Immutable.
 *
 * @param id     its number
 * @param state  such as PENDING, RUNNING or CANCELLED
 * @param limit  its time limit, such as {@code 1:00} or UNLIMITED
 * @param nodes  how many nodes it has or waits for
 * @param reason why it waits, such as Resources; its nodes if it runs
 * @see "Slurm, squeue, JOB STATE CODES and JOB REASON CODES"
 */
public record QueuedJob(String id, String state, String limit, String nodes, String reason) {
	/** The format of squeue. */
	static final String FORMAT = "%i|%T|%l|%D|%R";
	private static final String REQUEUED = "REQUEUED";
	private static final Set<String> CHANGING = Set.of("RUNNING", "COMPLETING", "CONFIGURING", "RESIZING", "STAGE_OUT", "SIGNALING");

	/**
	 * {@return the job of a line in {@link #FORMAT}; empty for another line}
	 *
	 * @param line of squeue
	 */
	public static Optional<QueuedJob> parse(String line) {
		String[] parts = line.split("\\|", 5);
		return parts.length < 5 ? Optional.empty()
				: Optional.of(new QueuedJob(parts[0], parts[1], parts[2], parts[3], parts[4].replaceFirst("^\\((.*)\\)$", "$1")));
	}

	/** {@return whether it waits for resources} */
	public boolean isPending() {
		return state.equals("PENDING");
	}

	/** {@return whether it runs, and nothing ends it} */
	public boolean isRunning() {
		return state.equals("RUNNING");
	}

	/** {@return whether its end is known} */
	public boolean hasEnded() {
		return !isPending() && !CHANGING.contains(state);
	}

	/** {@return the same job as Slurm names it when it has just been put into the queue again} */
	public QueuedJob requeued() {
		return new QueuedJob(id, REQUEUED, limit, nodes, reason);
	}

	/** {@return for users, that and why it waits} */
	public String waiting() {
		return "job " + id + " of Slurm waits in the queue for " + nodes + (nodes.equals("1") ? " node" : " nodes") + ": "
				+ (reason.isEmpty() ? "no reason given yet" : reason);
	}

	/** {@return for users, why it has ended before its programs; empty if Slurm has not ended it} */
	public Optional<String> end() {
		String job = "the job " + id + " of Slurm ";
		return switch (state) {
			case "CANCELLED" -> Optional.of(job + "was cancelled, by scancel or an administrator");
			case "TIMEOUT" -> Optional.of(job + "has reached its time limit of " + limit);
			case "DEADLINE" -> Optional.of(job + "has reached its deadline");
			case "NODE_FAIL" -> Optional.of(job + "was ended because one of its nodes has failed");
			case "PREEMPTED" -> Optional.of(job + "was ended for a job of a higher priority");
			case "OUT_OF_MEMORY" -> Optional.of(job + "was ended because it ran out of memory");
			case REQUEUED, "REQUEUE_HOLD", "SPECIAL_EXIT" -> Optional.of(job + "was put into the queue again");
			case "BOOT_FAIL" -> Optional.of(job + "was ended because one of its nodes did not boot");
			default -> Optional.empty();
		};
	}
}
