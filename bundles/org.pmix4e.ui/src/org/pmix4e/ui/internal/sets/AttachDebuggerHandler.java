// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.sets;

import java.util.List;
import java.util.Map;

import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.ui.PlatformUI;
import org.pmix4e.core.RankSet;
import org.pmix4e.core.launch.DebuggerAttachments;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.parts.DebugTargets;
import org.pmix4e.ui.internal.commands.ElementHandler;
import org.pmix4e.ui.internal.Messages;

/** Attaches a debugger to the selected ranks that run without one, to each by what it runs, also in jobs of attached servers. */
public final class AttachDebuggerHandler extends ElementHandler {
	/** For the workbench. */
	public AttachDebuggerHandler() {
	}

	@Override
	protected String label() {
		return Messages.action_attachDebugger;
	}

	@Override
	protected boolean canRun(List<JobElement> elements) {
		return RankGroup.of(elements).ranks().stream().anyMatch(AttachDebuggerHandler::canAttach);
	}

	private static boolean canAttach(RankElement rank) {
		return RankAction.SUSPEND.applies(rank.state()) && service().canAttach(rank.namespace()) && DebugTargets.of(rank).isEmpty();
	}

	private static DebuggerAttachments service() {
		return PlatformUI.getWorkbench().getService(DebuggerAttachments.class);
	}

	@Override
	protected void run(List<JobElement> elements, ExecutionEvent event) throws ExecutionException {
		for (Map.Entry<NamespaceElement, RankSet> part : RankGroup.of(elements).only(AttachDebuggerHandler::canAttach).byJob().entrySet()) {
			try {
				service().attach(part.getKey(), part.getValue());
			} catch (CoreException e) {
				throw new ExecutionException(e.getLocalizedMessage(), e);
			}
		}
	}
}
