// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import java.util.function.Consumer;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ICoreRunnable;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Group;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeColumn;
import org.eclipse.swt.widgets.TreeItem;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.launch.PlacementPreview;
import org.pmix4e.core.launch.PlacementPreview.PreviewedNode;
import org.pmix4e.core.launch.PlacementPreview.PreviewedRank;
import org.pmix4e.ui.access.AccessibleNames;
import org.pmix4e.ui.internal.Messages;

/**
 * Shows where the ranks of a configuration would run: a row for each node and below it one for each rank. The mapper runs in the
 * background. Owned by the tab, on the thread of the user interface.
 */
final class MapPreviewTree {
	/** Waits for the end of typing. */
	private static final long DELAY_MILLISECONDS = 200;
	/** Beyond this number of ranks of a node, a row tells how many there are. */
	private static final int MOST_ROWS = 256;
	private static final int LINES = 6;

	private final Label policies;
	private final Tree tree;
	private final Consumer<String> problem;
	private @Nullable Job mapping;

	/** @param problem is called with the reason when the ranks cannot be placed, and with an empty text when they can */
	MapPreviewTree(Composite parent, Consumer<String> problem) {
		this.problem = problem;
		Group group = Fields.group(parent, Messages.placement_preview, 1);
		GridDataFactory.fillDefaults().grab(true, true).applyTo(group);
		policies = new Label(group, SWT.WRAP);
		policies.setText("\n"); // two lines, so that no later text needs more room
		GridDataFactory.fillDefaults().grab(true, false).hint(200, policies.computeSize(SWT.DEFAULT, SWT.DEFAULT).y).applyTo(policies);
		tree = new Tree(group, SWT.BORDER | SWT.FULL_SELECTION);
		tree.setHeaderVisible(true);
		AccessibleNames.set(tree, Messages.placement_preview);
		GridDataFactory.fillDefaults().grab(true, true).hint(200, LINES * tree.getItemHeight()).applyTo(tree);
		column(Messages.placement_columnPlace, 340);
		column(Messages.placement_columnProcessors, 260);
		tree.addListener(SWT.Dispose, event -> cancel());
	}

	private void column(String title, int width) {
		TreeColumn column = new TreeColumn(tree, SWT.NONE);
		column.setText(title);
		column.setWidth(width);
	}

	private void cancel() {
		if (mapping != null) {
			mapping.cancel();
		}
	}

	/** Maps the ranks of a configuration, which nothing else changes, and shows the result. */
	void show(ILaunchConfiguration configuration) {
		cancel();
		Job job = Job.createSystem(Messages.placement_preview, (ICoreRunnable) monitor -> {
			Runnable update;
			try {
				PlacementPreview preview = PlacementPreview.of(configuration);
				String chosen = configuration.getAttribute(PmixLaunchConstants.ATTR_MAP_BY, "");
				update = () -> fill(preview, chosen);
			} catch (CoreException e) {
				update = () -> fail(e.getStatus());
			}
			if (!monitor.isCanceled() && !tree.isDisposed()) {
				Runnable last = update;
				tree.getDisplay().asyncExec(() -> {
					if (!tree.isDisposed() && !monitor.isCanceled()) {
						last.run();
					}
				});
			}
		});
		mapping = job;
		job.schedule(DELAY_MILLISECONDS);
	}

	private void fail(IStatus reason) {
		tree.removeAll();
		policies.setText(reason.getMessage());
		policies.requestLayout();
		problem.accept(reason.getMessage());
	}

	private void fill(PlacementPreview preview, String chosen) {
		tree.setRedraw(false);
		tree.removeAll();
		boolean lacksCores = chosen.startsWith("core") && preview.mapping().startsWith("BYHWTHREAD");
		policies.setText(NLS.bind(lacksCores ? Messages.placement_noCores : Messages.placement_policies, preview.mapping(), preview.binding()));
		for (PreviewedNode node : preview.nodes()) {
			TreeItem item = new TreeItem(tree, SWT.NONE);
			item.setText(0, NLS.bind(node.oversubscribed() ? Messages.placement_oversubscribed : Messages.placement_node,
					new Object[] { node.name(), node.ranks().size(), node.slots() }));
			node.ranks().stream().limit(MOST_ROWS).forEach(rank -> add(item, rank));
			if (node.ranks().size() > MOST_ROWS) {
				new TreeItem(item, SWT.NONE).setText(0, NLS.bind(Messages.placement_more, node.ranks().size() - MOST_ROWS));
			}
			item.setExpanded(true);
		}
		tree.setRedraw(true);
		policies.requestLayout();
		problem.accept("");
	}

	private static void add(TreeItem node, PreviewedRank rank) {
		TreeItem item = new TreeItem(node, SWT.NONE);
		item.setText(0, NLS.bind(rank.program() == 0 ? Messages.placement_rank : Messages.placement_rankOfProgram, rank.rank(),
				rank.program() + 1));
		item.setText(1, rank.processors());
	}
}
