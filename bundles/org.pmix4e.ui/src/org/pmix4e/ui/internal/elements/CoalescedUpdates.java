// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.elements;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.eclipse.swt.widgets.Display;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.JobModelEvent;
import org.pmix4e.core.model.JobModelListener;

/**
 * Forwards changes of the model to the thread of the user interface, at most ten times a second, because jobs change faster than a user
 * can follow. Called on the model's thread, which never waits here.
 */
public final class CoalescedUpdates implements JobModelListener {
	private static final int INTERVAL_MILLIS = 100;

	/**
	 * The update of a view.
	 *
	 * @param changed   the elements whose state has changed
	 * @param structure whether elements were added or removed
	 */
	public record Batch(Set<JobElement> changed, boolean structure) {
	}

	private final Display display;
	private final Consumer<Batch> view;
	private final Object lock = new Object();
	// under lock
	private Set<JobElement> changed = new LinkedHashSet<>();
	private boolean structure;
	private boolean scheduled;
	// on the display's thread
	private long lastRun = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(INTERVAL_MILLIS);

	/**
	 * @param display has the thread of the user interface
	 * @param view    is called on that thread, perhaps after the view was closed
	 */
	public CoalescedUpdates(Display display, Consumer<Batch> view) {
		this.display = display;
		this.view = view;
	}

	@Override
	public void modelChanged(List<JobModelEvent> events) {
		synchronized (lock) {
			events.forEach(this::collect);
			if (scheduled) {
				return;
			}
			scheduled = true;
		}
		if (!display.isDisposed()) {
			display.asyncExec(this::schedule);
		}
	}

	private void collect(JobModelEvent event) {
		if (event.kind() == JobModelEvent.Kind.CHANGED) {
			changed.add(event.element());
		} else {
			structure = true;
		}
	}

	private void schedule() {
		long sinceLast = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - lastRun);
		if (sinceLast >= INTERVAL_MILLIS) {
			run();
		} else {
			display.timerExec((int) (INTERVAL_MILLIS - sinceLast), this::run);
		}
	}

	private void run() {
		lastRun = System.nanoTime();
		Batch batch;
		synchronized (lock) {
			batch = new Batch(changed, structure);
			changed = new LinkedHashSet<>();
			structure = false;
			scheduled = false;
		}
		view.accept(batch);
	}
}
