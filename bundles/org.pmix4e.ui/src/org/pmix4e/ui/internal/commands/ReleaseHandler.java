// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.util.List;
import java.util.stream.Stream;

import org.eclipse.core.commands.ExecutionEvent;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.ui.internal.elements.Selected;
import org.pmix4e.ui.internal.Messages;

/** Lets the ranks of the selected jobs continue that have stopped for a debugger. */
public final class ReleaseHandler extends ElementHandler {
	/** For the workbench. */
	public ReleaseHandler() {
	}

	/** Names the jobs of the selected ranks, which are released as a whole. */
	@Override
	protected List<? extends JobElement> targets(List<JobElement> elements) {
		return Selected.wholeJobs(elements);
	}

	@Override
	protected String label() {
		return Messages.action_release;
	}

	@Override
	protected boolean canRun(List<JobElement> elements) {
		return stopped(elements).findAny().isPresent();
	}

	@Override
	protected void run(List<JobElement> elements, ExecutionEvent event) {
		stopped(elements).forEach(NamespaceElement::release);
	}

	private static Stream<NamespaceElement> stopped(List<JobElement> elements) {
		return Selected.jobsOf(elements).filter(NamespaceElement::canRelease);
	}
}
