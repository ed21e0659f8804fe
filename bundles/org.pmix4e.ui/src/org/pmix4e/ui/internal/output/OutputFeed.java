// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.output;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.widgets.Display;
import org.pmix4e.core.output.JobOutput;
import org.pmix4e.core.output.OutputChunk;
import org.pmix4e.ui.internal.Messages;

/**
 * Brings the lines of a job to a view, at most ten times a second, and keeps the last ones, so that another filter can be applied. If the
 * view takes long to show lines, because there are many or because the machine is busy, the next ones come later, so that the user can type
 * elsewhere meanwhile. A reading thread of the job's output fills it; all other methods are called on the thread of the user interface.
 */
final class OutputFeed implements JobOutput.Listener {
	/** The lines that are kept. More lines would slow the view down. */
	static final int MOST_LINES = 10_000;
	private static final int INTERVAL_MILLIS = 100;
	/** An interval lasts at least as many times as long as the delivery before it: the view gets at most a tenth of the thread's time. */
	private static final int REST = 9;
	/** Users take a view that stands still for longer as one that hangs. */
	private static final int LONGEST_INTERVAL_MILLIS = 1000;

	private final Display display;
	private final JobOutput output;
	private final Consumer<List<OutputLine>> view;
	private final LineAssembler assembler;
	private final OutputLine earlier;
	private final List<OutputLine> kept = new ArrayList<>();
	private final JobOutput.Subscription reading;
	// under the lock of this object
	private List<OutputLine> waiting = new ArrayList<>();
	private boolean scheduled;
	private int intervalMillis = INTERVAL_MILLIS;
	private volatile boolean closed;

	/** @param view receives new lines, on the thread of the user interface */
	OutputFeed(Display display, JobOutput output, Consumer<List<OutputLine>> view) {
		this.display = display;
		this.output = output;
		this.view = view;
		assembler = new LineAssembler(output.charset());
		earlier = OutputLine.note(output.log().isPresent() ? Messages.outputView_earlier : Messages.outputView_earlier_no_log);
		reading = output.subscribe(chunk -> true, this);
	}

	@Override
	public void output(List<OutputChunk> chunks) {
		add(assembler.add(chunks));
	}

	@Override
	public void dropped(long bytes) {
		String text = output.log().isPresent() ? Messages.outputView_dropped : Messages.outputView_dropped_no_log;
		add(List.of(OutputLine.note(NLS.bind(text, bytes))));
	}

	@Override
	public void ended() {
		add(assembler.rest());
	}

	private void add(List<OutputLine> lines) {
		int interval;
		synchronized (this) {
			lines.forEach(line -> line.putInto(waiting));
			if (waiting.size() > MOST_LINES) {
				waiting = new ArrayList<>(waiting.subList(waiting.size() - MOST_LINES, waiting.size()));
				waiting.set(0, earlier);
			}
			if (scheduled || waiting.isEmpty()) {
				return;
			}
			scheduled = true;
			interval = intervalMillis;
		}
		if (!display.isDisposed()) {
			display.asyncExec(() -> display.timerExec(interval, this::deliver));
		}
	}

	private void deliver() {
		long begin = System.nanoTime();
		List<OutputLine> lines;
		synchronized (this) {
			lines = waiting;
			waiting = new ArrayList<>();
			scheduled = false;
		}
		if (!closed) {
			lines.forEach(line -> line.putInto(kept));
			keepLast();
			view.accept(lines);
		}
		long rest = REST * TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
		synchronized (this) {
			intervalMillis = Math.clamp(rest, INTERVAL_MILLIS, LONGEST_INTERVAL_MILLIS);
		}
	}

	private void keepLast() {
		if (kept.size() > MOST_LINES) {
			kept.subList(0, kept.size() - MOST_LINES).clear();
			kept.set(0, earlier);
		}
	}

	/** Returns the kept lines that a filter selects, after a note if others came before. */
	List<OutputLine> kept(Predicate<OutputLine> filter) {
		return kept.stream().filter(line -> line == earlier || filter.test(line)).toList();
	}

	/** Returns how many lines are kept. */
	int size() {
		return kept.size();
	}

	/** Returns the note that stands for the lines which came before those that are kept. */
	OutputLine earlier() {
		return earlier;
	}

	/** Ends the reading. */
	void close() {
		closed = true;
		reading.close();
	}
}
