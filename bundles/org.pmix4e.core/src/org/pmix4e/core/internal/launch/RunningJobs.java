// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.util.List;
import java.util.Optional;

import org.eclipse.core.runtime.CoreException;
import org.pmix4e.core.RankSet;
import org.pmix4e.core.internal.configuration.ProgramKinds;
import org.pmix4e.core.internal.server.EngineModel;
import org.pmix4e.core.launch.DebuggerAttachments;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;

/** Attaches debuggers to jobs that run, and opens cores. A service, created by the service registry. */
public final class RunningJobs implements DebuggerAttachments {
	private final EngineModel model;

	/** @param model has the jobs */
	public RunningJobs(EngineModel model) {
		this.model = model;
	}

	@Override
	public boolean canAttach(NamespaceElement job) {
		return !job.state().isEnded() && ProgramKinds.canAttach();
	}

	@Override
	public void attach(NamespaceElement job, RankSet ranks) throws CoreException {
		List<Integer> chosen = ranks.within(job.ranks().size()).stream().boxed().toList();
		Optional<JobProcess> known = known(job);
		if (known.isPresent()) {
			known.get().attachDebugger(chosen);
		} else {
			WatchedJobProcess process = new WatchedJobProcess(model, job);
			model.debugged(job, process);
			process.attachDebugger(chosen);
		}
	}

	@Override
	public boolean canOpenCore(RankElement rank) {
		return rank.signal().isPresent() && CoreDebugging.process(rank).isPresent();
	}

	@Override
	public void openCore(RankElement rank) throws CoreException {
		CoreDebugging.open(rank);
	}

	/** Returns the process of a job; empty if it has none, or the last debugger has ended. */
	private static Optional<JobProcess> known(NamespaceElement job) {
		return job.process().filter(JobProcess.class::isInstance).map(JobProcess.class::cast)
				.filter(process -> !process.isTerminated());
	}
}
