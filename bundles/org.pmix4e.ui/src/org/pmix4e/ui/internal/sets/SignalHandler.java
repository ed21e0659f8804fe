// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.sets;

import java.util.List;

import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.jface.window.Window;
import org.eclipse.osgi.util.NLS;
import org.eclipse.ui.handlers.HandlerUtil;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.access.AccessibleNames;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.commands.ElementHandler;

/** Sends a signal that the user chooses to the process groups of the selected ranks. */
public final class SignalHandler extends ElementHandler {
	/** For the workbench. */
	public SignalHandler() {
	}

	@Override
	protected String label() {
		return Messages.action_signal;
	}

	@Override
	protected boolean canRun(List<JobElement> elements) {
		return RankGroup.of(elements).ranks().stream().anyMatch(SignalHandler::runs);
	}

	private static boolean runs(RankElement rank) {
		return rank.state() != ElementState.STARTING && rank.state().compareTo(ElementState.EXITED) < 0;
	}

	@Override
	protected void run(List<JobElement> elements, ExecutionEvent event) throws ExecutionException {
		RankGroup group = RankGroup.of(elements).only(SignalHandler::runs);
		if (group.ranks().isEmpty()) {
			return;
		}
		SignalDialog dialog = new SignalDialog(HandlerUtil.getActiveShellChecked(event));
		dialog.setTitle(Messages.sets_signal_title);
		dialog.setMessage(NLS.bind(Messages.sets_signal_message, group.name()));
		dialog.setElements(UserSignal.values());
		dialog.setMultipleSelection(false);
		dialog.setHelpAvailable(false);
		if (AccessibleNames.open(dialog) == Window.OK && dialog.getFirstResult() instanceof UserSignal signal) {
			group.byJob().forEach((job, ranks) -> job.signal(signal.number(), ranks));
		}
	}
}
