// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.sets;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.eclipse.jface.viewers.ISelection;
import org.eclipse.ui.IActionBars;
import org.eclipse.ui.IEditorSite;
import org.eclipse.ui.INullSelectionListener;
import org.eclipse.ui.IPartListener;
import org.eclipse.ui.IViewSite;
import org.eclipse.ui.IWorkbenchPart;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.JobModel;
import org.pmix4e.core.model.JobModelEvent;
import org.pmix4e.core.model.JobModelListener;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.elements.Selected;

/**
 * Shows the current ranks in the status line: those that were selected last in any view, such as a rank on the map or a frame of a rank in
 * the Debug view. They stay current while the user works in an editor. One object serves the workbench, on the thread of the user
 * interface, from the first job until the end of the workbench.
 */
public final class CurrentRank implements INullSelectionListener, IPartListener, JobModelListener {
	private final JobModel model = PlatformUI.getWorkbench().getService(JobModel.class);
	private List<JobElement> current = List.of();
	/** Each part has a status line of its own, which the workbench shows while the part is active. */
	private final Set<IWorkbenchPart> showing = new HashSet<>();

	private CurrentRank() {
	}

	/** Begins to follow the selections of all windows. To be called once. */
	public static void install() {
		CurrentRank follower = new CurrentRank();
		follower.model.addListener(follower);
		EachWindow.serve(follower::follow);
	}

	private void follow(IWorkbenchWindow window) {
		window.getSelectionService().addSelectionListener(this);
		window.getPartService().addPartListener(this);
	}

	@Override
	public void selectionChanged(@Nullable IWorkbenchPart part, @Nullable ISelection selection) {
		List<JobElement> elements = Selected.elements(selection);
		if (part != null && elements.stream().anyMatch(RankElement.class::isInstance) && !isGone(elements)) {
			current = elements;
			show(part);
		}
	}

	@Override
	public void partActivated(IWorkbenchPart part) {
		if (isGone(current)) {
			current = List.of();
		}
		if (!current.isEmpty() || showing.contains(part)) {
			show(part);
		}
	}

	private boolean isGone(List<JobElement> elements) {
		List<NamespaceElement> known = model.namespaces();
		return elements.stream().flatMap(element -> Selected.jobOf(element).stream()).anyMatch(job -> !known.contains(job));
	}

	/** Called on the model's thread. */
	@Override
	public void modelChanged(List<JobModelEvent> events) {
		if (events.stream().anyMatch(event -> event.kind() == JobModelEvent.Kind.REMOVED) && PlatformUI.isWorkbenchRunning()) {
			PlatformUI.getWorkbench().getDisplay().asyncExec(this::forget);
		}
	}

	/** Clears the status line of the active part if its job was removed; that of another part when it is activated. */
	private void forget() {
		if (isGone(current) && PlatformUI.isWorkbenchRunning()) {
			for (IWorkbenchWindow window : PlatformUI.getWorkbench().getWorkbenchWindows()) {
				Optional.ofNullable(window.getPartService().getActivePart()).ifPresent(this::partActivated);
			}
		}
	}

	private void show(IWorkbenchPart part) {
		IActionBars bars = switch (part.getSite()) {
			case IViewSite view -> view.getActionBars();
			case IEditorSite editor -> editor.getActionBars();
			default -> null;
		};
		if (bars != null) {
			String text = RankStatus.of(current);
			bars.getStatusLineManager().setMessage(text.isEmpty() ? null : text);
			if (text.isEmpty()) {
				showing.remove(part);
			} else {
				showing.add(part);
			}
		}
	}

	@Override
	public void partBroughtToTop(IWorkbenchPart part) {
		showAgain(part.getSite().getWorkbenchWindow());
	}

	/**
	 * Shows the ranks in the active part again. The workbench shows the status line of an editor that comes to the top even if another part
	 * stays active. That line is empty, or names the ranks that were current when an editor was active.
	 */
	private void showAgain(IWorkbenchWindow window) {
		PlatformUI.getWorkbench().getDisplay().asyncExec(() -> {
			if (PlatformUI.isWorkbenchRunning()) {
				Optional.ofNullable(window.getPartService().getActivePart()).ifPresent(this::partActivated);
			}
		});
	}

	@Override
	public void partClosed(IWorkbenchPart part) {
		showing.remove(part);
	}

	@Override
	public void partDeactivated(IWorkbenchPart part) {
		// the ranks stay current
	}

	@Override
	public void partOpened(IWorkbenchPart part) {
		showAgain(part.getSite().getWorkbenchWindow());
	}
}
