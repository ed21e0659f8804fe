// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.model.Proc;
import org.pmix4j.model.StoredValue;
import org.pmix4j.model.Wait;

/**
 * Runs jobs, or shows the jobs that others run: on this machine, in a server that is already there, on the nodes of a cluster. The program
 * that opens it owns it and closes it. All methods may be called from any thread and, if they do not say otherwise, return immediately.
 *
 * <p>
 * An engine must keep these rules:
 * <ul>
 * <li>What it cannot do it says before a launch, in {@link #capabilities()} and {@link #unsupported}. Nothing is ignored in silence.
 * <li>{@link #launch} never throws for reasons of the job; {@link Job#ended()} reports them.
 * <li>Jobs are equal if their namespaces are, ranks if namespace and rank are; an engine may return new objects each time.
 * <li>The listener gets the events of one job in their order, one at a time.
 * <li>Each future completes: with the answer, with a failure, or with TimeoutException.
 * </ul>
 *
 * Returned futures follow the {@linkplain org.pmix4j.model contract of futures}: actions that depend on them may block and may call
 * {@link #close}.
 */
public interface JobEngine extends AutoCloseable {
	/** {@return its name for people, such as {@code this machine}} */
	String name();

	/** {@return the nodes on which its jobs may run now, a snapshot; empty if the engine does not report them} */
	default List<Node> nodes() {
		return List.of();
	}

	/** {@return what it can do; does not change} */
	Set<EngineCapability> capabilities();

	/**
	 * Checks a job before it is launched.
	 *
	 * @param job the order
	 * @return a line for each option that this engine would not honor: its spelling and the reason; empty if it honors all
	 */
	List<String> unsupported(JobSpec job);

	/**
	 * Launches a job. {@link Job#ended()} reports all failures, including a missing program and options that are unsupported.
	 *
	 * @param job      the order
	 * @param listener follows this job and all jobs of its family; may be called before this method returns
	 * @return the job, whose launch is under way
	 * @throws IllegalStateException if the engine is closed
	 */
	Job launch(JobSpec job, JobListener listener);

	/** {@return the jobs that have not ended, in the order of their start, also those that others have started} */
	List<? extends Job> jobs();

	/**
	 * Lists what ranks of all jobs wait for: fences and other collectives with ranks missing, data of other ranks, a debugger.
	 *
	 * @return a snapshot; fails with UnsupportedOperationException without {@link EngineCapability#WAITS}, and with TimeoutException if the
	 *         engine does not answer
	 */
	default CompletableFuture<List<Wait>> waits() {
		return CompletableFuture.failedFuture(new UnsupportedOperationException(name() + " does not report what ranks wait for"));
	}

	/**
	 * Lists what the engine knows of a job or one of its ranks: job data, values that the ranks have put and committed, and values that they
	 * have published, for readers of any range.
	 *
	 * @param proc a rank, or any other rank for its job
	 * @param most how many values to return at most
	 * @return a snapshot; fails with UnsupportedOperationException without {@link EngineCapability#STORED_VALUES}, with NOT_FOUND if the
	 *         job is unknown or has ended, and with TimeoutException if the engine does not answer
	 */
	default CompletableFuture<List<StoredValue>> storedValues(Proc proc, int most) {
		return CompletableFuture.failedFuture(new UnsupportedOperationException(name() + " does not report stored values"));
	}

	/**
	 * Sends a signal to all jobs, as {@link Job#signal(int)}.
	 *
	 * @param signal 1 to 64
	 * @return completes when the signal was sent to all ranks that run; ranks of a job that still starts get it later
	 */
	CompletableFuture<Void> signal(int signal);

	/** Interrupts all jobs, as {@link Job#interrupt}; a launcher calls it on Ctrl-C. */
	void interrupt();

	/**
	 * Describes for users the state of the jobs and the engine, and the processes that they wait for.
	 *
	 * @return completes within seconds with lines of text; never fails
	 */
	CompletableFuture<String> dump();

	/** {@return completes with the reason, one line, when the engine cannot run jobs any longer; never if it is closed before} */
	CompletableFuture<String> lost();

	/**
	 * Ends the jobs that the engine owns, and leaves the others alone. Blocks until nothing of the engine is left in this process. A further
	 * call waits for the end of the first.
	 */
	@Override
	void close();
}
