// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.parts;

import java.util.Optional;
import java.util.stream.Stream;

import org.eclipse.debug.core.model.IDebugTarget;
import org.pmix4e.core.launch.JobRankProcess;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.RankElement;

/** Finds the debuggers of ranks. Stateless; may be called from any thread. */
public final class DebugTargets {
	private DebugTargets() {
	}

	/**
	 * @param rank a rank
	 * @return whether a signal has stopped it, so that its debugger cannot control it
	 */
	public static boolean isStoppedBySignal(RankElement rank) {
		return rank.state() == ElementState.SUSPENDED && rank.debugStop().isEmpty();
	}

	/**
	 * @param rank a rank
	 * @return the target through which it is debugged; empty if it is not
	 */
	public static Optional<IDebugTarget> of(RankElement rank) {
		return rank.namespace().process().stream().flatMap(job -> Stream.of(job.getLaunch().getDebugTargets()))
				.filter(target -> target.getProcess() instanceof JobRankProcess process && process.rank() == rank.rank())
				.filter(target -> !target.isTerminated() && !target.isDisconnected()).findFirst();
	}
}
