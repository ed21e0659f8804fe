// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.parts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.eclipse.debug.core.model.IStackFrame;
import org.eclipse.debug.ui.IDebugUIConstants;
import org.eclipse.debug.ui.IDebugView;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.jface.viewers.TreePath;
import org.eclipse.jface.viewers.TreeSelection;
import org.eclipse.jface.viewers.Viewer;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.ui.IWorkbenchPage;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.core.launch.JobRankProcess;
import org.pmix4e.core.model.RankElement;

/** Selects ranks in the Debug view, which does not become active. Stateless, on the thread of the user interface. */
public final class DebugSelection {
	private static final int TRY_MILLIS = 100;
	private static final int MOST_TRIES = 20;

	private DebugSelection() {
	}

	/**
	 * Selects a rank by its debugger or, without one, by its process. Has no effect if the Debug view is closed, or if no launch has ordered
	 * the job of the rank.
	 */
	static void show(IWorkbenchPage page, RankElement rank) {
		if (page.findView(IDebugUIConstants.ID_DEBUG_VIEW) instanceof IDebugView view && view.getViewer() != null
				&& rank.namespace().process().orElse(null) instanceof JobProcess job && rank.rank() < job.ranks().size()) {
			Object shown = DebugTargets.of(rank).map(Object.class::cast).orElseGet(() -> process(job, rank));
			select(view, job.getLaunch(), shown);
		}
	}

	/**
	 * Selects a frame, or else its thread if the Debug view does not show the frame.
	 *
	 * @param page  of the views
	 * @param frame of a debugged rank
	 */
	public static void show(IWorkbenchPage page, IStackFrame frame) {
		if (page.findView(IDebugUIConstants.ID_DEBUG_VIEW) instanceof IDebugView view && view.getViewer() != null) {
			select(view, frame.getLaunch(), frame.getDebugTarget(), frame.getThread(), frame);
		}
	}

	private static JobRankProcess process(JobProcess job, RankElement rank) {
		JobRankProcess process = job.ranks().get(rank.rank());
		process.show();
		return process;
	}

	private static void select(IDebugView view, Object... path) {
		Viewer viewer = view.getViewer();
		viewer.setSelection(new TreeSelection(new TreePath(path)), true);
		boolean refused = !(viewer.getSelection() instanceof IStructuredSelection now)
				|| !path[path.length - 1].equals(now.getFirstElement());
		if (refused && viewer.getControl() instanceof Tree tree) {
			click(tree, MOST_TRIES, path);
		}
	}

	/** Clicks the last element of a path. Expands the row above it if need be, whose children the viewer then reads in the background. */
	private static void click(Tree tree, int tries, Object... path) {
		List<TreeItem> rows = rows(tree, path);
		if (rows.isEmpty()) {
			return;
		}
		TreeItem last = rows.getLast();
		click(last);
		if (rows.size() < path.length && tries > 0) {
			last.setExpanded(true);
			notify(tree, SWT.Expand, last);
			tree.getDisplay().timerExec(TRY_MILLIS, () -> {
				boolean isStillWanted = !tree.isDisposed() && !last.isDisposed() && Arrays.asList(tree.getSelection()).contains(last);
				if (isStillWanted) {
					click(tree, tries - 1, path);
				}
			});
		}
	}

	/** Returns the rows along a path, as far as the tree has them. */
	private static List<TreeItem> rows(Tree tree, Object... path) {
		List<TreeItem> rows = new ArrayList<>();
		TreeItem[] items = tree.getItems();
		for (Object element : path) {
			Optional<TreeItem> next = Stream.of(items).filter(item -> element.equals(item.getData())).findFirst();
			if (next.isEmpty()) {
				return rows;
			}
			rows.add(next.get());
			items = next.get().getItems();
		}
		return rows;
	}

	/** Selects a row as a user does: the viewer lets nobody else leave a suspended frame. */
	private static void click(TreeItem row) {
		row.getParent().setSelection(row);
		row.getParent().showSelection();
		notify(row.getParent(), SWT.Selection, row);
	}

	private static void notify(Tree tree, int type, TreeItem row) {
		Event event = new Event();
		event.item = row;
		tree.notifyListeners(type, event);
	}
}
