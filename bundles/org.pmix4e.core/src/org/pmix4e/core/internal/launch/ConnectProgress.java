// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.JobModel;
import org.pmix4e.core.model.JobModelEvent;
import org.pmix4e.core.model.JobModelListener;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;

/**
 * Shows in the Progress view how many ranks have called PMIx_Init, from the first one until all ranks that run have called it, no further
 * one has called it for some seconds, or the job ends. Canceling it terminates the job. It occupies no thread, because the events of the
 * model drive it. It ends itself.
 */
final class ConnectProgress extends Job implements JobModelListener {
	/** Jobs that connect within this time show no progress. */
	private static final long DELAY_MILLISECONDS = 500;
	/** The other ranks run plain programs if none of them connects for this time after another one. */
	private static final long QUIET_SECONDS = 5;

	private final JobModel model;
	private final NamespaceElement namespace;
	private final AtomicBoolean ended = new AtomicBoolean();
	private @Nullable IProgressMonitor monitor;
	private boolean scheduled;
	private int shown;
	/** The number of connected ranks at the last change. */
	private int counted;

	private ConnectProgress(String name, JobModel model, NamespaceElement namespace) {
		super(MessageFormat.format(Messages.ConnectProgress_name, name));
		this.model = model;
		this.namespace = namespace;
	}

	/** Starts to show the progress of a job whose ranks have just been started. */
	static void follow(String name, JobModel model, NamespaceElement namespace) {
		ConnectProgress progress = new ConnectProgress(name, model, namespace);
		model.addListener(progress);
		progress.update();
	}

	@Override
	public void modelChanged(List<JobModelEvent> events) {
		update();
	}

	private synchronized void update() {
		int connected = namespace.connectedRanks();
		if (namespace.state() == ElementState.CONNECTED || namespace.state().isEnded() || connected > 0 && restHasEnded()) {
			end();
			return;
		}
		if (connected > counted) {
			counted = connected;
			CompletableFuture.delayedExecutor(QUIET_SECONDS, TimeUnit.SECONDS).execute(() -> endIfQuiet(connected));
		}
		if (connected > 0 && !scheduled) {
			scheduled = true;
			schedule(DELAY_MILLISECONDS);
		}
		show(connected);
	}

	private boolean restHasEnded() {
		return namespace.ranks().stream().map(RankElement::state).allMatch(
				state -> state == ElementState.CONNECTED || state == ElementState.FINALIZED || state.isEnded());
	}

	private synchronized void endIfQuiet(int before) {
		if (counted == before) {
			end();
		}
	}

	private void show(int connected) {
		IProgressMonitor shownIn = monitor;
		if (shownIn != null) {
			shownIn.subTask(MessageFormat.format(Messages.ConnectProgress_connected, connected, namespace.ranks().size()));
			shownIn.worked(Math.max(0, connected - shown));
			shown = Math.max(connected, shown);
		}
	}

	private void end() {
		if (ended.compareAndSet(false, true)) {
			model.removeListener(this);
			if (monitor != null) {
				done(Status.OK_STATUS);
			} else {
				cancel();
			}
		}
	}

	@Override
	protected synchronized IStatus run(IProgressMonitor given) {
		if (ended.get()) {
			return Status.OK_STATUS;
		}
		given.beginTask(getName(), namespace.ranks().size());
		monitor = given;
		show(namespace.connectedRanks());
		return ASYNC_FINISH;
	}

	@Override
	protected void canceling() {
		namespace.terminate();
	}
}
