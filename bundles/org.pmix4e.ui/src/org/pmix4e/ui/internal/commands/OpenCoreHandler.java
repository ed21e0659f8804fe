// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.util.List;

import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.Messages;

/** Opens the core file of the selected rank, or of the first selected one, that a signal has ended. */
public final class OpenCoreHandler extends SignaledRanksHandler {
	/** For the workbench. */
	public OpenCoreHandler() {
		super(Messages.action_openCore, OpenCore::isPossible, 1);
	}

	@Override
	void act(List<RankElement> ranks) {
		OpenCore.open(ranks.get(0));
	}
}
