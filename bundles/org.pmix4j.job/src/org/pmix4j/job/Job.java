// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.job.events.JobStage;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.model.JobState;
import org.pmix4j.model.Proc;

/**
 * A job: the processes of one launch, which share a namespace. Owned by its engine; all methods may be called from any thread and return
 * immediately.
 *
 * <p>
 * Returned futures follow the {@linkplain org.pmix4j.model contract of futures}: actions that depend on them may block and may close
 * the engine.
 *
 * <p>
 * Two jobs are equal if their namespaces are.
 *
 * @see "PMIx Standard, chapter Terms and Conventions, job"
 */
public interface Job {
	/** {@return whether the engine ends it when it is closed; else it only watches a job that others have started} */
	default boolean isOwned() {
		return true;
	}

	/**
	 * {@return its namespace, unique among all engines and launches: a common part, '@' and {@link #number()}; empty before another server has
	 * named it}
	 */
	String nspace();

	/** {@return its number among the jobs of its engine, from 1} */
	int number();

	/** {@return the number of the session that it runs in, unsigned; 0 for the only one} */
	default int sessionId() {
		return 0;
	}

	/** {@return the order for this job} */
	JobSpec spec();

	/** {@return the rank or tool that has spawned it; empty if the owner of the engine has launched it, or the engine does not know it} */
	default Optional<Proc> spawner() {
		return Optional.empty();
	}

	/** {@return its state in PMIx; an error only when all of it has ended} */
	JobState state();

	/** {@return its stage in the words of PRRTE} */
	JobStage stage();

	/** {@return the stage of its first failure; empty if it has not failed so far} */
	Optional<JobStage> failure();

	/** {@return the exit code of its first failure; empty if it has not failed so far} */
	OptionalInt exitCode();

	/** {@return the programming model that its options name; empty for the usual one} */
	default String personality() {
		return spec().get(JobOptions.PERSONALITY);
	}

	/** {@return the running jobs that its ranks have spawned, and those that it has adopted from children that have ended} */
	default List<Job> children() {
		return List.of();
	}

	/** {@return its processes in the order of their ranks} */
	List<RankProcess> ranks();

	/** {@return a future that completes with true when all processes run, with false if the job ends before; never fails} */
	CompletableFuture<Boolean> started();

	/**
	 * {@return a future that completes when every process is reaped, all output has been written and nothing of the job is left; never fails}
	 * If a process survives SIGKILL while the engine closes, the result names its rank.
	 */
	CompletableFuture<JobResult> ended();

	/**
	 * Returns the common result of the job's family: the launched job and all jobs that its processes have spawned, directly or not. A
	 * job that a tool spawns joins the family if there is no other.
	 *
	 * @return completes, when all of them have ended, with the result of the job that failed first with an exit code other than 0, or of
	 *         the launched job if there is none; never fails
	 */
	default CompletableFuture<JobResult> familyEnded() {
		return ended();
	}

	/**
	 * Sends a signal to the process groups of all running ranks. SIGTSTP suspends the job; it is delivered as SIGSTOP, which ranks cannot
	 * ignore. SIGCONT resumes the job. While the job starts, a signal waits until all ranks run.
	 *
	 * @param signal 1 to 64
	 */
	void signal(int signal);

	/**
	 * Sends a signal to the process groups of some ranks, as {@link #signal(int)} to all. The job counts as suspended while all ranks that
	 * run are.
	 *
	 * @param signal 1 to 64
	 * @param ranks  their numbers; one that no rank of the job has is ignored
	 */
	void signal(int signal, Set<Integer> ranks);

	/**
	 * Writes to the standard input of some of the ranks that {@link JobSpec#stdin} names, after what they have been given before. Data for
	 * other ranks, and for those that have ended or stopped reading, is dropped. While the job starts, the data waits until all ranks run.
	 *
	 * @param ranks their numbers
	 * @param data  not copied; must not be changed until the future completes
	 * @return completes when these ranks have read all but the content of their pipes: with true, or with false if none of them reads any
	 *         more; fails with IllegalStateException if more than 4 MiB would wait for a rank, which then gets nothing of this
	 */
	CompletableFuture<Boolean> write(Set<Integer> ranks, byte[] data);

	/**
	 * Ends the standard input of some ranks after what they have been given before; those that read none are ignored.
	 *
	 * @param ranks their numbers
	 */
	void endInput(Set<Integer> ranks);

	/** {@return the breakpoint at which all ranks that must stop for a debugger wait; empty if not all of them wait} */
	default Optional<String> heldAt() {
		return Optional.empty();
	}

	/** {@return whether ranks have stopped, or will stop, for a debugger, and were not released; also if some ranks never stop} */
	default boolean awaitsRelease() {
		return false;
	}

	/** Lets all ranks continue that have stopped, or will stop, for a debugger. */
	default void release() {
		// no rank stops
	}

	/**
	 * Ends the job in order: sends TERM, then CONT, and KILL after {@link JobSpec#killTimeout(AppSpec)}. Later calls do nothing.
	 */
	void terminate();

	/**
	 * Ends the job as Ctrl-C does in a launcher: the first call is {@link #terminate()}; the second kills all ranks a quarter of a second
	 * later, and a second later discards output that is not written yet; the third does both immediately.
	 */
	void interrupt();

	/** {@return a description for users: which ranks wait, and for what; one fact a line} */
	String dump();
}
