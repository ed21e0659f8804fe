// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.jobs;

import java.util.List;

import org.eclipse.jface.action.MenuManager;
import org.eclipse.jface.action.Separator;
import org.eclipse.jface.viewers.ISelection;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.jface.viewers.StructuredViewer;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.ui.ISelectionListener;
import org.eclipse.ui.IWorkbenchActionConstants;
import org.eclipse.ui.IWorkbenchPart;
import org.eclipse.ui.contexts.IContextService;
import org.eclipse.ui.part.ViewPart;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.JobModel;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.MenuKeys;
import org.pmix4e.ui.internal.MenuPlace;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4e.ui.internal.commands.RankChooser;
import org.pmix4e.ui.internal.commands.ShowOutputHandler;
import org.pmix4e.ui.internal.elements.Selected;

/**
 * The view PMIx Jobs, which shows the jobs that run and have run. Created by the workbench, on its thread; {@link JobsPage} fills it.
 */
public final class JobsView extends ViewPart implements RankChooser {
	private @Nullable JobsPage page;

	/** For the workbench. */
	public JobsView() {
	}

	@Override
	public void createPartControl(Composite parent) {
		JobsPage made = new JobsPage(parent, getSite().getService(JobModel.class));
		StructuredViewer viewer = made.viewer();
		MenuManager menu = new MenuManager();
		menu.add(new Separator(IWorkbenchActionConstants.MB_ADDITIONS));
		viewer.getControl().setMenu(menu.createContextMenu(viewer.getControl()));
		MenuKeys.show(viewer.getControl().getMenu());
		MenuPlace.follow(viewer.getControl());
		getSite().registerContextMenu(menu, viewer);
		getSite().setSelectionProvider(viewer);
		getSite().getService(IContextService.class).activateContext(PmixUi.CONTEXT_JOBS);
		viewer.addDoubleClickListener(event -> ShowOutputHandler.show(made.selected()));
		getSite().getWorkbenchWindow().getWorkbench().getHelpSystem().setHelp(parent, PmixUi.HELP_JOBS);
		ISelectionListener follower = (part, selection) -> follow(made, part, selection);
		getSite().getPage().addSelectionListener(follower);
		parent.addListener(SWT.Dispose, event -> getSite().getPage().removeSelectionListener(follower));
		page = made;
	}

	/** Selects what is selected in another view, such as a rank in the map or in the Debug view. */
	private void follow(JobsPage shown, @Nullable IWorkbenchPart part, @Nullable ISelection selection) {
		List<JobElement> elements = part == this ? List.of() : Selected.elements(selection);
		if (!elements.isEmpty() && !elements.equals(shown.selected())) {
			shown.viewer().setSelection(new StructuredSelection(elements), true);
		}
	}

	@Override
	public void choose(List<RankElement> ranks) {
		JobsPage shown = page;
		if (shown != null) {
			shown.viewer().setSelection(new StructuredSelection(ranks), true);
		}
	}

	/** @return the tree; null before the workbench has made the view */
	public @Nullable StructuredViewer viewer() {
		JobsPage shown = page;
		return shown == null ? null : shown.viewer();
	}

	@Override
	public void setFocus() {
		JobsPage shown = page;
		if (shown != null) {
			shown.viewer().getControl().setFocus();
		}
	}
}
