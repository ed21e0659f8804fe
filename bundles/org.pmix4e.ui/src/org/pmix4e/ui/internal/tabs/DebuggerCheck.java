// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import org.eclipse.core.runtime.ICoreRunnable;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Link;
import org.eclipse.ui.PlatformUI;
import org.pmix4e.core.launch.LaunchValidator;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixUi;

/**
 * Says in the dialog of Debug As that there is no debugger for the program, with a link to the help about installing one. Looks for it in
 * the background. Owned by the tab, on the thread of the user interface.
 */
final class DebuggerCheck {
	private final Link link;
	private final Runnable changed;
	private String problem = "";

	/** @param changed is called when there is another problem, or none any more */
	DebuggerCheck(Composite parent, Runnable changed) {
		this.changed = changed;
		link = new Link(parent, SWT.WRAP);
		GridDataFactory.fillDefaults().span(2, 1).grab(true, false).hint(200, SWT.DEFAULT).exclude(true).applyTo(link);
		link.setVisible(false);
		link.addListener(SWT.Selection,
				event -> PlatformUI.getWorkbench().getHelpSystem().displayHelpResource(PmixUi.TOPIC_INSTALL_DEBUGGER));
	}

	/**
	 * Looks for the debugger.
	 *
	 * @param configuration a copy, which nothing changes
	 */
	void check(ILaunchConfiguration configuration) {
		Job.createSystem(Messages.pmix_debug, (ICoreRunnable) monitor -> {
			String found = LaunchValidator.debuggerProblem(configuration).orElse("");
			if (!link.isDisposed()) {
				link.getDisplay().asyncExec(() -> show(found));
			}
		}).schedule();
	}

	/** Returns why there is no debugger; empty if there is one, or if that is not known yet. */
	String problem() {
		return problem;
	}

	private void show(String found) {
		if (!link.isDisposed() && !found.equals(problem)) {
			problem = found;
			link.setText(NLS.bind(Messages.pmix_noDebugger, problem.replace("&", "&&")));
			((GridData) link.getLayoutData()).exclude = problem.isEmpty();
			link.setVisible(!problem.isEmpty());
			link.requestLayout();
			changed.run();
		}
	}
}
