// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.util.Optional;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchManager;
import org.pmix4e.core.internal.configuration.LaunchSettings;
import org.pmix4e.core.internal.server.EmbeddedServer;
import org.pmix4j.engines.EngineChoice;
import org.pmix4j.job.JobSpec;

/**
 * A launch whose server is ready and whose debuggers are prepared. Used by the thread of the launch.
 *
 * @param target    the server
 * @param debugging of a run if the launch is one
 * @param settings  those of the launch, with what debuggers have changed
 * @param job       the planned job
 */
record PreparedLaunch(LaunchTarget target, Debugging debugging, LaunchSettings settings, JobSpec job) {
	/**
	 * Prepares a launch. Debuggers of ranks on other nodes need to know the nodes, so the server is started first there.
	 *
	 * @return empty if the user has canceled that
	 */
	static Optional<PreparedLaunch> of(ILaunch launch, LaunchSettings plain, EngineChoice choice, EmbeddedServer server,
			IProgressMonitor monitor) throws CoreException {
		try {
			Optional<PreparedLaunch> prepared = Optional.of(choice.isLocal() ? here(launch, plain, choice, server)
					: elsewhere(launch, plain, choice, monitor));
			if (monitor.isCanceled()) {
				prepared.get().close();
				return Optional.empty();
			}
			return prepared;
		} catch (OperationCanceledException e) {
			return Optional.empty();
		}
	}

	private static PreparedLaunch here(ILaunch launch, LaunchSettings plain, EngineChoice choice, EmbeddedServer server) throws CoreException {
		Debugging debugging = isDebugging(launch) ? Debugging.of(launch, plain, Optional.empty()) : Debugging.none();
		try {
			LaunchSettings settings = debugging.settings(plain);
			LaunchTarget.Here target = LaunchTarget.Here.start(server, settings, choice);
			return new PreparedLaunch(target, debugging, settings, target.plan().job());
		} catch (CoreException | RuntimeException e) {
			debugging.close();
			throw e;
		}
	}

	private static PreparedLaunch elsewhere(ILaunch launch, LaunchSettings plain, EngineChoice choice, IProgressMonitor monitor)
			throws CoreException {
		LaunchTarget.Elsewhere target = LaunchTarget.Elsewhere.open(launch.getLaunchConfiguration(), plain, choice, monitor);
		Debugging debugging = Debugging.none();
		try {
			if (isDebugging(launch)) {
				debugging = Debugging.of(launch, plain, target.nodes(plain, monitor));
			}
			LaunchSettings settings = debugging.settings(plain);
			return new PreparedLaunch(target, debugging, settings, target.job(settings));
		} catch (CoreException | RuntimeException e) {
			debugging.close();
			target.close();
			throw e;
		}
	}

	private static boolean isDebugging(ILaunch launch) {
		return launch.getLaunchMode().equals(ILaunchManager.DEBUG_MODE);
	}

	/** Leaves the server without a job. */
	void close() {
		debugging.close();
		target.close();
	}
}
