// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.model.IProcess;
import org.pmix4e.core.PmixLaunchConstants;

/**
 * Debugs those ranks of one launch that run one kind of program. Made by a {@link RankDebuggerFactory} for a launch, or for ranks that run
 * already, which closes it when its last job has ended.
 */
public interface RankDebugger extends AutoCloseable {
	/**
	 * Changes the command of a program of the job so that the chosen ranks wait for the debugger. Called for each program of its kind, before
	 * {@link #start}.
	 *
	 * @param command the command of a run, with all arguments; a program that was found has its absolute path
	 * @return the command of all ranks of that program, chosen or not; by default the same
	 * @throws CoreException with the reason, a phrase such as {@code install ...}, if ranks of this program cannot be debugged
	 */
	default ProgramCommand command(ProgramCommand command) throws CoreException {
		return command;
	}

	/**
	 * Begins to attach to the chosen ranks as they start. Does not wait for them.
	 *
	 * @param launch   receives a debug target for each of them
	 * @param ranks    the processes of the ranks in their order; node and process id become known as attributes
	 * @param messages shows a line without a line end to the user
	 * @throws CoreException with the reason if no debugger can be started
	 */
	void start(ILaunch launch, List<? extends IProcess> ranks, Consumer<String> messages) throws CoreException;

	/**
	 * Returns whether the ranks must stop in PMIx_Init until {@link #stopped} releases them. A stop that the user has chosen replaces it.
	 *
	 * @return whether {@link #stopped} is called when they wait there; by default not
	 */
	default boolean stopsInInit() {
		return false;
	}

	/**
	 * Called once if {@link #stopsInInit} and the ranks of its kind have called PMIx_Init. Must return at once, and let them continue in the
	 * end.
	 *
	 * @param ranks the ranks of the job
	 */
	default void stopped(StoppedRanks ranks) {
		ranks.release();
	}

	/**
	 * Attaches to the chosen ranks of a job that runs already and did not wait for the debugger. Called once, after {@link #start}, instead of
	 * {@link #stopped}, and only if the extension says that debuggers of this kind attach. Must return at once.
	 */
	default void attach() {
		throw new UnsupportedOperationException();
	}

	/**
	 * {@return the process id of the program that a rank runs, which another program of the rank may have started}
	 *
	 * @param rank the process of a rank that has started
	 */
	static long pid(IProcess rank) {
		return Long.parseLong(Objects.requireNonNullElse(rank.getAttribute(PmixLaunchConstants.PROCESS_PROGRAM),
				rank.getAttribute(IProcess.ATTR_PROCESS_ID)));
	}

	/**
	 * {@return the name of the node on which a rank runs}
	 *
	 * @param rank the process of a rank that has started
	 */
	static String node(IProcess rank) {
		return Objects.requireNonNull(rank.getAttribute(PmixLaunchConstants.PROCESS_NODE));
	}

	/** Stops waiting for ranks. Debug targets end with their ranks. Does not wait. */
	@Override
	void close();
}
