// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.util.List;

import org.eclipse.core.commands.ExecutionEvent;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.Messages;

/** Launches the job of the selected ranks again in debug mode, so that they stop at the signal that has ended them. */
public final class DebugAgainHandler extends ElementHandler {
	/** For the workbench. */
	public DebugAgainHandler() {
	}

	@Override
	protected String label() {
		return Messages.action_debugAgain;
	}

	@Override
	protected boolean canRun(List<JobElement> elements) {
		return !targets(elements, DebugAgain::isPossible).isEmpty();
	}

	/** Names the ranks that stop. */
	@Override
	protected List<? extends JobElement> targets(List<JobElement> elements) {
		List<RankElement> ranks = targets(elements, DebugAgain::isPossible);
		return ranks.isEmpty() ? elements : ranks;
	}

	@Override
	protected void run(List<JobElement> elements, ExecutionEvent event) {
		List<RankElement> ranks = targets(elements, DebugAgain::isPossible);
		if (!ranks.isEmpty()) {
			DebugAgain.launch(ranks);
		}
	}
}
