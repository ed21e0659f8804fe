// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.console;

import java.util.Optional;
import java.util.stream.Stream;

import org.eclipse.core.runtime.ILog;
import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.console.ConsolePlugin;
import org.eclipse.ui.console.IConsole;
import org.eclipse.ui.console.IConsoleManager;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.output.JobOutput;
import org.pmix4e.ui.internal.PmixUi;

/** Opens the consoles of jobs and ranks. Called on the thread of the user interface. */
public final class Consoles {
	private Consoles() {
	}

	/**
	 * Shows the platform's console of a job. A job of an attached server has none: the view PMIx Output, which follows the selection, shows
	 * its output.
	 *
	 * @param namespace the job; has no effect if another job has spawned it
	 */
	public static void show(NamespaceElement namespace) {
		namespace.process().map(DebugUITools::getConsole).ifPresent(manager()::showConsoleView);
		if (namespace.session().server().isAttached()) {
			showOutputView();
		}
	}

	private static void showOutputView() {
		IWorkbenchWindow window = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
		IWorkbenchPage page = window == null ? null : window.getActivePage();
		if (page != null) {
			try {
				page.showView(PmixUi.VIEW_OUTPUT, null, IWorkbenchPage.VIEW_VISIBLE);
			} catch (PartInitException e) {
				ILog.get().error(e.getMessage(), e);
			}
		}
	}

	/**
	 * Shows the output of one rank in a console of its own, which is created on first use.
	 *
	 * @param rank the rank; has no effect if its job belongs to no launch
	 */
	public static void show(RankElement rank) {
		Optional<JobOutput> output = rank.namespace().output();
		output.ifPresent(job -> manager().showConsoleView(existing(rank).orElseGet(() -> create(rank, job))));
	}

	private static Optional<RankConsole> existing(RankElement rank) {
		return Stream.of(manager().getConsoles()).filter(RankConsole.class::isInstance).map(RankConsole.class::cast)
				.filter(console -> console.rank() == rank).findFirst();
	}

	private static RankConsole create(RankElement rank, JobOutput output) {
		RankConsole console = new RankConsole(rank, output);
		manager().addConsoles(new IConsole[] { console });
		return console;
	}

	private static IConsoleManager manager() {
		return ConsolePlugin.getDefault().getConsoleManager();
	}
}
