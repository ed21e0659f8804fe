// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.util.List;

import org.eclipse.core.commands.ExecutionEvent;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.Messages;

/** Opens the core file of the selected rank, or of the first selected one, that a signal has ended. */
public final class OpenCoreHandler extends ElementHandler {
	/** For the workbench. */
	public OpenCoreHandler() {
	}

	@Override
	protected String label() {
		return Messages.action_openCore;
	}

	@Override
	protected boolean canRun(List<JobElement> elements) {
		return !targets(elements, OpenCore::isPossible).isEmpty();
	}

	/** Names the rank whose core is opened. */
	@Override
	protected List<? extends JobElement> targets(List<JobElement> elements) {
		List<RankElement> ranks = targets(elements, OpenCore::isPossible);
		return ranks.isEmpty() ? elements : List.of(ranks.get(0));
	}

	@Override
	protected void run(List<JobElement> elements, ExecutionEvent event) {
		targets(elements, OpenCore::isPossible).stream().findFirst().ifPresent(OpenCore::open);
	}
}
