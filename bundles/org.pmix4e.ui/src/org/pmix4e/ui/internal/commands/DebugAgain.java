// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.core.model.IProcess;
import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.ui.statushandlers.StatusManager;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.RankSet;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.elements.Selected;

/**
 * Launches the job of ranks that a signal has ended again, with a debugger for these ranks, which stops them where the signal arrives.
 * Stateless; on the thread of the user interface.
 */
public final class DebugAgain {
	/** Of the user or a launcher; no debugger stops a rank for SIGKILL, and the place says nothing for the others: HUP, INT, KILL, TERM. */
	private static final Set<Integer> FROM_OUTSIDE = Set.of(1, 2, 9, 15);

	private DebugAgain() {
	}

	/**
	 * @param rank a rank
	 * @return whether a signal has ended it that a debugger stops it for, and its launch can be repeated
	 */
	public static boolean isPossible(RankElement rank) {
		return isFault(rank) && configuration(rank).isPresent();
	}

	/** Returns whether a signal has ended a rank that a debugger stops it for. */
	static boolean isFault(RankElement rank) {
		return rank.signal().stream().anyMatch(signal -> !FROM_OUTSIDE.contains(signal));
	}

	private static Optional<ILaunchConfiguration> configuration(RankElement rank) {
		return rank.namespace().process().map(IProcess::getLaunch).map(ILaunch::getLaunchConfiguration)
				.filter(configuration -> configuration instanceof ILaunchConfigurationWorkingCopy copy
						? copy.getOriginal() != null && copy.getOriginal().exists() : configuration.exists());
	}

	/**
	 * Launches a job again in debug mode. Does not change its launch configuration.
	 *
	 * @param ranks of one job, for which that is possible; at least one
	 */
	public static void launch(List<RankElement> ranks) {
		ILaunchConfiguration configuration = configuration(ranks.get(0)).orElseThrow();
		try {
			ILaunchConfigurationWorkingCopy copy = configuration.getWorkingCopy();
			copy.setAttribute(PmixLaunchConstants.ATTR_DEBUG_RANKS, RankSet.of(Selected.numbers(ranks)).toString());
			DebugUITools.launch(copy, ILaunchManager.DEBUG_MODE);
		} catch (CoreException e) {
			StatusManager.getManager().handle(e.getStatus(), StatusManager.SHOW);
		}
	}
}
