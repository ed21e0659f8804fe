// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.util.Optional;

import org.eclipse.core.resources.IProject;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.ServiceCaller;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.SubMonitor;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.model.LaunchConfigurationDelegate;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.internal.configuration.EnginePlans;
import org.pmix4e.core.internal.configuration.LaunchPlace;
import org.pmix4e.core.internal.configuration.LaunchSettings;
import org.pmix4e.core.internal.configuration.RunCommandLine;
import org.pmix4e.core.internal.server.EmbeddedServer;
import org.pmix4e.core.launch.LaunchValidator;
import org.pmix4e.core.spi.LaunchProblem;
import org.pmix4j.engines.EngineChoice;
import org.pmix4j.job.Job;

/**
 * Launches configurations of the type "PMIx Job". Created by the platform; its methods run on threads of background jobs.
 */
public final class JobLaunchDelegate extends LaunchConfigurationDelegate {
	/** Keeps the service in use until this bundle stops, because the server outlives launches. */
	private static final ServiceCaller<EmbeddedServer> SERVER = new ServiceCaller<>(JobLaunchDelegate.class, EmbeddedServer.class);

	/** For the extension registry. */
	public JobLaunchDelegate() {
	}

	@Override
	public ILaunch getLaunch(ILaunchConfiguration configuration, String mode) {
		return new PmixLaunch(configuration, mode);
	}

	/** Launches a job. Returns when all of its ranks run or it has ended. */
	@Override
	public void launch(ILaunchConfiguration configuration, String mode, ILaunch launch, IProgressMonitor monitor) throws CoreException {
		SubMonitor progress = SubMonitor.convert(monitor, configuration.getName(), 100);
		LaunchFixes.requireValid(configuration, launch);
		LaunchSettings plain = LaunchSettings.read(configuration);
		EmbeddedServer server = SERVER.current().orElseThrow(() -> new CoreException(Status.error(Messages.EmbeddedServer_closed)));
		progress.subTask(Messages.JobLaunchDelegate_starting);
		EngineChoice choice = EnginePlans.choice(plain);
		Optional<PreparedLaunch> ready = PreparedLaunch.of(launch, plain, choice, server, progress);
		if (ready.isEmpty()) {
			return;
		}
		LaunchTarget target = ready.get().target();
		Debugging debugging = ready.get().debugging();
		// the user sees the command of a run, without what starts it under a debugger
		LaunchedJobProcess process = new LaunchedJobProcess(launch, plain);
		process.addToLaunch();
		Job job;
		try {
			debugging.start(launch, process);
			job = target.launch(process.order(ready.get().settings(), ready.get().job()), process);
		} catch (CoreException e) {
			ready.get().close();
			process.refused();
			throw e;
		}
		job.familyEnded().thenRun(debugging::close);
		target.notes().forEach(process::message);
		PmixPreferences.rememberRanks(plain.firstRanks());
		try {
			LaunchProgress.await(job, process, progress.split(100, SubMonitor.SUPPRESS_NONE));
		} catch (SlotsException e) {
			LaunchFixes.oversubscribe(e, launch, progress);
			return;
		}
		debugging.report(process);
		process.element().ifPresent(namespace -> ConnectProgress.follow(configuration.getName(), server.model(), namespace));
	}

	@Override
	public String showCommandLine(ILaunchConfiguration configuration, String mode, ILaunch launch, IProgressMonitor monitor)
			throws CoreException {
		Optional<LaunchProblem> error = LaunchValidator.firstError(configuration);
		if (error.isPresent()) {
			throw new CoreException(Status.error(error.get().message()));
		}
		return RunCommandLine.of(configuration);
	}

	@Override
	protected IProject[] getBuildOrder(ILaunchConfiguration configuration, String mode) throws CoreException {
		Optional<IProject> project = LaunchPlace.project(configuration);
		return project.isPresent() ? computeReferencedBuildOrder(new IProject[] { project.get() }) : new IProject[0];
	}

	@Override
	protected IProject[] getProjectsForProblemSearch(ILaunchConfiguration configuration, String mode) throws CoreException {
		return getBuildOrder(configuration, mode);
	}
}
