// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.console;

import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchListener;
import org.eclipse.debug.core.model.IDebugElement;
import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.debug.ui.contexts.DebugContextEvent;
import org.eclipse.debug.ui.contexts.IDebugContextListener;
import org.eclipse.debug.ui.contexts.IDebugContextService;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.console.IConsole;
import org.eclipse.ui.console.IConsoleConstants;
import org.eclipse.ui.console.IConsolePageParticipant;
import org.eclipse.ui.console.IConsoleView;
import org.eclipse.ui.console.IOConsole;
import org.eclipse.ui.part.IPageBookViewPage;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.core.launch.JobRankProcess;

/**
 * Shows the console of a job when the user selects one of its ranks in the Debug view, or a thread or frame of one, as the platform does
 * for the job itself, and keeps it in the background once another launch has begun, or a rank of another job is selected: its words must
 * not hide the output that the user looks at. The platform creates one for each page of a console, on the thread of the user interface.
 */
public final class JobConsoleFollower implements IConsolePageParticipant, IDebugContextListener, ILaunchListener {
	private @Nullable IPageBookViewPage page;
	private @Nullable IConsole console;
	private @Nullable JobProcess job;
	private @Nullable IDebugContextService contexts;

	/** For the platform. */
	public JobConsoleFollower() {
	}

	@Override
	public void init(IPageBookViewPage shownPage, IConsole shownConsole) {
		if (shownConsole instanceof org.eclipse.debug.ui.console.IConsole ofProcess && ofProcess.getProcess() instanceof JobProcess process) {
			page = shownPage;
			console = shownConsole;
			job = process;
			if (shownConsole instanceof IOConsole text) {
				drawAgain(text);
				LinkKey.follow(shownPage, text);
			}
			IDebugContextService service = DebugUITools.getDebugContextManager().getContextService(shownPage.getSite().getWorkbenchWindow());
			service.addDebugContextListener(this);
			contexts = service;
			DebugPlugin.getDefault().getLaunchManager().addLaunchListener(this);
		}
	}

	/** Lets a program that returns to the beginning of its line draw it again, as in a terminal, instead of beginning another line. */
	static void drawAgain(IOConsole text) {
		text.setHandleControlCharacters(true);
		text.setCarriageReturnAsControlCharacter(true);
	}

	@Override
	public void debugContextChanged(DebugContextEvent event) {
		boolean isActivated = (event.getFlags() & DebugContextEvent.ACTIVATED) != 0;
		if (isActivated && event.getContext() instanceof IStructuredSelection selection
				&& process(selection.getFirstElement()) instanceof JobRankProcess rank) {
			if (rank.job() == job) {
				show(rank);
			} else {
				stayBehind();
			}
		}
	}

	/** Returns the process of a target, a thread or a frame; any other element is returned as it is. */
	private static @Nullable Object process(@Nullable Object selected) {
		if (selected instanceof IDebugElement debugged && debugged.getDebugTarget() != null) {
			return debugged.getDebugTarget().getProcess();
		}
		return selected;
	}

	/** Shows the console, unless the user has opened that of the rank meanwhile: the Debug view follows the selection of others later. */
	private void show(JobRankProcess rank) {
		IPageBookViewPage shownPage = page;
		if (shownPage != null && shownPage.getSite().getPage() != null) {
			IViewPart view = shownPage.getSite().getPage().findView(IConsoleConstants.ID_CONSOLE_VIEW);
			if (view instanceof IConsoleView consoles && !consoles.isPinned() && console != null && !isOf(rank, consoles.getConsole())) {
				consoles.display(console);
			}
		}
	}

	private static boolean isOf(JobRankProcess rank, @Nullable IConsole shown) {
		return shown instanceof RankConsole own && rank.element().filter(own.rank()::equals).isPresent();
	}

	@Override
	public void launchAdded(ILaunch launch) {
		stayBehind();
	}

	private void stayBehind() {
		if (console instanceof org.eclipse.debug.ui.console.IConsole ofProcess) {
			WatchedOutput.stayBehind(ofProcess);
		}
	}

	@Override
	public void launchRemoved(ILaunch launch) {
		// the platform removes the console
	}

	@Override
	public void launchChanged(ILaunch launch) {
		// no other job begins
	}

	@Override
	public void activated() {
		// nothing depends on activation
	}

	@Override
	public void deactivated() {
		// nothing depends on activation
	}

	@Override
	public void dispose() {
		IDebugContextService service = contexts;
		if (service != null) {
			service.removeDebugContextListener(this);
			contexts = null;
		}
		DebugPlugin debug = DebugPlugin.getDefault();
		if (debug != null) {
			debug.getLaunchManager().removeLaunchListener(this);
		}
	}

	@Override
	public <T> @Nullable T getAdapter(@Nullable Class<T> adapter) {
		return null;
	}
}
