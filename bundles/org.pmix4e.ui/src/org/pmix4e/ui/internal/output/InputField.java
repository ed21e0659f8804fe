// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.output;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Text;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.RankSet;
import org.pmix4e.core.launch.JobInput;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.ui.access.AccessibleNames;
import org.pmix4e.ui.internal.Messages;

/**
 * The field that sends lines to the ranks that read standard input. The launch configuration names these; if they are all, the user
 * chooses among them. Owned by the view, on the thread of the user interface, which never waits for ranks that do not read.
 */
final class InputField {
	private static final RankSet RANK_ZERO = RankSet.parse("0").orElseThrow();
	/** Of the fields for input and filter, in pixels. They share the rest of the view evenly, whatever their hints are. */
	static final int LEAST_WIDTH = 80;
	private static final int TO_ALL = 0;
	private static final int TO_RANK_ZERO = 1;

	private final Supplier<Optional<RankSet>> selected;
	private final Consumer<@Nullable String> report;
	private final Runnable leave;
	private final Text line;
	private final Combo target;
	private final Button end;
	private Optional<JobProcess> process = Optional.empty();
	private Optional<RankSet> readers = Optional.empty();

	/**
	 * @param selected returns the ranks that are selected in other views; empty for none
	 * @param report   shows the user why input was not taken; null clears that
	 * @param leave    gives the focus to the lines
	 */
	InputField(Composite parent, Supplier<Optional<RankSet>> selected, Consumer<@Nullable String> report, Runnable leave) {
		this.selected = selected;
		this.report = report;
		this.leave = leave;
		Composite bar = new Composite(parent, SWT.NONE);
		GridLayoutFactory.fillDefaults().numColumns(4).margins(4, 0).applyTo(bar);
		new Label(bar, SWT.NONE).setText(Messages.outputView_input);
		line = new Text(bar, SWT.SINGLE | SWT.BORDER);
		AccessibleNames.set(line, Messages.outputView_input);
		GridDataFactory.fillDefaults().grab(true, false).hint(LEAST_WIDTH, SWT.DEFAULT).applyTo(line);
		line.addListener(SWT.DefaultSelection, event -> send());
		line.addListener(SWT.KeyDown, this::key);
		target = new Combo(bar, SWT.READ_ONLY);
		AccessibleNames.set(target, Messages.outputView_input_target);
		end = new Button(bar, SWT.PUSH);
		end.setText(Messages.outputView_input_end);
		end.addListener(SWT.Selection, event -> end());
		GridDataFactory.fillDefaults().grab(true, false).applyTo(bar);
	}

	/** Sends to another job from now on; empty for none, or one that has no launch here. */
	void show(Optional<JobProcess> shown) {
		process = shown;
		readers = shown.map(JobProcess::input).flatMap(JobInput::readers);
		target.setItems(readers.map(InputField::items).orElseGet(() -> new String[] { Messages.outputView_input_none }));
		target.select(TO_ALL);
		target.requestLayout(); // the items have other widths than those of the last job
		line.setMessage(readers.isPresent() ? Messages.outputView_input_hint : shown.isPresent() ? Messages.outputView_input_none_hint : "");
		update();
	}

	private static String[] items(RankSet ranks) {
		return ranks.isAll() ? new String[] { Messages.outputView_input_all, NLS.bind(Messages.outputView_input_rank, RANK_ZERO),
				Messages.outputView_input_selected }
				: new String[] { NLS.bind(Messages.outputView_input_rank, ranks) };
	}

	/** Disables the field when the job has ended. */
	void update() {
		boolean runs = readers.isPresent() && process.filter(known -> !known.isTerminated()).isPresent();
		line.setEnabled(runs);
		target.setEnabled(runs && target.getItemCount() > 1);
		end.setEnabled(runs);
	}

	private void key(Event event) {
		if (event.character == 4 || event.stateMask == SWT.CTRL && event.keyCode == 'd') {
			end();
			event.doit = false;
		} else if (event.keyCode == SWT.ESC) {
			leave.run();
			event.doit = false;
		}
	}

	private Optional<RankSet> target() {
		return switch (readers.filter(RankSet::isAll).isPresent() ? target.getSelectionIndex() : TO_ALL) {
			case TO_ALL -> readers;
			case TO_RANK_ZERO -> Optional.of(RANK_ZERO);
			default -> selected.get();
		};
	}

	private void send() {
		String text = line.getText() + "\n";
		if (toTarget((input, ranks) -> input.write(ranks, text))) {
			line.setText("");
		}
	}

	private void end() {
		boolean ends = toTarget((input, ranks) -> {
			input.end(ranks);
			return CompletableFuture.completedFuture(true);
		});
		if (ends && target.getSelectionIndex() == TO_ALL) {
			readers = Optional.empty();
			update();
		}
	}

	private interface Order {
		CompletableFuture<Boolean> to(JobInput input, RankSet ranks);
	}

	/** Carries out an order. Returns whether there are ranks to get it. */
	private boolean toTarget(Order order) {
		Optional<RankSet> ranks = target();
		if (process.isEmpty() || ranks.isEmpty()) {
			report.accept(Messages.outputView_no_rank);
			return false;
		}
		report.accept(null);
		String name = ranks.get().toString();
		order.to(process.get().input(), ranks.get()).whenComplete((taken, problem) -> {
			if (problem != null) {
				reportLater(NLS.bind(Messages.outputView_input_failed, name, problem.getMessage()));
			} else if (!taken) {
				reportLater(NLS.bind(Messages.outputView_input_notRead, name));
			}
		});
		return true;
	}

	private void reportLater(String problem) {
		if (!line.isDisposed()) {
			line.getDisplay().asyncExec(() -> {
				if (!line.isDisposed()) {
					report.accept(problem);
				}
			});
		}
	}
}
