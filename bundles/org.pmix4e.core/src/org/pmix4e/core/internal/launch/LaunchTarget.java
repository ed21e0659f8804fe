// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.util.List;
import java.util.Optional;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.pmix4e.core.internal.configuration.EnginePlans;
import org.pmix4e.core.internal.configuration.LaunchPlans;
import org.pmix4e.core.internal.configuration.LaunchSettings;
import org.pmix4e.core.internal.server.EmbeddedServer;
import org.pmix4e.core.internal.server.LaunchEngines;
import org.pmix4e.core.spi.RankNodes;
import org.pmix4j.engines.EngineChoice;
import org.pmix4j.host.launcher.LaunchPlan;
import org.pmix4j.job.EngineCapability;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobSpec;

/** The server that is ready for the job of one launch. Used by the thread of the launch. */
interface LaunchTarget {
	/** Returns what the user must know. */
	List<String> notes();

	/** Launches the job, of which that order has the streams. */
	Job launch(JobSpec order, LaunchedJobProcess process) throws CoreException;

	/** Leaves the server without a job. */
	void close();

	/** A server of this workbench, which stays for other launches. */
	record Here(EmbeddedServer server, LaunchSettings settings, LaunchPlan plan) implements LaunchTarget {
		/** Plans the job and starts the server for it. */
		static Here start(EmbeddedServer server, LaunchSettings settings, EngineChoice choice) throws CoreException {
			LaunchPlan plan = LaunchPlans.of(settings, choice);
			server.start(settings.sessionDirectory(), plan.nodes());
			return new Here(server, settings, plan);
		}

		@Override
		public List<String> notes() {
			return plan.notes();
		}

		@Override
		public Job launch(JobSpec order, LaunchedJobProcess process) throws CoreException {
			return server.launch(settings.sessionDirectory(), plan.nodes(), order, process);
		}

		@Override
		public void close() {
			// other launches use it
		}
	}

	/** A server of another engine. */
	record Elsewhere(LaunchEngines.Opened opened, ILaunchConfiguration configuration, EngineChoice choice) implements LaunchTarget {
		/** Refuses options that the engine does not honor, and starts it or attaches to it. */
		static Elsewhere open(ILaunchConfiguration configuration, LaunchSettings settings, EngineChoice choice, IProgressMonitor monitor)
				throws CoreException {
			JobSpec job = EnginePlans.order(configuration, settings, choice);
			return new Elsewhere(LaunchEngines.current().open(choice, job, settings.environment(), monitor), configuration, choice);
		}

		/** Returns the job, with what debuggers have changed in the settings. */
		JobSpec job(LaunchSettings settings) throws CoreException {
			return EnginePlans.order(configuration, settings, choice);
		}

		/**
		 * Returns where the ranks will run; empty for this machine. Blocks for seconds at most.
		 *
		 * @param monitor for what debuggers wait for
		 */
		Optional<RankNodes> nodes(LaunchSettings settings, IProgressMonitor monitor) {
			return choice.capabilities().contains(EngineCapability.LOCAL_PROCESSES) ? Optional.empty()
					: RemoteNodes.find(opened.nodes().exceptionally(unknown -> List.of()).join(), settings, monitor);
		}

		@Override
		public List<String> notes() {
			return List.of();
		}

		@Override
		public Job launch(JobSpec order, LaunchedJobProcess process) throws CoreException {
			return opened.launch(order, process);
		}

		@Override
		public void close() {
			opened.close();
		}
	}
}
