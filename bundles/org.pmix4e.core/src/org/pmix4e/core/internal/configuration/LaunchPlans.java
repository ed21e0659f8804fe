// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.configuration;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.pmix4e.core.spi.ProgramCommand;
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
	 * @return its plan
	 * @throws CoreException with the reason if it names nodes that do not exist, or a file that cannot be read
	 */
	public static LaunchPlan of(LaunchSettings settings) throws CoreException {
		return planned(job -> LaunchPlan.of(job, List.of(), System.getenv()), settings);
	}

	/**
	 * Maps the ranks of a configuration, which need not be complete, and never prompts the user.
	 *
	 * @param configuration a launch configuration
	 * @return where its ranks would run on an idle machine
	 * @throws CoreException with the reason if they cannot be mapped
	 */
	public static MapPreview preview(ILaunchConfiguration configuration) throws CoreException {
		OptionValues options = LaunchOptions.known(configuration);
		List<FurtherProgram> further = FurtherProgram.known(configuration);
		LaunchSettings settings = new LaunchSettings(ANY, List.of(), further,
				options.with(AppOptions.DIRECTORY, LaunchPlace.defaultDirectory(configuration).resolve(options.get(AppOptions.DIRECTORY))),
				Map.of(), StandardCharsets.UTF_8);
		return planned(job -> LaunchPlan.preview(job, List.of(), System.getenv()), settings);
	}

	private interface Planner<T> {
		T plan(JobSpec job) throws IOException, PmixException;
	}

	private static <T> T planned(Planner<T> planner, LaunchSettings settings) throws CoreException {
		try {
			return planner.plan(settings.jobSpec(StreamSink.standard(), StdinSpec.NONE.source()));
		} catch (IOException | PmixException | IllegalArgumentException e) {
			throw new CoreException(Status.error(LaunchOptions.sentence(String.valueOf(e.getMessage())), e));
		}
	}
}
