// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.jobs;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.jface.layout.TreeColumnLayout;
import org.eclipse.jface.resource.JFaceResources;
import org.eclipse.jface.util.IPropertyChangeListener;
import org.eclipse.jface.viewers.AbstractTreeViewer;
import org.eclipse.jface.viewers.ColumnViewerToolTipSupport;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.jface.viewers.TreeViewer;
import org.eclipse.jface.viewers.TreeViewerColumn;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Label;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.JobModel;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.model.ServerElement;
import org.pmix4e.ui.access.AccessibleNames;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4e.ui.internal.commands.CommandToggle;
import org.pmix4e.ui.internal.elements.CoalescedUpdates;
import org.pmix4e.ui.internal.elements.Selected;

/**
 * The contents of the view: a bar with the first failure, and the tree with the columns of {@link Column}. Owned by the view, on the
 * thread of the user interface. Follows the events of the model until its controls are disposed.
 */
final class JobsPage {
	/** A new job with at most this many ranks is expanded. */
	private static final int EXPAND_LIMIT = 32;

	private final JobModel model;
	private final FailureBanner banner;
	private final Label hint;
	private final JobsContent content;
	private final TreeViewer viewer;
	private final RankRoom room;
	/** The rows that the rows of the known jobs are below. */
	private final Map<NamespaceElement, Optional<JobElement>> rowsAbove = new HashMap<>();

	JobsPage(Composite parent, JobModel model) {
		this.model = model;
		Composite page = new Composite(parent, SWT.NONE);
		GridLayoutFactory.fillDefaults().spacing(0, 0).applyTo(page);
		banner = new FailureBanner(page, this::select);
		hint = new Label(page, SWT.WRAP);
		hint.setText(Messages.view_empty);
		GridDataFactory.fillDefaults().grab(true, false).indent(6, 6).applyTo(hint);
		content = new JobsContent(model);
		TreeColumnLayout widths = new TreeColumnLayout();
		viewer = createViewer(page, content, widths);
		room = new RankRoom(viewer.getTree(), widths);

		CoalescedUpdates updates = new CoalescedUpdates(parent.getDisplay(), this::apply);
		model.addListener(updates);
		IPropertyChangeListener themeListener = event -> viewer.refresh();
		JFaceResources.getColorRegistry().addListener(themeListener);
		page.addListener(SWT.Dispose, event -> {
			model.removeListener(updates);
			JFaceResources.getColorRegistry().removeListener(themeListener);
		});
		viewer.setInput(model);
		CommandToggle.follow(page, PmixUi.COMMAND_GROUP_BY_NODE, this::groupByNode);
		showStructure();
	}

	private static TreeViewer createViewer(Composite parent, JobsContent content, TreeColumnLayout widths) {
		Composite holder = new Composite(parent, SWT.NONE);
		GridDataFactory.fillDefaults().grab(true, true).applyTo(holder);
		holder.setLayout(widths);
		TreeViewer viewer = new TreeViewer(holder, SWT.MULTI | SWT.FULL_SELECTION | SWT.H_SCROLL | SWT.V_SCROLL);
		viewer.getTree().setHeaderVisible(true);
		AccessibleNames.set(viewer.getTree(), Messages.view_treeName);
		viewer.setUseHashlookup(true);
		viewer.setContentProvider(content);
		GC gc = new GC(viewer.getTree());
		for (Column column : Column.values()) {
			TreeViewerColumn shown = new TreeViewerColumn(viewer, column.isNumber() ? SWT.RIGHT : SWT.LEFT);
			shown.getColumn().setText(column.title());
			widths.setColumnData(shown.getColumn(), column.share(gc, 0));
			shown.getColumn().setMoveable(true);
			shown.setLabelProvider(new CellLabels(column));
		}
		gc.dispose();
		ColumnViewerToolTipSupport.enableFor(viewer);
		return viewer;
	}

	private void apply(CoalescedUpdates.Batch batch) {
		if (viewer.getControl().isDisposed()) {
			return;
		}
		if (batch.structure()) {
			showStructure();
		}
		Set<JobElement> rows = new LinkedHashSet<>();
		for (JobElement changed : batch.changed()) {
			Optional<JobElement> row = Optional.of(changed);
			while (row.isPresent() && rows.add(row.get())) {
				row = content.rowAbove(row.get());
			}
		}
		viewer.update(rows.toArray(), null);
		room.showDetails(rows.stream().filter(RankElement.class::isInstance).map(RankElement.class::cast));
		showFailure(model.namespaces());
	}

	/** Updates the tree after rows were added or removed. */
	private void showStructure() {
		content.forgetNodes();
		List<NamespaceElement> namespaces = model.namespaces();
		rowsAbove.keySet().retainAll(namespaces);
		List<NamespaceElement> added = namespaces.stream().filter(namespace -> !rowsAbove.containsKey(namespace)).toList();
		List<NamespaceElement> moved = moved();
		// the viewer forgets what was expanded below a row that moves, if only down, as that of a server below a new one
		Object[] expanded = viewer.getExpandedElements();
		viewer.refresh();
		moved.stream().flatMap(job -> content.rowAbove(job).stream()).distinct().forEach(row -> viewer.expandToLevel(row, 1));
		Stream.of(expanded).filter(row -> !viewer.getExpandedState(row)).forEach(row -> viewer.setExpandedState(row, true));
		namespaces.forEach(namespace -> rowsAbove.put(namespace, content.rowAbove(namespace)));
		added.forEach(this::show);
		if (!added.isEmpty()) {
			room.forgetDetails();
			room.showDetails(added.stream().flatMap(job -> job.ranks().stream())); // a view opened late gets no event of waits that last
		}
		room.fitLater();
		showHint(namespaces.isEmpty() && model.servers().stream().noneMatch(ServerElement::isAttached));
		showFailure(namespaces);
	}

	/** Shows or hides the rows of nodes, with the ranks below them as far as they have been shown. */
	private void groupByNode(boolean yes) {
		List<NamespaceElement> expanded = model.namespaces().stream().filter(viewer::getExpandedState).toList();
		List<JobElement> selected = selected();
		content.groupByNode(yes);
		showStructure();
		expanded.forEach(this::expand);
		viewer.setSelection(new StructuredSelection(selected));
	}

	/** Returns the known jobs whose row is below another one now, because a second server or session has appeared beside theirs, or gone. */
	private List<NamespaceElement> moved() {
		return rowsAbove.entrySet().stream().filter(entry -> !content.rowAbove(entry.getKey()).equals(entry.getValue())).map(Map.Entry::getKey)
				.toList();
	}

	/** Updates the bar. Scrolls to a rank that it names for the first time, because a small view would not show it. */
	private void showFailure(List<NamespaceElement> namespaces) {
		banner.update(namespaces).ifPresent(viewer::reveal);
	}

	/** Expands a new job as far as its size allows. */
	private void show(NamespaceElement namespace) {
		List<RankElement> ranks = namespace.ranks();
		expand(namespace);
		if (ranks.size() <= EXPAND_LIMIT) {
			viewer.reveal(ranks.get(ranks.size() - 1));
		}
		viewer.reveal(namespace);
	}

	private void expand(NamespaceElement namespace) {
		viewer.expandToLevel(namespace, namespace.ranks().size() <= EXPAND_LIMIT ? AbstractTreeViewer.ALL_LEVELS : 1);
	}

	private void showHint(boolean visible) {
		if (hint.getVisible() != visible) {
			((GridData) hint.getLayoutData()).exclude = !visible;
			hint.setVisible(visible);
			hint.requestLayout();
		}
	}

	void select(JobElement element) {
		viewer.setSelection(new StructuredSelection(element), true);
		viewer.getControl().setFocus();
	}

	/** Returns the selected elements in the order of the tree. */
	List<JobElement> selected() {
		return Selected.elements(viewer.getStructuredSelection());
	}

	TreeViewer viewer() {
		return viewer;
	}
}
