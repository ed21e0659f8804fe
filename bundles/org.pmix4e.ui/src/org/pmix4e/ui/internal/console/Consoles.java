// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.console;

import java.util.Optional;
import java.util.stream.Stream;

import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.ui.console.ConsolePlugin;
import org.eclipse.ui.console.IConsole;
import org.eclipse.ui.console.IConsoleManager;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.output.JobOutput;

/** Opens the consoles of jobs and ranks. Called on the thread of the user interface. */
public final class Consoles {
	private Consoles() {
	}

	/**
	 * Shows the platform's console of a job.
	 *
	 * @param namespace the job; has no effect if no launch has ordered it
	 */
	public static void show(NamespaceElement namespace) {
		namespace.process().map(DebugUITools::getConsole).ifPresent(manager()::showConsoleView);
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
