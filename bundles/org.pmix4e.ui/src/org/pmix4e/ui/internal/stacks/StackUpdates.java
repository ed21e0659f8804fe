// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.stacks;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.debug.core.DebugEvent;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.IDebugEventSetListener;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.model.IDebugElement;
import org.eclipse.debug.core.model.IProcess;
import org.eclipse.swt.widgets.Display;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.stack.StackReader;
import org.pmix4e.ui.internal.Messages;

/**
 * Reads the stacks of a launch again in a background task whenever its ranks suspend or go on: debuggers may be slow, and many ranks stop
 * at once. Owned by the view, which closes it; the view calls it on the thread of the user interface.
 */
final class StackUpdates extends Job implements IDebugEventSetListener, AutoCloseable {
	private static final long DELAY_MILLIS = 200;

	private final Display display;
	private final Consumer<List<StackRow>> view;
	private volatile Optional<ILaunch> launch = Optional.empty();
	private volatile Optional<NamespaceElement> job = Optional.empty();
	private volatile Optional<Snapshot> snapshot = Optional.empty();
	private volatile boolean allThreads;
	private volatile boolean isPaused;
	private volatile boolean isStale;

	/** The rows of a job that were read without debuggers. */
	private record Snapshot(NamespaceElement job, List<StackRow> rows) {
	}

	/** @param view receives the rows on the thread of the user interface */
	StackUpdates(Display display, Consumer<List<StackRow>> view) {
		super(Messages.stacks_reading);
		this.display = display;
		this.view = view;
		setSystem(true);
		DebugPlugin.getDefault().addDebugEventListener(this);
	}

	/** Reads the stacks of a job from now on, or none. */
	void follow(Optional<NamespaceElement> followed) {
		job = followed;
		launch = followed.flatMap(NamespaceElement::process).map(IProcess::getLaunch);
		later();
	}

	/** Shows rows that were read without debuggers, until debuggers report other ones. */
	void show(NamespaceElement of, List<StackRow> rows) {
		snapshot = Optional.of(new Snapshot(of, rows));
		if (job.filter(of::equals).isPresent()) {
			view.accept(rows);
		}
	}

	/** Chooses whether all threads of each rank are read. */
	void allThreads(boolean all) {
		allThreads = all;
		later();
	}

	/** Reads only while the view is visible. */
	void pause(boolean paused) {
		isPaused = paused;
		if (!paused && isStale) {
			later();
		}
	}

	@Override
	public void handleDebugEvents(DebugEvent[] events) {
		Optional<ILaunch> followed = launch;
		if (followed.isPresent() && Arrays.stream(events).map(DebugEvent::getSource)
				.anyMatch(source -> source instanceof IDebugElement element && element.getLaunch() == followed.get())) {
			later();
		}
	}

	private void later() {
		isStale = true;
		if (!isPaused) {
			schedule(DELAY_MILLIS);
		}
	}

	@Override
	protected IStatus run(IProgressMonitor monitor) {
		isStale = false;
		Optional<ILaunch> read = launch;
		Optional<NamespaceElement> of = job;
		List<StackRow> debugged = read.isEmpty() ? List.of() : StackRow.of(StackReader.read(read.get(), allThreads, monitor::isCanceled));
		List<StackRow> rows = debugged.isEmpty()
				? snapshot.filter(taken -> of.filter(taken.job::equals).isPresent()).map(Snapshot::rows).orElse(debugged) : debugged;
		if (!monitor.isCanceled() && !display.isDisposed()) {
			display.asyncExec(() -> {
				if (of.equals(job)) {
					view.accept(rows);
				}
			});
		}
		return Status.OK_STATUS;
	}

	@Override
	public void close() {
		DebugPlugin.getDefault().removeDebugEventListener(this);
		cancel();
	}
}
