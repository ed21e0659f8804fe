// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.stacks;

import java.util.List;
import java.util.Optional;

import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.handlers.HandlerUtil;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4e.ui.internal.commands.ElementHandler;
import org.pmix4e.ui.internal.elements.Selected;

/** Shows where all ranks of the selected job are, debugged or not, and what they wait for. Works for jobs of attached servers, too. */
public final class WhyHangHandler extends ElementHandler {
	/** For the workbench. */
	public WhyHangHandler() {
	}

	@Override
	protected boolean canRun(List<JobElement> elements) {
		return job(elements).isPresent();
	}

	@Override
	protected List<? extends JobElement> targets(List<JobElement> elements) {
		List<NamespaceElement> jobs = Selected.jobsOf(elements).limit(1).toList();
		return jobs.isEmpty() ? elements : jobs;
	}

	@Override
	protected String label() {
		return Messages.action_whyHang;
	}

	private static Optional<NamespaceElement> job(List<JobElement> elements) {
		return Selected.jobsOf(elements).filter(job -> !job.state().isEnded()).findFirst();
	}

	@Override
	protected void run(List<JobElement> elements, ExecutionEvent event) throws ExecutionException {
		try {
			IViewPart view = HandlerUtil.getActiveWorkbenchWindowChecked(event).getActivePage().showView(PmixUi.VIEW_STACKS);
			if (view instanceof StacksView stacks) {
				job(elements).ifPresent(stacks::explain);
			}
		} catch (PartInitException e) {
			throw new ExecutionException(e.getLocalizedMessage(), e);
		}
	}
}
