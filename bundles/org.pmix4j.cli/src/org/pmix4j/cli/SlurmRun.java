// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;

import org.pmix4j.cli.internal.options.LaunchWord;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.RunOrder;
import org.pmix4j.host.launcher.LauncherProcess;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.bytes.OwnProcess;
import org.pmix4j.prrte.DvmOptions;
import org.pmix4j.slurm.SlurmAllocation;
import org.pmix4j.slurm.SlurmOptions;

/** Runs the job of {@code pmix4j run} in an allocation of Slurm: that of this process, or one that ends with the job. Stateless. */
final class SlurmRun {
	private SlurmRun() {
	}

	/** Runs the job, and returns its exit code. */
	static int run(OptionLine line, RunOrder order, Console console) throws PmixException, IOException {
		SlurmAllocation allocation = begin(line, order.job(), console);
		try (allocation; Closeable guard = PidFile.withdrawnIfKilled(line)) {
			CommandStart.reportPid(line, console);
			LauncherProcess.prepare();
			return SubmitCommand.run(allocation.launching(), order.job(), console);
		}
	}

	/** Refuses options of an allocation for another engine. */
	static void refuse(OptionLine line) {
		if (line.has(LaunchWord.SLURM)) {
			throw new IllegalArgumentException("option --slurm is for the engine slurm");
		}
	}

	private static SlurmAllocation begin(OptionLine line, JobSpec job, Console console) throws PmixException {
		Map<String, String> environment = OwnProcess.environment();
		DvmOptions options = DvmOptions.of(job, environment);
		if (SlurmAllocation.of(environment).isPresent()) {
			if (line.has(LaunchWord.SLURM)) {
				throw new IllegalArgumentException("option --slurm requests an allocation, but this command is in one already, "
						+ SlurmAllocation.of(environment).get());
			}
			return SlurmAllocation.inside(options);
		}
		SlurmOptions request = SlurmOptions.NONE;
		if (line.has(LaunchWord.SLURM)) {
			for (String text : line.get(LaunchWord.SLURM)) {
				request = request.and(text);
			}
		}
		boolean isCounted = job.apps().stream().allMatch(app -> app.options().isSet(AppOptions.RANKS));
		return SlurmAllocation.request(request, isCounted ? job.size() : 0, options, console::message);
	}
}
