// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.stacks;

import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.eclipse.core.runtime.ICoreRunnable;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.debug.core.model.IStackFrame;
import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.debug.ui.sourcelookup.ISourceLookupResult;
import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.MenuManager;
import org.eclipse.jface.action.Separator;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.StackLayout;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Label;
import org.eclipse.ui.IPartListener2;
import org.eclipse.ui.IWorkbenchActionConstants;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchPartReference;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.actions.ActionFactory;
import org.eclipse.ui.contexts.IContextService;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.stack.ProcessStacks;
import org.pmix4e.ui.internal.MenuKeys;
import org.pmix4e.ui.internal.MenuPlace;
import org.pmix4e.ui.internal.CopiedText;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4e.ui.internal.commands.CommandToggle;
import org.pmix4e.ui.internal.elements.ElementText;
import org.pmix4e.ui.internal.output.SourceOpener;
import org.pmix4e.ui.internal.parts.DebugSelection;
import org.pmix4e.ui.internal.parts.JobPart;

/**
 * The view PMIx Stacks: the stacks of the debugged ranks of a job, merged into one tree. Created by the workbench, on its thread; asks
 * debuggers in background tasks only.
 */
public final class StacksView extends JobPart {
	private @Nullable StackTreeViewer tree;
	private @Nullable StackUpdates updates;
	/** Is shown in place of the tree while there are no stacks. */
	private @Nullable Label empty;
	/** Contains the tree and what is shown in place of it. */
	private @Nullable Composite contents;
	/** The jobs whose stacks are being read without debuggers. */
	private final Set<NamespaceElement> explained = new HashSet<>();
	/** Whether the view shows new rows, which is no choice of the user. */
	private boolean isShowing;

	/** For the workbench. */
	public StacksView() {
	}

	@Override
	protected void createContents(Composite parent) {
		Composite pages = new Composite(parent, SWT.NONE);
		StackLayout layout = new StackLayout();
		pages.setLayout(layout);
		Label text = new Label(pages, SWT.WRAP);
		text.setText(Messages.stacks_empty);
		layout.topControl = text;
		StackTreeViewer rows = new StackTreeViewer(pages);
		StackUpdates reading = new StackUpdates(parent.getDisplay(),
				read -> show(pages, read.isEmpty() ? text : rows.viewer().getTree(), rows, read));
		rows.viewer().addSelectionChangedListener(event -> choose(rows));
		rows.viewer().addDoubleClickListener(event -> openSource(rows));
		pages.addListener(SWT.Dispose, event -> reading.close());
		addMenu(rows);
		CommandToggle.follow(pages, PmixUi.COMMAND_ALL_THREADS, reading::allThreads);
		readWhileVisible(parent, reading);
		getSite().getService(IContextService.class).activateContext(PmixUi.CONTEXT_JOBS);
		PlatformUI.getWorkbench().getHelpSystem().setHelp(parent, PmixUi.HELP_STACKS);
		tree = rows;
		updates = reading;
		empty = text;
		contents = pages;
	}

	/** Says why there are no stacks. */
	private void describe() {
		if (empty != null && !empty.isDisposed()) {
			empty.setText(job().filter(explained::contains).map(job -> NLS.bind(Messages.stacks_readingNow, ElementText.title(job)))
					.orElse(Messages.stacks_empty));
			empty.requestLayout();
		}
	}

	private void addMenu(StackTreeViewer rows) {
		Action copy = new Action() {
			@Override
			public void run() {
				CopiedText.set(rows.outline());
			}
		};
		copy.setActionDefinitionId(ActionFactory.COPY.getCommandId());
		getViewSite().getActionBars().setGlobalActionHandler(ActionFactory.COPY.getId(), copy);
		MenuManager menu = new MenuManager();
		menu.add(new Separator(IWorkbenchActionConstants.MB_ADDITIONS));
		rows.viewer().getTree().setMenu(menu.createContextMenu(rows.viewer().getTree()));
		MenuKeys.show(rows.viewer().getTree().getMenu());
		MenuPlace.follow(rows.viewer().getTree());
		getSite().registerContextMenu(menu, getSite().getSelectionProvider());
	}

	private void readWhileVisible(Composite parent, StackUpdates reading) {
		IWorkbenchPage page = getSite().getPage();
		IPartListener2 listener = new IPartListener2() {
			@Override
			public void partVisible(IWorkbenchPartReference part) {
				pause(part, false);
			}

			@Override
			public void partHidden(IWorkbenchPartReference part) {
				pause(part, true);
			}

			private void pause(IWorkbenchPartReference part, boolean paused) {
				if (part.getPart(false) == StacksView.this) {
					reading.pause(paused);
				}
			}
		};
		page.addPartListener(listener);
		parent.addListener(SWT.Dispose, event -> page.removePartListener(listener));
	}

	private void show(Composite pages, Control page, StackTreeViewer rows, List<StackRow> read) {
		if (!pages.isDisposed()) {
			isShowing = true;
			try {
				rows.show(read);
			} finally {
				isShowing = false;
			}
			StackLayout layout = (StackLayout) pages.getLayout();
			boolean isOther = layout.topControl != page;
			layout.topControl = page;
			pages.layout();
			if (isOther) {
				// GTK gives the focus to a tree only once that has been shown
				pages.getDisplay().asyncExec(this::keepFocus);
			}
		}
	}

	/** Takes the focus again if what had it in this view is hidden now: keys would have no effect until the user clicks. */
	private void keepFocus() {
		if (contents != null && !contents.isDisposed() && getSite().getPage().getActivePart() == this) {
			setFocus();
		}
	}

	/** Selects the ranks of the rows that the user has selected, and the first frame in the Debug view. */
	private void choose(StackTreeViewer rows) {
		List<StackRow> chosen = rows.selected();
		if (!isShowing && !chosen.isEmpty()) {
			BitSet numbers = new BitSet();
			chosen.forEach(row -> numbers.or(row.ranks()));
			List<RankElement> ranks = job().map(NamespaceElement::ranks).orElse(List.of());
			Set<RankElement> found = new LinkedHashSet<>();
			numbers.stream().filter(rank -> rank < ranks.size()).mapToObj(ranks::get).forEach(found::add);
			select(found);
			chosen.stream().flatMap(row -> row.frame().stream()).findFirst()
					.ifPresent(frame -> DebugSelection.show(getSite().getPage(), frame));
		}
	}

	/** Opens the source of the first selected frame. */
	private void openSource(StackTreeViewer rows) {
		Optional<IStackFrame> frame = rows.selected().stream().flatMap(row -> row.frame().stream()).findFirst();
		getViewSite().getActionBars().getStatusLineManager().setErrorMessage(null);
		if (frame.isEmpty()) {
			rows.selected().stream().flatMap(row -> row.place().stream()).filter(place -> place.line() > 0).findFirst()
					.ifPresent(place -> new SourceOpener(getSite().getPage(), SourceOpener.directory(job().flatMap(NamespaceElement::process)))
							.open(place.file(), place.line()));
		}
		frame.ifPresent(found -> {
			IWorkbenchPage page = getSite().getPage();
			Display display = Display.getCurrent();
			Job.createSystem(Messages.stacks_source, (ICoreRunnable) monitor -> {
				ISourceLookupResult source = DebugUITools.lookupSource(found, found.getLaunch().getSourceLocator());
				if (!display.isDisposed()) {
					display.asyncExec(() -> DebugUITools.displaySource(source, page));
				}
			}).schedule();
		});
	}

	@Override
	protected void showJob(Optional<NamespaceElement> shown) {
		if (updates != null) {
			updates.follow(shown);
		}
		describe();
	}

	/** Reads the stacks of all ranks of a job in the background, and shows them. The user can cancel it. */
	void explain(NamespaceElement wanted) {
		Display display = getSite().getShell().getDisplay();
		explained.add(wanted);
		describe();
		Job.create(NLS.bind(Messages.stacks_readingJob, ElementText.title(wanted)), monitor -> {
			Optional<List<StackRow>> rows = Optional.empty();
			try {
				rows = ProcessStacks.read(wanted, monitor).map(StackRow::of);
			} finally {
				explained(display, wanted, rows);
			}
			return monitor.isCanceled() ? Status.CANCEL_STATUS : Status.OK_STATUS;
		}).schedule();
	}

	private void explained(Display display, NamespaceElement wanted, Optional<List<StackRow>> rows) {
		if (!display.isDisposed()) {
			display.asyncExec(() -> {
				explained.remove(wanted);
				describe();
				if (updates != null) {
					rows.ifPresent(read -> updates.show(wanted, read));
				}
			});
		}
	}

	/** Ranks have no row of their own here. */
	@Override
	protected void showSelected(Set<RankElement> ranks) {
		// the rows that contain them are not necessarily those that the user is interested in
	}

	/** Debug events tell when stacks change. */
	@Override
	protected void update() {
		// the states of the ranks are not shown
	}

	/** @return the tree, for tests; null before the workbench has made the view */
	public @Nullable Control tree() {
		return tree == null ? null : tree.viewer().getTree();
	}

	@Override
	public void setFocus() {
		if (tree != null && contents != null && !contents.isDisposed()) {
			Control shown = tree.viewer().getTree();
			if (shown.isVisible()) {
				shown.setFocus();
			} else {
				contents.forceFocus();
			}
		}
	}
}
