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

/** Brings consoles to the front. Called on the thread of the user interface. */
public final class Consoles {
	private Consoles() {
	}

	/**
	 * Shows the platform's console of a job.
	 *
	 * @param namespace the job; nothing happens if no launch has ordered it
	 */
	public static void show(NamespaceElement namespace) {
		namespace.process().map(DebugUITools::getConsole).ifPresent(manager()::showConsoleView);
	}

	/**
	 * Shows what one rank has written and writes, in a console of its own that is made when first asked for.
	 *
	 * @param rank one of a job that a launch has ordered
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
