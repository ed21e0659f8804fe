// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.model.JobState;
import org.pmix4j.model.Proc;

/**
 * A job: the processes of one launch, which share a namespace. Owned by its {@link LocalHost}; all methods may be called from any
 * thread and return at once.
 *
 * <p>
 * The futures are copies, harmless to complete. They never complete on the host's event loop: actions that depend on them run in virtual
 * threads, or on the thread that adds them if the future is complete. They may block, and may close the host.
 *
 * @see "PMIx Standard, chapter Terms and Conventions, job"
 */
public interface Job {
	/** @return its namespace, unique among all hosts and launches: a common part, '@' and {@link #number()} */
	String nspace();

	/** @return its number among the jobs of its host, from 1 */
	int number();

	/** @return what was ordered */
	JobSpec spec();

	/** @return the process that has spawned it, if it was one of a job or a tool, and not the owner of the host */
	Optional<Proc> spawner();

	/** @return how far it has come */
	JobState state();

	/** @return its processes in the order of their ranks */
	List<RankProcess> ranks();

	/** @return completes with true when all processes run, with false if the job ended before; never fails. */
	CompletableFuture<Boolean> started();

	/**
	 * @return completes once, when every process is reaped, every byte of output has been written and nothing of the job is left;
	 *         never fails. If a process survives SIGKILL while the host closes, the result names its rank
	 */
	CompletableFuture<JobResult> ended();

	/**
	 * Tells when it and all jobs that its processes have spawned, directly or not, have ended; they share one outcome. What tools spawn
	 * counts among them if no other job was launched meanwhile.
	 *
	 * @return completes with the result of the one that failed first with another exit code than 0, or that of the job that was not
	 *         spawned; never fails.
	 */
	CompletableFuture<JobResult> familyEnded();

	/**
	 * Sends a signal to the process groups of all ranks that run. SIGTSTP is delivered as SIGSTOP, which they cannot ignore, and
	 * suspends the job; SIGCONT resumes it. A signal that comes while the job starts waits until all of them run.
	 *
	 * @param signal 1 to 64
	 */
	void signal(int signal);

	/** @return the breakpoint at which all ranks that shall stop for a debugger wait; empty if they do not */
	Optional<String> heldAt();

	/** Lets all ranks go on that have stopped, or will stop, for a debugger. */
	void release();

	/**
	 * Ends the job in order: sends TERM, then CONT, and KILL after a quarter of a second. The first call counts; later ones do nothing.
	 */
	void terminate();

	/**
	 * What Ctrl-C means: the first time {@link #terminate()}; the second time all ranks are killed at once, and output that is not
	 * yet written is given up.
	 */
	void interrupt();

	/** @return for people: who waits for whom, one fact a line */
	String dump();
}
