// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.configuration;

import java.io.IOException;
import java.util.List;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.pmix4j.host.JobSpec;
import org.pmix4j.host.StdinSpec;
import org.pmix4j.host.StreamSink;
import org.pmix4j.host.launcher.LaunchPlan;
import org.pmix4j.host.launcher.MapPreview;
import org.pmix4j.model.PmixException;

/** Plans launches as the command line does: which nodes and slots they use, and where their ranks run. Reads files. Stateless. */
public final class LaunchPlans {
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
	 * @param settings of a launch
	 * @return where its ranks would run on an idle machine
	 * @throws CoreException with the reason if they cannot be mapped
	 */
	public static MapPreview preview(LaunchSettings settings) throws CoreException {
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
