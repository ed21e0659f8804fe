// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.configuration;

import java.io.IOException;
import java.util.List;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4j.engines.EngineChoice;
import org.pmix4j.engines.EngineRequest;
import org.pmix4j.host.launcher.NamedNodes;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.StdinSpec;
import org.pmix4j.job.StreamSink;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.model.PmixException;

/** Finds the engine of a launch as the command line does. Reads files, and starts nothing. Stateless. */
public final class EnginePlans {
	private EnginePlans() {
	}

	/** Does what may fail as the command line says. */
	interface Step<T> {
		T run() throws IOException, PmixException, CoreException;
	}

	/**
	 * @param configuration a launch configuration
	 * @param mayAsk        whether the user may be asked for the values of variables; if not, values with such variables are left out
	 * @return what it says about the engine
	 * @throws CoreException if a value has another type, or contains a variable that is unknown or has no value now
	 */
	public static EngineRequest request(ILaunchConfiguration configuration, boolean mayAsk) throws CoreException {
		String engine = mayAsk ? Attributes.text(configuration, PmixLaunchConstants.ATTR_ENGINE, "")
				: Attributes.known(configuration, PmixLaunchConstants.ATTR_ENGINE);
		String slurm = mayAsk ? Attributes.text(configuration, PmixLaunchConstants.ATTR_SLURM, "")
				: Attributes.known(configuration, PmixLaunchConstants.ATTR_SLURM);
		return new EngineRequest(engine, slurm.isEmpty() ? List.of() : List.of(slurm));
	}

	/**
	 * @param settings of a launch, which need not be complete
	 * @return its engine
	 * @throws CoreException with the reason if there is no such engine, or a hostfile is wrong
	 */
	public static EngineChoice choice(LaunchSettings settings) throws CoreException {
		return step(() -> {
			EngineChoice choice = EngineChoice.of(settings.engine(), new NamedNodes(order(settings)), settings.environment());
			if (choice.name().equals(EngineChoice.SRUN)) {
				// its jobs have no server that the views could show
				throw new IllegalArgumentException("the engine " + choice.name() + " is for 'pmix4j run' only; use the engine "
						+ EngineChoice.SLURM);
			}
			return choice;
		});
	}

	/**
	 * Prepares a launch for an engine that is not that of this machine.
	 *
	 * @param configuration the launch configuration
	 * @param settings      its settings
	 * @param choice        the engine
	 * @return the order
	 * @throws CoreException with the reasons if the engine does not honor an option
	 */
	public static JobSpec order(ILaunchConfiguration configuration, LaunchSettings settings, EngineChoice choice) throws CoreException {
		return step(() -> {
			choice.requireHonored(settings.options());
			JobSpec job = order(withoutPreferences(configuration, settings));
			List<String> unsupported = choice.unsupported(job);
			if (!unsupported.isEmpty()) {
				throw new IllegalArgumentException("the engine " + choice.name() + " does not honor " + String.join("; ", unsupported));
			}
			return job;
		});
	}

	/** Leaves out the kill timeout of the preferences: it is a default of this workbench, and engines have defaults of their own. */
	private static LaunchSettings withoutPreferences(ILaunchConfiguration configuration, LaunchSettings settings) throws CoreException {
		return configuration.hasAttribute(PmixLaunchConstants.ATTR_KILL_TIMEOUT) ? settings
				: settings.withOptions(settings.options().without(JobOptions.KILL_TIMEOUT));
	}

	private static JobSpec order(LaunchSettings settings) {
		return settings.jobElsewhere(StreamSink.standard(), StdinSpec.NONE.source());
	}

	/** Returns the result of a step, or throws its failure as a sentence for the user. */
	static <T> T step(Step<T> step) throws CoreException {
		try {
			return step.run();
		} catch (IOException | PmixException | IllegalArgumentException e) {
			throw new CoreException(Status.error(LaunchOptions.sentence(String.valueOf(e.getMessage())), e));
		}
	}
}
