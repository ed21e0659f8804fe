// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.core.model.IProcess;
import org.eclipse.debug.ui.DebugUITools;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.launch.JobProcess;

/** Creates launch configurations of PMIx jobs and launches them. */
final class Jobs {
	private Jobs() {
	}

	static ILaunchConfiguration configuration(String name, int ranks, Path program, String arguments) throws CoreException {
		ILaunchConfigurationWorkingCopy copy = Workbench.launches().getLaunchConfigurationType(PmixLaunchConstants.TYPE_JOB)
				.newInstance(null, name);
		copy.setAttribute(PmixLaunchConstants.ATTR_PROGRAM, program.toString());
		copy.setAttribute(PmixLaunchConstants.ATTR_RANKS, ranks);
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, arguments);
		return copy.doSave();
	}

	/** Launches a configuration, as the Run button does. */
	static ILaunch launch(ILaunchConfiguration configuration) {
		return launch(() -> DebugUITools.launch(configuration, ILaunchManager.RUN_MODE));
	}

	/** Runs an action that launches a job; returns when the launch has processes. The platform may remove older launches meanwhile. */
	static ILaunch launch(Runnable action) {
		Set<ILaunch> before = Set.of(Workbench.launches().getLaunches());
		Ui.start(action);
		Supplier<Optional<ILaunch>> added = () -> Stream.of(Workbench.launches().getLaunches()).filter(launch -> !before.contains(launch))
				.filter(launch -> launch.getProcesses().length > 0).findFirst();
		Ui.await("a launch", () -> added.get().isPresent());
		return added.get().orElseThrow();
	}

	static JobProcess job(ILaunch launch) {
		for (IProcess process : launch.getProcesses()) {
			if (process instanceof JobProcess job) {
				return job;
			}
		}
		throw new AssertionError("no job in " + launch);
	}

	static void awaitEnd(ILaunch launch) {
		Ui.await("the end of the launch", launch::isTerminated);
	}
}
