// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.eclipse.debug.core.model.IProcess;
import org.pmix4e.core.RankSet;
import org.pmix4e.core.output.JobOutput;

/** A job: the ranks that share a namespace. */
public non-sealed interface NamespaceElement extends JobElement, KeyValueSource {
	/** {@return the session that it runs in} */
	SessionElement session();

	/** {@return the rank that has spawned it; empty for a job that a launch has ordered or a tool has spawned} */
	Optional<RankElement> spawner();

	@Override
	List<AppElement> children();

	/** {@return the ranks of all programs in their order} */
	List<RankElement> ranks();

	/** {@return the namespace} */
	@Override
	String name();

	/** {@return its number among the jobs of its server, from 1} */
	int number();

	/** {@return the process that stands for it in its launch; empty for a job that no launch has ordered and no debugger is attached to} */
	Optional<IProcess> process();

	/** {@return the output of its launch, or of the launch whose rank has spawned it; empty for a job of a tool} */
	Optional<JobOutput> output();

	/** {@return the time when it was ordered} */
	Instant orderedAt();

	/** {@return the time when it ended; empty until then} */
	Optional<Instant> endedAt();

	/** {@return the first failure of a rank, as soon as it is known} */
	Optional<FirstFailure> firstFailure();

	/** {@return one line that names rank, node, process id and cause, once the job has failed} */
	Optional<String> message();

	/** {@return the exit code that a launcher would exit with, once the job has ended} */
	OptionalInt exitCode();

	/** {@return how many ranks have been started, including those that have ended since} */
	int startedRanks();

	/** {@return how many ranks are connected to the server, or were until they called PMIx_Finalize} */
	int connectedRanks();

	/** {@return the last events of the job and its ranks, in the order of their times; limited to some ten thousand} */
	List<JobEvent> events();

	/**
	 * {@return what its ranks have waited for longer than a second: {@code fence waits for ranks 3, 7 since 4.2 s}} As of the last look at the
	 * server, about a second ago.
	 */
	List<String> waits();

	/** {@return whether all ranks that must stop for a debugger have stopped and wait} */
	boolean isHeld();

	/** {@return the name of the breakpoint at which its ranks wait for a debugger, such as pmix-init; empty while {@link #isHeld} is false} */
	default Optional<String> heldAt() {
		return Optional.empty();
	}

	/** {@return whether ranks have stopped or will stop for a debugger, so that {@link #release()} has an effect} */
	boolean canRelease();

	/** Lets all ranks continue that have stopped, or will stop, for a debugger. Does not wait. */
	void release();

	/**
	 * Sends a signal to the process groups of some ranks: SIGSTOP suspends them, SIGCONT resumes them. While the job starts, the signal
	 * waits until all ranks run. Ranks that have ended are left out. Does not wait.
	 *
	 * @param signal 1 to 64
	 * @param ranks  the ranks
	 */
	void signal(int signal, RankSet ranks);

	/** {@return whether its ranks are processes of this machine, so that a debugger can attach to their process ids} */
	boolean hasLocalProcesses();

	/** {@return whether {@link #terminate()} has an effect} */
	boolean canTerminate();

	/** Terminates all ranks: first with SIGTERM, then, if they go on after the kill timeout of the job, with SIGKILL. Does not wait. */
	void terminate();
}
