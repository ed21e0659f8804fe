// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.util.List;

import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.Messages;

/** Launches the job of the selected ranks again in debug mode, so that they stop at the signal that has ended them. */
public final class DebugAgainHandler extends SignaledRanksHandler {
	/** For the workbench. */
	public DebugAgainHandler() {
		super(Messages.action_debugAgain, DebugAgain::isPossible, Integer.MAX_VALUE);
	}

	@Override
	void act(List<RankElement> ranks) {
		DebugAgain.launch(ranks);
	}
}
