// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Collectors;

import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.Launch;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.debug.core.model.IProcess;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.core.launch.JobRankProcess;

/**
 * The launch of a PMIx job. Its children, which the Debug view shows, are the {@link JobProcess} and a {@link JobRankProcess} for each
 * rank. {@link #getProcesses()} returns the job alone: otherwise a launch group that waits for output would wait for output of every rank.
 * It is terminated when all of its children are terminated. May be used from any thread.
 */
public final class PmixLaunch extends Launch {
	/** More than a job can have. */
	private static final long MOST_RANKS = Integer.MAX_VALUE;

	PmixLaunch(ILaunchConfiguration configuration, String mode) {
		super(configuration, mode, null);
	}

	/**
	 * Returns what the Debug view shows: the debugged ranks in their order, whichever debugger attached first, then the job and the other
	 * ranks. A debugged rank is there once, not also as a process.
	 */
	@Override
	public Object[] getChildren() {
		Object[] all = super.getChildren();
		Set<IProcess> debugged = Arrays.stream(all).filter(IDebugTarget.class::isInstance).map(target -> ((IDebugTarget) target).getProcess())
				.collect(Collectors.toSet());
		return Arrays.stream(all).filter(child -> !debugged.contains(child)).sorted(Comparator.comparing(PmixLaunch::place)).toArray();
	}

	/** Returns the place of a child: the ranks with a debugger, the job, the ranks without one. */
	private static long place(Object child) {
		if (child instanceof IDebugTarget target) {
			return target.getProcess() instanceof JobRankProcess rank ? rank.rank() : MOST_RANKS;
		}
		return child instanceof JobRankProcess rank ? MOST_RANKS + 2 + rank.rank() : MOST_RANKS + 1;
	}

	/** @return the process of the job, once it is ordered */
	@Override
	public IProcess[] getProcesses() {
		return Arrays.stream(super.getProcesses()).filter(JobProcess.class::isInstance).toArray(IProcess[]::new);
	}
}
