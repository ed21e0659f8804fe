// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.connection;

import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.internal.configuration.EnginePlans;
import org.pmix4e.core.internal.configuration.LaunchOptions;
import org.pmix4e.core.internal.configuration.LaunchPlans;
import org.pmix4e.core.internal.configuration.LaunchSettings;
import org.pmix4e.core.internal.server.LaunchEngines;
import org.pmix4j.engines.EngineChoice;
import org.pmix4j.engines.EngineReport;
import org.pmix4j.job.JobSpec;

/**
 * Tests whether jobs can run where a launch configuration says: starts the daemons on its nodes and ends them again, attaches to its
 * server, or asks Slurm for its partitions. Starts no job, and requests no allocation. Stateless.
 */
public final class ConnectionTest {
	private ConnectionTest() {
	}

	/**
	 * Runs the test. Blocks until it is over, at most some 70 seconds, so it must not be called on the thread of the user interface.
	 *
	 * @param configuration a launch configuration, which may lack a program
	 * @param monitor       shows what is waited for; canceling it ends the test
	 * @return what was found, in lines for users
	 * @throws CoreException              with the reason if jobs cannot run there
	 * @throws OperationCanceledException if the user has canceled the monitor
	 */
	public static List<String> run(ILaunchConfiguration configuration, IProgressMonitor monitor) throws CoreException {
		LaunchSettings settings = LaunchPlans.known(configuration);
		EngineChoice choice = EnginePlans.choice(settings);
		List<String> lines = new ArrayList<>(List.of(LaunchOptions.sentence(choice.description())));
		if (choice.isLocal()) {
			lines.add(MessageFormat.format(Messages.ConnectionTest_here, LaunchPlans.of(settings, choice).nodes().slots()));
			return lines;
		}
		JobSpec order = EnginePlans.order(configuration, settings, choice);
		if (choice.where().isEmpty()) {
			List<EngineReport> found = EngineReport.of(choice.name(), settings.environment());
			lines.addAll(found.stream().map(EngineReport::details).toList());
			if (found.stream().anyMatch(EngineReport::isMissing)) {
				throw new CoreException(Status.error(String.join("\n", lines)));
			}
		}
		if (choice.requestsAllocation(settings.environment())) {
			lines.add(Messages.ConnectionTest_allocation);
			return lines;
		}
		LaunchEngines.Opened opened = LaunchEngines.current().open(choice, order, settings.environment(), monitor);
		try {
			lines.add(MessageFormat.format(Messages.ConnectionTest_nodes, String.join(", ", opened.nodes().get())));
		} catch (ExecutionException e) {
			throw new CoreException(Status.error(MessageFormat.format(Messages.ConnectionTest_noNodes, opened.name()), e));
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			throw new OperationCanceledException();
		} finally {
			opened.close();
		}
		return lines;
	}
}
