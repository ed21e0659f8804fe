// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.util.List;
import java.util.stream.Stream;

import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.model.IProcess;
import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.swt.widgets.Display;
import org.eclipse.ui.PlatformUI;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.ui.internal.elements.Selected;
import org.pmix4e.ui.internal.Messages;

/**
 * Launches the programs of the selected jobs again, in the same mode; those that run are terminated first. A job that a rank has spawned
 * stands for the launch of that rank.
 */
public final class RestartHandler extends ElementHandler {
	/** For the workbench. */
	public RestartHandler() {
	}

	/** Names the jobs of the selected ranks, which are launched again as a whole. */
	@Override
	protected List<? extends JobElement> targets(List<JobElement> elements) {
		return Selected.wholeJobs(elements);
	}

	@Override
	protected String label() {
		return Messages.action_restart;
	}

	@Override
	protected boolean canRun(List<JobElement> elements) {
		return launches(elements).findAny().isPresent();
	}

	@Override
	protected void run(List<JobElement> elements, ExecutionEvent event) {
		launches(elements).forEach(RestartHandler::restart);
	}

	private static void restart(ILaunch launch) {
		ILaunchConfiguration configuration = launch.getLaunchConfiguration();
		Display display = PlatformUI.getWorkbench().getDisplay();
		new LaunchEnd(configuration.getName(), launch,
				() -> display.asyncExec(() -> DebugUITools.launch(configuration, launch.getLaunchMode()))).schedule();
	}

	/** Returns the launches whose configurations have not been deleted. */
	private static Stream<ILaunch> launches(List<JobElement> elements) {
		return Selected.jobsOf(elements).flatMap(job -> job.process().stream())
				.map(IProcess::getLaunch).distinct()
				.filter(launch -> launch.getLaunchConfiguration() != null && launch.getLaunchConfiguration().exists());
	}
}
