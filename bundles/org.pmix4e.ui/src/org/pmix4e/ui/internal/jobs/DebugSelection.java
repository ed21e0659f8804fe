// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.jobs;

import org.eclipse.debug.ui.IDebugUIConstants;
import org.eclipse.debug.ui.IDebugView;
import org.eclipse.jface.viewers.TreePath;
import org.eclipse.jface.viewers.TreeSelection;
import org.eclipse.ui.IWorkbenchPage;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.core.model.RankElement;

/** Selects ranks in the Debug view. Stateless, on the thread of the user interface. */
final class DebugSelection {
	private DebugSelection() {
	}

	/**
	 * Selects a rank by its debugger or, without one, by its process. Has no effect if the Debug view is closed, or if no launch has ordered
	 * the job of the rank.
	 */
	static void show(IWorkbenchPage page, RankElement rank) {
		if (page.findView(IDebugUIConstants.ID_DEBUG_VIEW) instanceof IDebugView view && view.getViewer() != null
				&& rank.namespace().process().orElse(null) instanceof JobProcess job && rank.rank() < job.ranks().size()) {
			Object shown = DebugTargets.of(rank).map(Object.class::cast).orElse(job.ranks().get(rank.rank()));
			Object[] path = { job.getLaunch(), shown };
			view.getViewer().setSelection(new TreeSelection(new TreePath(path)), true);
		}
	}
}
