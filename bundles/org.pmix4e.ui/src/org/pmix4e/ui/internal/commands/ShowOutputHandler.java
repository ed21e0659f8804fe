// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.util.List;
import java.util.stream.Stream;

import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.runtime.ILog;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.PlatformUI;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.NodeRanks;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.model.RankRange;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4e.ui.internal.console.Consoles;
import org.pmix4e.ui.internal.Messages;

/**
 * Shows the output of each selected rank in a console of its own, and the console of each selected job. The output of a larger set of ranks
 * is shown together.
 */
public final class ShowOutputHandler extends ElementHandler {
	/** A view of output that can be limited to some ranks. Called on the thread of the user interface. */
	@FunctionalInterface
	public interface Filter {
		/**
		 * Shows these ranks only, until the user changes the filter.
		 *
		 * @param ranks at least one, all of one job
		 */
		void showOnly(List<RankElement> ranks);
	}

	/** More ranks share the view PMIx Output, with a filter. */
	private static final int MOST_CONSOLES = 4;

	/** For the workbench. */
	public ShowOutputHandler() {
	}

	@Override
	protected String label() {
		return Messages.action_showOutput;
	}

	@Override
	protected boolean canRun(List<JobElement> elements) {
		return elements.stream().anyMatch(element -> element instanceof NamespaceElement || ranks(element).findAny().isPresent());
	}

	@Override
	protected void run(List<JobElement> elements, ExecutionEvent event) {
		show(elements);
	}

	/**
	 * Shows output as the command does.
	 *
	 * @param elements ranks, also in rows of several, and jobs; others are passed over
	 */
	public static void show(List<JobElement> elements) {
		List<RankElement> ranks = elements.stream().flatMap(ShowOutputHandler::ranks).distinct().toList();
		IWorkbenchWindow window = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
		if (ranks.size() > MOST_CONSOLES && window != null) {
			show(window.getActivePage(), ranks);
			return;
		}
		ranks.forEach(Consoles::show);
		elements.stream().filter(NamespaceElement.class::isInstance).map(NamespaceElement.class::cast).forEach(Consoles::show);
	}

	/** Returns the rank, or the ranks of a range or node. */
	private static Stream<RankElement> ranks(JobElement element) {
		return element instanceof RankElement rank ? Stream.of(rank)
				: element instanceof RankRange range ? range.children().stream()
				: element instanceof NodeRanks node ? node.children().stream() : Stream.empty();
	}

	private static void show(IWorkbenchPage page, List<RankElement> ranks) {
		try {
			if (page.showView(PmixUi.VIEW_OUTPUT) instanceof Filter view) {
				view.showOnly(ranks);
			}
		} catch (PartInitException e) {
			ILog.get().log(e.getStatus());
		}
	}
}
