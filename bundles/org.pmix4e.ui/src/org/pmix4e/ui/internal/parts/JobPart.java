// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.parts;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.eclipse.jface.viewers.ISelection;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.ui.ISelectionListener;
import org.eclipse.ui.IWorkbenchPart;
import org.eclipse.ui.contexts.IContextService;
import org.eclipse.ui.part.ViewPart;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.AppElement;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.JobModel;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4e.ui.internal.commands.RankChooser;
import org.pmix4e.ui.internal.commands.ShowOutputHandler;
import org.pmix4e.ui.internal.elements.CoalescedUpdates;
import org.pmix4e.ui.internal.elements.ElementText;
import org.pmix4e.ui.internal.elements.Selected;

/**
 * A view of one job: the job of the element that is selected in any view, or the newest one after a launch. Shares the selection of ranks
 * with the other views and with the Debug view. Created by the workbench, on its thread; follows the model until its controls are disposed.
 */
public abstract class JobPart extends ViewPart implements RankChooser {
	/** Of a view that names its job in a line above the contents, in pixels. */
	private static final int LEAST_HEIGHT = 110;
	/** More than a view grows when that line goes, so that it does not come back at once. */
	private static final int SPARED = 40;

	private final RankSelection selection = new RankSelection();
	private final ISelectionListener follower = this::follow;
	private Optional<NamespaceElement> job = Optional.empty();
	private Optional<NamespaceElement> newest = Optional.empty();
	/** The ranks of each program of the job when it was shown. */
	private List<List<RankElement>> shape = List.of();
	private boolean isLow;

	/** For subclasses. */
	protected JobPart() {
	}

	@Override
	public final void createPartControl(Composite parent) {
		getSite().setSelectionProvider(selection);
		getSite().getService(IContextService.class).activateContext(PmixUi.CONTEXT_VIEWS);
		createContents(parent);
		parent.addListener(SWT.Resize, event -> describe(parent.getSize().y));
		JobModel model = model();
		CoalescedUpdates updates = new CoalescedUpdates(parent.getDisplay(), batch -> apply(parent, batch));
		model.addListener(updates);
		getSite().getPage().addSelectionListener(follower);
		parent.addListener(SWT.Dispose, event -> {
			model.removeListener(updates);
			getSite().getPage().removeSelectionListener(follower);
		});
		findNewest();
		follow(null, getSite().getPage().getSelection());
	}

	/** @return the model of all jobs */
	protected final JobModel model() {
		return getSite().getService(JobModel.class);
	}

	/** @return the job that is shown */
	protected final Optional<NamespaceElement> job() {
		return job;
	}

	private void apply(Composite parent, CoalescedUpdates.Batch batch) {
		if (parent.isDisposed()) {
			return;
		}
		if (batch.structure()) {
			findNewest();
			if (!shape(job).equals(shape)) {
				show(job); // ranks have come late, or their programs are known now
			}
		}
		boolean concerned = batch.changed().stream()
				.anyMatch(element -> job.filter(shown -> shown == element || Selected.jobOf(element).filter(shown::equals).isPresent()).isPresent());
		if (concerned) {
			update();
		}
	}

	/** Shows a job that is new. Spawned ones do not count, because the job that has spawned them is still there when they have ended. */
	private void findNewest() {
		List<NamespaceElement> all = model().namespaces();
		Optional<NamespaceElement> last = all.stream().filter(each -> each.spawner().isEmpty()).reduce((one, next) -> next);
		boolean isNew = !last.equals(newest);
		newest = last;
		if (isNew || job.filter(shown -> !all.contains(shown)).isPresent()) {
			selection.setSelection(StructuredSelection.EMPTY); // commands must not act on ranks that are no longer shown
			show(last);
			showSelected(Set.of());
		}
	}

	private void follow(@Nullable IWorkbenchPart part, @Nullable ISelection chosen) {
		List<JobElement> elements = part == this ? List.of() : Selected.elements(chosen);
		Optional<NamespaceElement> other = elements.isEmpty() ? Optional.empty() : Selected.jobOf(elements.get(0));
		if (other.filter(model().namespaces()::contains).isPresent()) {
			if (!other.equals(job)) {
				show(other);
			}
			selection.setSelection(new StructuredSelection(elements));
			showSelected(ranks(elements));
		}
	}

	private static Set<RankElement> ranks(List<JobElement> elements) {
		Set<RankElement> ranks = new LinkedHashSet<>();
		for (JobElement element : elements) {
			if (element instanceof RankElement rank) {
				ranks.add(rank);
			} else if (element instanceof AppElement app) {
				ranks.addAll(app.children());
			}
		}
		return ranks;
	}

	private void show(Optional<NamespaceElement> shown) {
		job = shown;
		shape = shape(shown);
		showJob(shown);
		describe();
	}

	/** Names the job above the contents, if the view is so high that the contents can spare a line. */
	private void describe(int height) {
		boolean low = height < (isLow ? LEAST_HEIGHT + SPARED : LEAST_HEIGHT);
		if (height > 0 && low != isLow) {
			isLow = low;
			describe();
		}
	}

	private void describe() {
		setContentDescription(isLow ? "" : job.map(ElementText::title).orElse(""));
	}

	private static List<List<RankElement>> shape(Optional<NamespaceElement> of) {
		return of.map(each -> each.children().stream().map(AppElement::children).toList()).orElse(List.of());
	}

	/**
	 * Selects ranks in this and all other views, because the user has chosen them here.
	 *
	 * @param ranks of the job that is shown
	 */
	protected final void select(Set<RankElement> ranks) {
		selection.setSelection(new StructuredSelection(List.copyOf(ranks)));
		showSelected(ranks);
		ranks.stream().findFirst().ifPresent(rank -> DebugSelection.show(getSite().getPage(), rank));
	}

	@Override
	public final void choose(List<RankElement> ranks) {
		ranks.stream().findFirst().map(RankElement::namespace).filter(of -> job.filter(of::equals).isEmpty())
				.ifPresent(of -> show(Optional.of(of)));
		select(new LinkedHashSet<>(ranks));
	}

	/** Shows the output of the selected elements. */
	protected final void showOutput() {
		ShowOutputHandler.show(Selected.elements(selection.getSelection()));
	}

	/** @param parent of the controls of the view */
	protected abstract void createContents(Composite parent);

	/** @param shown the job to show from now on; empty if there is none */
	protected abstract void showJob(Optional<NamespaceElement> shown);

	/** @param ranks to mark as selected */
	protected abstract void showSelected(Set<RankElement> ranks);

	/** Shows changed states of the job. */
	protected abstract void update();
}
