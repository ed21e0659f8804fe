// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchManager;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.internal.configuration.ProgramKinds;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.core.launch.JobRankProcess;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.spi.RankDebuggerFactory;

/** Opens core files in the debugger of native programs. Stateless. */
final class CoreDebugging {
	private CoreDebugging() {
	}

	/** Returns the process of the job of a rank, whose working directory is known; empty if no launch has ordered it, or it runs elsewhere. */
	static Optional<JobProcess> process(RankElement rank) {
		return rank.namespace().process().filter(JobProcess.class::isInstance).map(JobProcess.class::cast)
				.filter(process -> process.getAttribute(DebugPlugin.ATTR_WORKING_DIRECTORY) != null && rank.pid().isPresent()
						&& rank.namespace().hasLocalProcesses());
	}

	/** Opens the core file of a rank in a launch of its own, unless it is open; throws with the reason if that is not possible. */
	static void open(RankElement rank) throws CoreException {
		JobProcess job = process(rank).orElseThrow(() -> failure(Messages.CoreDebugging_noLaunch));
		RankDebuggerFactory debuggers = ProgramKinds.debuggers(RankDebuggerFactory.NATIVE)
				.orElseThrow(() -> failure(Messages.CoreDebugging_noNative));
		JobRankProcess process = job.ranks().get(rank.rank());
		ILaunchManager manager = DebugPlugin.getDefault().getLaunchManager();
		if (Stream.of(manager.getDebugTargets()).anyMatch(target -> target.getProcess() == process && !target.isTerminated())) {
			return; // it is open
		}
		try {
			Path directory = Path.of(Objects.requireNonNull(job.getAttribute(DebugPlugin.ATTR_WORKING_DIRECTORY)));
			CoreFile core = CoreSearch.here().find(directory, rank.pid().orElseThrow(), rank.namespace().orderedAt().minusSeconds(1));
			Path program = core.existingProgram();
			PmixLaunch launch = new PmixLaunch(configuration(job, rank), ILaunchManager.DEBUG_MODE);
			PmixLaunch.addBeside(job.getLaunch(), launch); // first, so that views follow the rank to where it has stopped
			try {
				debuggers.openCore(launch, process, program, core.file());
			} finally {
				if (!launch.hasChildren()) {
					manager.removeLaunch(launch);
				}
			}
		} catch (IOException e) {
			throw failure(e.getMessage() + " " + Messages.CoreSearch_again);
		}
	}

	private static CoreException failure(String reason) {
		return new CoreException(Status.error(reason));
	}

	/** Returns a configuration that is not saved: it gives the launch its name. */
	private static ILaunchConfiguration configuration(JobProcess job, RankElement rank) throws CoreException {
		String name = MessageFormat.format(Messages.CoreDebugging_name, job.programName(), rank.rank());
		return DebugPlugin.getDefault().getLaunchManager().getLaunchConfigurationType(PmixLaunchConstants.TYPE_JOB).newInstance(null, name);
	}
}
