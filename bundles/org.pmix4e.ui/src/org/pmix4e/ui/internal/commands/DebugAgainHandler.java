// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.util.List;
import java.util.stream.Stream;

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
		return !ranks(elements).isEmpty();
	}

	/** Names the ranks that stop. */
	@Override
	protected List<? extends JobElement> targets(List<JobElement> elements) {
		List<RankElement> ranks = ranks(elements);
		return ranks.isEmpty() ? elements : ranks;
	}

	/** Returns the ranks of the first selected job that a signal has ended. */
	private static List<RankElement> ranks(List<JobElement> elements) {
		List<RankElement> all = elements.stream().flatMap(DebugAgainHandler::ranks).filter(DebugAgain::isPossible).distinct().toList();
		return all.stream().filter(rank -> rank.namespace() == all.get(0).namespace()).toList();
	}

	private static Stream<RankElement> ranks(JobElement element) {
		return element instanceof RankElement rank ? Stream.of(rank)
				: element.children().stream().flatMap(DebugAgainHandler::ranks);
	}

	@Override
	protected void run(List<JobElement> elements, ExecutionEvent event) {
		List<RankElement> ranks = ranks(elements);
		if (!ranks.isEmpty()) {
			DebugAgain.launch(ranks);
		}
	}
}
