// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

import java.util.List;
import java.util.function.Consumer;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.model.IProcess;

/**
 * Debugs chosen ranks of one launch. Made by the {@link ProgramKind} of the program before the launch, which owns it and closes it when
 * its last job has ended.
 */
public interface RankDebugger extends AutoCloseable {
	/**
	 * Changes the command of the ranks so that the chosen ones wait for the debugger.
	 *
	 * @param command the command of a run
	 * @return the command of all ranks, chosen or not; by default the same
	 */
	default ProgramCommand command(ProgramCommand command) {
		return command;
	}

	/**
	 * Begins to attach to the chosen ranks as they start. Does not wait for them.
	 *
	 * @param launch receives a debug target for each of them
	 * @param ranks  the processes of the ranks in their order; node and process id become known as attributes
	 * @throws CoreException with the reason if no debugger can be started
	 */
	void start(ILaunch launch, List<? extends IProcess> ranks) throws CoreException;

	/**
	 * Returns whether the ranks must stop in PMIx_Init until {@link #stopped} releases them. A stop that the user has chosen replaces it.
	 *
	 * @return whether {@link #stopped} is called when they wait there; by default not
	 */
	default boolean stopsInInit() {
		return false;
	}

	/**
	 * Called once if {@link #stopsInInit} and all ranks of the job have stopped. Must return at once, and let them continue in the end.
	 *
	 * @param ranks all ranks of the job, chosen or not
	 */
	default void stopped(StoppedRanks ranks) {
		ranks.release();
	}

	/**
	 * Attaches to the chosen ranks of a job that runs already and did not wait for the debugger. Called once, after {@link #start}, instead of
	 * {@link #stopped}, and only if the extension says that debuggers of this kind attach. Must return at once.
	 *
	 * @param messages shows a line without a line end to the user in the console of the job
	 */
	default void attach(Consumer<String> messages) {
		throw new UnsupportedOperationException();
	}

	/** Stops waiting for ranks. Debug targets end with their ranks. Does not wait. */
	@Override
	void close();
}
