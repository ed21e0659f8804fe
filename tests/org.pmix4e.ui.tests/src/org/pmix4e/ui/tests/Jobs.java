// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.nio.file.Path;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.core.model.IProcess;
import org.eclipse.debug.ui.DebugUITools;
import org.pmix4e.core.JobProcess;
import org.pmix4e.core.PmixLaunchConstants;

/** Launch configurations and launches of PMIx jobs. */
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

	/** Launches as the Run button does. */
	static ILaunch launch(ILaunchConfiguration configuration) {
		int before = Workbench.launches().getLaunches().length;
		Ui.run(() -> DebugUITools.launch(configuration, ILaunchManager.RUN_MODE));
		return awaitNext(before);
	}

	/** The launch that comes after so many, once its job is there. */
	static ILaunch awaitNext(int before) {
		Ui.await("a launch", () -> Workbench.launches().getLaunches().length > before
				&& Workbench.launches().getLaunches()[before].getProcesses().length > 0);
		return Workbench.launches().getLaunches()[before];
	}

	/** Launches in this thread and returns when all ranks run. */
	static ILaunch run(ILaunchConfiguration configuration) throws CoreException {
		return configuration.launch(ILaunchManager.RUN_MODE, new NullProgressMonitor(), false, true);
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
