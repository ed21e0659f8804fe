// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.cli.internal.options.LaunchWord;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.RunOrder;
import org.pmix4j.host.launcher.LauncherProcess;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.bytes.OwnProcess;
import org.pmix4j.prrte.DvmOptions;
import org.pmix4j.slurm.SlurmAllocation;
import org.pmix4j.slurm.SlurmOptions;
import org.pmix4j.slurm.SrunEngine;

/** Runs the job of {@code pmix4j run} in an allocation of Slurm: that of this process, or one that ends with the job. Stateless. */
final class SlurmRun {
	private SlurmRun() {
	}

	/** Runs the job, and returns its exit code. */
	static int run(EngineChoice engine, OptionLine line, RunOrder order, Console console) throws PmixException, IOException {
		if (engine.name().equals(EngineChoice.SRUN)) {
			return bySrun(line, order.job(), console);
		}
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
			throw new IllegalArgumentException("option --slurm is for the engines slurm and slurm:srun");
		}
	}

	/** Runs the job by srun: no DVM starts. */
	private static int bySrun(OptionLine line, JobSpec job, Console console) throws PmixException, IOException {
		refuseInside(line);
		Map<String, String> environment = OwnProcess.environment();
		if (DvmOptions.of(environment).program("srun").isEmpty()) {
			throw new PmixException(Status.ERR_NOT_FOUND, SrunEngine.MISSING);
		}
		try (Closeable guard = PidFile.withdrawnIfKilled(line)) {
			CommandStart.reportPid(line, console);
			LauncherProcess.prepare();
			return SubmitCommand.run(SlurmAllocation.of(environment).isPresent() ? SrunEngine.inside(environment)
					: SrunEngine.request(request(line), ranks(job), environment, console::message), job, console);
		}
	}

	private static void refuseInside(OptionLine line) {
		Optional<String> allocation = SlurmAllocation.of(OwnProcess.environment());
		if (line.has(LaunchWord.SLURM) && allocation.isPresent()) {
			throw new IllegalArgumentException("option --slurm requests an allocation, but this command is in one already, "
					+ allocation.get());
		}
	}

	/** Begins to start a DVM for a job, in the allocation of this process or one of its own. */
	static SlurmAllocation begin(OptionLine line, JobSpec job, Console console) throws PmixException {
		refuseInside(line);
		Map<String, String> environment = OwnProcess.environment();
		DvmOptions options = DvmOptions.of(job, environment);
		return SlurmAllocation.of(environment).isPresent() ? SlurmAllocation.inside(options)
				: SlurmAllocation.request(request(line), ranks(job), options, console::message);
	}

	/** Returns the options of the allocation. */
	private static SlurmOptions request(OptionLine line) {
		SlurmOptions request = SlurmOptions.NONE;
		if (line.has(LaunchWord.SLURM)) {
			for (String text : line.get(LaunchWord.SLURM)) {
				request = request.and(text);
			}
		}
		return request;
	}

	/** Returns the number of tasks to request; 0 if the job leaves it to Slurm. */
	private static int ranks(JobSpec job) {
		return job.apps().stream().allMatch(app -> app.options().isSet(AppOptions.RANKS)) ? job.size() : 0;
	}
}
