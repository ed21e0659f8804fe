// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.output;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.Set;

import org.eclipse.core.runtime.ICoreRunnable;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.jface.fieldassist.ControlDecoration;
import org.eclipse.jface.fieldassist.FieldDecorationRegistry;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.jface.resource.JFaceResources;
import org.eclipse.jface.text.IFindReplaceTarget;
import org.eclipse.jface.util.IPropertyChangeListener;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.FileDialog;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.IActionBars;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.actions.ActionFactory;
import org.eclipse.ui.texteditor.FindReplaceAction;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.RankSet;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.output.JobOutput;
import org.pmix4e.ui.access.AccessibleNames;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4e.ui.internal.commands.CommandToggle;
import org.pmix4e.ui.internal.commands.ShowOutputHandler;
import org.pmix4e.ui.internal.commands.ViewHandler;
import org.pmix4e.ui.internal.console.WatchedOutput;
import org.pmix4e.ui.internal.elements.ElementText;
import org.pmix4e.ui.internal.elements.Selected;
import org.pmix4e.ui.internal.parts.JobPart;

/**
 * The view PMIx Output: the lines of all ranks of a job, and of the jobs that it has spawned, with a filter and input for the job above.
 * Created by the workbench, on its thread.
 */
public final class OutputView extends JobPart implements ViewHandler.Part, ShowOutputHandler.Filter {
	private @Nullable OutputText text;
	private @Nullable InputField input;
	private @Nullable Text filterField;
	private @Nullable Label count;
	private @Nullable ControlDecoration filterError;
	private @Nullable OutputFeed feed;
	private OutputFilter filter = OutputFilter.ALL;
	private Set<RankElement> selected = Set.of();
	private boolean isVisible = true;
	/** Whether lines came while another part hid the view. */
	private boolean isStale;

	/** For the workbench. */
	public OutputView() {
	}

	@Override
	protected void createContents(Composite parent) {
		Composite page = new Composite(parent, SWT.NONE);
		GridLayoutFactory.fillDefaults().spacing(0, 0).applyTo(page);
		Composite bar = new Composite(page, SWT.NONE);
		GridLayoutFactory.fillDefaults().numColumns(2).applyTo(bar);
		GridDataFactory.fillDefaults().grab(true, false).applyTo(bar);
		Text field = createFilter(bar);
		InputField line = new InputField(bar, this::selectedRanks, this::report, this::setFocus);
		OutputText lines = new OutputText(page, this::open, this::select, this::tip);
		GridDataFactory.fillDefaults().grab(true, true).applyTo(lines.control());
		AccessibleNames.set(lines.control(), Messages.outputView_text_name);
		CommandToggle.follow(page, PmixUi.COMMAND_FOLLOW, lines::follow);
		IPropertyChangeListener themeListener = event -> lines.control().redraw();
		JFaceResources.getColorRegistry().addListener(themeListener);
		page.addListener(SWT.Dispose, event -> {
			JFaceResources.getColorRegistry().removeListener(themeListener);
			closeFeed();
		});
		PlatformUI.getWorkbench().getHelpSystem().setHelp(parent, PmixUi.HELP_OUTPUT);
		new OutputMenu(lines, field::getText, field::setText);
		filterField = field;
		text = lines;
		input = line;
		WatchedOutput.follow(this, lines.control(), this::show);
		IActionBars bars = getViewSite().getActionBars();
		ResourceBundle texts = ResourceBundle.getBundle(Messages.class.getPackageName() + ".messages", Locale.getDefault(),
				OutputView.class.getClassLoader());
		bars.setGlobalActionHandler(ActionFactory.FIND.getId(), new FindReplaceAction(texts, "outputView_find_", this));
		bars.updateActionBars();
	}

	private static Composite labeled(Composite parent) {
		Composite bar = new Composite(parent, SWT.NONE);
		GridLayoutFactory.fillDefaults().numColumns(3).margins(4, 0).applyTo(bar);
		GridDataFactory.fillDefaults().grab(true, false).applyTo(bar);
		new Label(bar, SWT.NONE).setText(Messages.outputView_filter);
		return bar;
	}

	private Text createFilter(Composite parent) {
		Composite bar = labeled(parent);
		Text field = new Text(bar, SWT.SEARCH | SWT.ICON_CANCEL);
		field.setMessage(Messages.outputView_filter_hint);
		AccessibleNames.set(field, Messages.outputView_filter);
		GridDataFactory.fillDefaults().grab(true, false).hint(InputField.LEAST_WIDTH, SWT.DEFAULT).applyTo(field);
		field.addListener(SWT.Modify, event -> filter(field.getText()));
		field.addListener(SWT.KeyDown, this::leaveFilter);
		ControlDecoration decoration = new ControlDecoration(field, SWT.TOP | SWT.LEFT);
		decoration.setImage(FieldDecorationRegistry.getDefault().getFieldDecoration(FieldDecorationRegistry.DEC_ERROR).getImage());
		decoration.hide();
		filterError = decoration;
		Label matches = new Label(bar, SWT.NONE);
		GridDataFactory.swtDefaults().exclude(true).applyTo(matches);
		matches.setVisible(false);
		count = matches;
		return field;
	}

	/** Goes on to the lines that the filter leaves, which it keeps. */
	private void leaveFilter(Event event) {
		if (event.keyCode == SWT.ESC || event.keyCode == SWT.CR || event.keyCode == SWT.KEYPAD_CR || event.keyCode == SWT.ARROW_DOWN) {
			event.doit = false;
			setFocus();
		}
	}

	@Override
	public void run(String command) {
		switch (command) {
			case PmixUi.COMMAND_ONLY_SELECTED -> filterSelected();
			case PmixUi.COMMAND_OPEN_OUTPUT -> open();
			case PmixUi.COMMAND_SAVE_OUTPUT -> save();
			default -> throw new IllegalArgumentException(command);
		}
	}

	/** Shows only the lines that a filter selects; an invalid one is reported and has no effect. */
	private void filter(String typed) {
		try {
			filter = OutputFilter.parse(typed);
			mark(null);
		} catch (IllegalArgumentException e) {
			mark(e.getMessage());
			return;
		}
		showKept();
	}

	/** Shows all lines that the filter selects. */
	private void showKept() {
		OutputFeed now = feed;
		if (now != null && text != null) {
			isStale = false;
			text.set(now.kept(line -> filter.selects(line, this::node)));
			showCount();
		}
	}

	/** Takes up or leaves off to show new lines: they cost time, which a view that another part hides does not need. */
	private void show(boolean visible) {
		isVisible = visible;
		if (visible && isStale) {
			showKept();
		}
	}

	/** Shows at the field, and in the status line, what is wrong with the filter; null clears that. */
	private void mark(@Nullable String problem) {
		report(problem);
		ControlDecoration decoration = filterError;
		if (decoration != null && problem != null) {
			decoration.setDescriptionText(problem);
			decoration.show();
			say(Messages.outputView_invalid); // the whole text is in the status line; here it would leave the field no room
		} else if (decoration != null) {
			decoration.hide();
			showCount();
		}
	}

	/** Shows how many of the lines match, so that an empty view does not look like a job without output. */
	private void showCount() {
		OutputFeed now = feed;
		OutputText lines = text;
		boolean isFiltered = filterField != null && !filterField.getText().isBlank();
		say(isFiltered && now != null && lines != null ? NLS.bind(Messages.outputView_matches, lines.size(), now.size()) : "");
	}

	private void say(String words) {
		Label label = count;
		if (label != null && !label.getText().equals(words)) {
			label.setText(words);
			label.setVisible(!words.isEmpty());
			((GridData) label.getLayoutData()).exclude = words.isEmpty();
			label.requestLayout();
		}
	}

	/** Shows in the status line why something has no effect; null clears that. */
	private void report(@Nullable String problem) {
		getViewSite().getActionBars().getStatusLineManager().setErrorMessage(problem);
	}

	@Override
	public void showOnly(List<RankElement> ranks) {
		choose(ranks);
		filterSelected();
	}

	private void filterSelected() {
		if (selected.isEmpty()) {
			report(Messages.outputView_no_rank);
		} else if (filterField != null) {
			boolean isSpawned = selected.stream().anyMatch(rank -> rank.namespace().spawner().isPresent());
			String of = isSpawned ? OutputFilter.ofJob(selected.iterator().next().namespace().name()) : "";
			filterField.setText(of + OutputFilter.ofRanks(Selected.numbers(selected)));
		}
	}

	private Optional<RankSet> selectedRanks() {
		BitSet numbers = Selected.numbers(selected.stream().filter(rank -> job().filter(rank.namespace()::equals).isPresent()).toList());
		return numbers.isEmpty() ? Optional.empty() : Optional.of(RankSet.of(numbers));
	}

	@Override
	protected void showJob(Optional<NamespaceElement> shown) {
		closeFeed();
		OutputText lines = text;
		if (lines == null || input == null) {
			return;
		}
		lines.job(shown.map(job -> orderedJob(job).name()).orElse(""));
		lines.set(List.of());
		isStale = false;
		Optional<JobOutput> output = shown.flatMap(NamespaceElement::output);
		feed = output.map(found -> new OutputFeed(lines.control().getDisplay(), found, this::add)).orElse(null);
		input.show(shown.flatMap(NamespaceElement::process).filter(JobProcess.class::isInstance).map(JobProcess.class::cast));
	}

	/** Returns the job of the launch that a job belongs to. */
	private static NamespaceElement orderedJob(NamespaceElement job) {
		NamespaceElement ordered = job;
		while (ordered.spawner().isPresent()) {
			ordered = ordered.spawner().get().namespace();
		}
		return ordered;
	}

	private void add(List<OutputLine> more) {
		OutputFeed now = feed;
		if (!isVisible) {
			isStale = true;
		} else if (now != null && text != null && !text.control().isDisposed()) {
			text.add(more.stream().filter(line -> filter.selects(line, this::node)).toList(), now.earlier());
			showCount();
		}
	}

	private void closeFeed() {
		OutputFeed open = feed;
		if (open != null) {
			open.close();
			feed = null;
		}
	}

	@Override
	protected void showSelected(Set<RankElement> ranks) {
		if (!ranks.isEmpty()) {
			report(null);
		}
		selected = ranks;
	}

	@Override
	protected void update() {
		if (input != null && text != null && !text.control().isDisposed()) {
			input.update();
		}
	}

	/** Selects the rank that has written a line. */
	private void select(OutputLine line) {
		rank(line).ifPresent(rank -> select(Set.of(rank)));
	}

	private Optional<RankElement> rank(OutputLine line) {
		return model().namespaces().stream().filter(job -> job.name().equals(line.namespace())).map(NamespaceElement::ranks)
				.filter(ranks -> line.rank() >= 0 && line.rank() < ranks.size()).map(ranks -> ranks.get(line.rank())).findFirst();
	}

	private String node(OutputLine line) {
		return rank(line).flatMap(RankElement::node).orElse("");
	}

	/** Returns the tool tip of the margin. */
	private String tip(OutputLine line) {
		return rank(line).map(rank -> NLS.bind(Messages.outputView_tip, new Object[] { rank.rank(), ElementText.title(rank.namespace()),
				rank.node().orElse("?"), rank.pid().isPresent() ? Integer.toString(rank.pid().getAsInt()) : "?", rank.namespace().name() }))
				.orElse("");
	}

	private void open(SourceLink link) {
		new SourceOpener(getSite().getPage(), SourceOpener.directory(job().flatMap(NamespaceElement::process))).open(link);
	}

	private void open() {
		Optional<JobOutput> output = job().flatMap(NamespaceElement::output);
		String title = NLS.bind(Messages.outputView_log_title, getContentDescription());
		report(output.map(found -> WholeOutput.open(getSite().getPage(), found, title))
				.orElse(Optional.of(Messages.outputView_no_output)).orElse(null));
	}

	private void save() {
		Optional<JobOutput> output = job().flatMap(NamespaceElement::output);
		if (output.isEmpty()) {
			report(Messages.outputView_no_output);
			return;
		}
		String name = new FileDialog(getSite().getShell(), SWT.SAVE).open();
		if (name != null) {
			Job.create(Messages.outputView_save, (ICoreRunnable) monitor -> WholeOutput.save(output.get(), Path.of(name))).schedule();
		}
	}

	@Override
	public <T> @Nullable T getAdapter(Class<T> type) {
		return type == IFindReplaceTarget.class && text != null ? type.cast(new LineFinder(text.control())) : super.getAdapter(type);
	}

	/** @return the text of the lines; null before the workbench has made the view */
	public @Nullable StyledText text() {
		return text == null ? null : text.control();
	}

	@Override
	public void setFocus() {
		if (text != null) {
			text.control().setFocus();
		}
	}
}
