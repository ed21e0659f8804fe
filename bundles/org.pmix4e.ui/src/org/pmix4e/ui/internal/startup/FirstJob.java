// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.startup;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.eclipse.ui.PlatformUI;
import org.pmix4e.core.model.JobModelEvent;
import org.pmix4e.core.model.JobModelListener;
import org.pmix4e.ui.internal.closing.CloseGuard;
import org.pmix4e.ui.internal.parts.MissedStops;
import org.pmix4e.ui.internal.sets.CurrentRank;
import org.pmix4e.ui.internal.sets.RankLabels;

/**
 * Starts what serves the whole workbench, whether or not a view or a console of a job is open. A service, so that the job model creates
 * it with the first job and this bundle is not loaded before. Called on the model's thread.
 */
public final class FirstJob implements JobModelListener {
	private final AtomicBoolean started = new AtomicBoolean();

	/** For the service registry. */
	public FirstJob() {
	}

	@Override
	public void modelChanged(List<JobModelEvent> events) {
		if (PlatformUI.isWorkbenchRunning() && !started.getAndSet(true)) {
			PlatformUI.getWorkbench().getDisplay().asyncExec(FirstJob::start);
		}
	}

	private static void start() {
		CloseGuard.install();
		CurrentRank.install();
		RankLabels.install();
		MissedStops.install();
	}
}
