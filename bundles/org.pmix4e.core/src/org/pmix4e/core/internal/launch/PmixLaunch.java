// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
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

	private volatile boolean isKept;

	PmixLaunch(ILaunchConfiguration configuration, String mode) {
		super(configuration, mode, null);
	}

	/**
	 * Adds the launch of a core file. The platform removes terminated launches when a launch is added, if the user has chosen that, but that
	 * of the job must stay: the core belongs to it.
	 *
	 * @param ended of the job
	 * @param core  of the core file
	 */
	static void addBeside(ILaunch ended, ILaunch core) {
		Optional<PmixLaunch> kept = Optional.of(ended).filter(PmixLaunch.class::isInstance).map(PmixLaunch.class::cast);
		kept.ifPresent(launch -> launch.isKept = true);
		try {
			DebugPlugin.getDefault().getLaunchManager().addLaunch(core);
		} finally {
			kept.ifPresent(launch -> launch.isKept = false);
		}
	}

	@Override
	public boolean isTerminated() {
		return !isKept && super.isTerminated();
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
