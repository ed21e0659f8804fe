// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.sets;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.core.runtime.CoreException;
import org.pmix4e.core.RankSet;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.parts.DebugTargets;
import org.pmix4e.ui.internal.commands.ElementHandler;
import org.pmix4e.ui.internal.Messages;

/** Attaches a debugger to the selected ranks that run without one, for the kinds of programs whose debuggers can do that. */
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
		return RankAction.SUSPEND.applies(rank.state()) && process(rank.namespace()).filter(JobProcess::canAttachDebugger).isPresent()
				&& DebugTargets.of(rank).isEmpty();
	}

	private static Optional<JobProcess> process(NamespaceElement job) {
		return job.process().filter(JobProcess.class::isInstance).map(JobProcess.class::cast);
	}

	@Override
	protected void run(List<JobElement> elements, ExecutionEvent event) throws ExecutionException {
		for (Map.Entry<NamespaceElement, RankSet> part : RankGroup.of(elements).only(AttachDebuggerHandler::canAttach).byJob().entrySet()) {
			try {
				process(part.getKey()).orElseThrow().attachDebugger(part.getValue().within(part.getKey().ranks().size()).stream().boxed().toList());
			} catch (CoreException e) {
				throw new ExecutionException(e.getLocalizedMessage(), e);
			}
		}
	}
}
