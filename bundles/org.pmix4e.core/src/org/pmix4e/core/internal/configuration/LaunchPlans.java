// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.configuration;

import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.util.List;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.spi.ProgramCommand;
import org.pmix4j.engines.EngineChoice;
import org.pmix4j.host.launcher.LaunchPlan;
import org.pmix4j.host.launcher.MapPreview;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.StdinSpec;
import org.pmix4j.job.StreamSink;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.model.PmixException;

/** Plans launches as the command line does: which nodes and slots they use, and where their ranks run. Reads files. Stateless. */
public final class LaunchPlans {
	/** The program does not change the map. */
	private static final ProgramCommand ANY = new ProgramCommand("program", "program", List.of());

	private LaunchPlans() {
	}

	/**
	 * @param settings of a launch
	 * @param choice   its engine, that of this machine
	 * @return its plan
	 * @throws CoreException with the reason if it names nodes that do not exist, or a file that cannot be read
	 */
	public static LaunchPlan of(LaunchSettings settings, EngineChoice choice) throws CoreException {
		return EnginePlans.step(() -> {
			try {
				return LaunchPlan.of(order(settings), List.of(), System.getenv());
			} catch (PmixException e) {
				throw choice.explained(e);
			}
		});
	}

	/**
	 * Maps the ranks of a configuration, which need not be complete, and never prompts the user.
	 *
	 * @param configuration a launch configuration
	 * @return where its ranks would run on an idle machine
	 * @throws CoreException with the reason if they cannot be mapped, or another engine than that of this machine maps them
	 */
	public static MapPreview preview(ILaunchConfiguration configuration) throws CoreException {
		LaunchSettings settings = known(configuration);
		EngineChoice choice = EnginePlans.choice(settings);
		if (!choice.isLocal()) {
			throw new CoreException(Status.error(MessageFormat.format(Messages.LaunchPlans_elsewhere, choice.name())));
		}
		return EnginePlans.step(() -> LaunchPlan.preview(order(settings), List.of(), System.getenv()));
	}

	/**
	 * @param configuration a launch configuration
	 * @return its settings without those that depend on a prompt, and without a program
	 * @throws CoreException if a value is wrong
	 */
	public static LaunchSettings known(ILaunchConfiguration configuration) throws CoreException {
		OptionValues options = LaunchOptions.known(configuration);
		return new LaunchSettings(ANY, List.of(), FurtherProgram.known(configuration),
				options.with(AppOptions.DIRECTORY, LaunchPlace.defaultDirectory(configuration).resolve(options.get(AppOptions.DIRECTORY))),
				EnginePlans.request(configuration, false), LaunchPlace.environment(configuration), StandardCharsets.UTF_8);
	}

	private static JobSpec order(LaunchSettings settings) {
		return settings.jobSpec(StreamSink.standard(), StdinSpec.NONE.source());
	}
}
