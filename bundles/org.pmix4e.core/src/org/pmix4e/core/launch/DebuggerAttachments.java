// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.launch;

import org.eclipse.core.runtime.CoreException;
import org.pmix4e.core.RankSet;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;

/**
 * Attaches debuggers to ranks that run: of launches, of servers to which this workbench is attached, and of jobs that ranks have spawned.
 * Opens the core files of ranks that have died. A service; may be used from any thread.
 */
public interface DebuggerAttachments {
	/**
	 * {@return whether the job runs and a plug-in is installed whose debugger attaches to ranks that run} Whether there is a debugger for
	 * what a rank runs, and whether its process is one of this machine, is known when the debugger is attached.
	 *
	 * @param job of the model
	 */
	boolean canAttach(NamespaceElement job);

	/**
	 * Attaches debuggers to ranks, to each by what it runs. Does not wait; the output of the job names the ranks to which none can be
	 * attached, and why. A job that no launch has ordered gets a launch, which ends with the last debugger.
	 *
	 * @param job   of the model
	 * @param ranks the ranks; those that do not run are left out
	 * @throws CoreException if none of them runs
	 */
	void attach(NamespaceElement job, RankSet ranks) throws CoreException;

	/**
	 * {@return whether a core file of a rank may be found} True for ranks that a launch of this workbench has started here, and that died of a
	 * signal; by default for none. Whether there is such a file is known when it is opened.
	 *
	 * @param rank of the model
	 */
	default boolean canOpenCore(RankElement rank) {
		return false;
	}

	/**
	 * Finds the core file of a rank and opens it in a debugger, unless it is open. It gets a launch of its own, whose debug target is
	 * suspended where the signal arrived until it is terminated. Waits for the debugger, up to a minute.
	 *
	 * @param rank of the model, for which {@link #canOpenCore} holds
	 * @throws CoreException with the reason and the remedy if there is no core file, or no debugger that opens it
	 */
	default void openCore(RankElement rank) throws CoreException {
		throw new UnsupportedOperationException();
	}
}
