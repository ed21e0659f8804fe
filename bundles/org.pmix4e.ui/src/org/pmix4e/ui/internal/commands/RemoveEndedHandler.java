// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.util.stream.Stream;

import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.core.model.ServerElement;

/** Removes the launches of all ended jobs, and with them their rows and consoles, and what has ended of servers of others. */
public final class RemoveEndedHandler extends ModelHandler {
	/** Launches end after their jobs, when all output is shown, so the model alone does not tell. */
	private final LaunchChanges changes = new LaunchChanges(() -> PlatformUI.getWorkbench().getDisplay().asyncExec(this::update));

	/** For the workbench. */
	public RemoveEndedHandler() {
		manager().addLaunchListener(changes);
	}

	@Override
	public @Nullable Object execute(ExecutionEvent event) {
		manager().removeLaunches(ended().toArray(ILaunch[]::new));
		model().servers().forEach(ServerElement::removeEnded);
		return null;
	}

	@Override
	boolean canRun() {
		return ended().findFirst().isPresent() || model().servers().stream().anyMatch(ServerElement::hasEnded);
	}

	@Override
	public void dispose() {
		manager().removeLaunchListener(changes);
		super.dispose();
	}

	private static Stream<ILaunch> ended() {
		return Stream.of(manager().getLaunches()).filter(ILaunch::isTerminated)
				.filter(launch -> Stream.of(launch.getProcesses()).anyMatch(JobProcess.class::isInstance));
	}

	private static ILaunchManager manager() {
		return DebugPlugin.getDefault().getLaunchManager();
	}
}
