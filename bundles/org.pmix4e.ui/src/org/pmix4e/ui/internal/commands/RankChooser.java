// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.util.List;

import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.handlers.HandlerUtil;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.PmixUi;

/** A view whose ranks can be selected. Called on the thread of the user interface. */
public interface RankChooser {
	/**
	 * Selects ranks, as if the user had clicked them.
	 *
	 * @param ranks of one job; none clears the selection
	 */
	void choose(List<RankElement> ranks);

	/**
	 * Finds the view in which a command selects ranks.
	 *
	 * @param event of the command
	 * @return the active view if it shows ranks, otherwise PMIx Jobs, which is opened
	 * @throws ExecutionException if that fails
	 */
	static RankChooser of(ExecutionEvent event) throws ExecutionException {
		if (HandlerUtil.getActivePart(event) instanceof RankChooser active) {
			return active;
		}
		IWorkbenchPage page = HandlerUtil.getActiveWorkbenchWindowChecked(event).getActivePage();
		try {
			return (RankChooser) page.showView(PmixUi.VIEW_JOBS);
		} catch (PartInitException e) {
			throw new ExecutionException(e.getLocalizedMessage(), e);
		}
	}
}
