// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.util.Arrays;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.core.launch.JobRankProcess;

import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.Launch;
import org.eclipse.debug.core.model.IProcess;

/**
 * The launch of a PMIx job. Its children, which the Debug view shows, are the {@link JobProcess} and a {@link JobRankProcess} for each
 * rank. {@link #getProcesses()} returns the job alone: otherwise a launch group that waits for output would wait for output of every rank.
 * It is terminated when all of its children are terminated. May be used from any thread.
 */
public final class PmixLaunch extends Launch {
	PmixLaunch(ILaunchConfiguration configuration, String mode) {
		super(configuration, mode, null);
	}

	/** @return the process of the job, once it is ordered */
	@Override
	public IProcess[] getProcesses() {
		return Arrays.stream(super.getProcesses()).filter(JobProcess.class::isInstance).toArray(IProcess[]::new);
	}
}
