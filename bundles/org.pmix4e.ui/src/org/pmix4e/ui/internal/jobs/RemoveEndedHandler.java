// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.jobs;

import java.util.stream.Stream;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchManager;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.launch.JobProcess;

/** Removes the launches of all ended jobs, and with them their rows and consoles. */
public final class RemoveEndedHandler extends AbstractHandler {
	/** For the workbench. */
	public RemoveEndedHandler() {
	}

	@Override
	public @Nullable Object execute(ExecutionEvent event) {
		manager().removeLaunches(ended().toArray(ILaunch[]::new));
		return null;
	}

	@Override
	public void setEnabled(@Nullable Object context) {
		setBaseEnabled(ended().findFirst().isPresent());
	}

	private static Stream<ILaunch> ended() {
		return Stream.of(manager().getLaunches()).filter(ILaunch::isTerminated)
				.filter(launch -> Stream.of(launch.getProcesses()).anyMatch(JobProcess.class::isInstance));
	}

	private static ILaunchManager manager() {
		return DebugPlugin.getDefault().getLaunchManager();
	}
}
