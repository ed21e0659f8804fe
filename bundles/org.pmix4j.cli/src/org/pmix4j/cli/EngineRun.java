// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;

import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.RunOrder;
import org.pmix4j.dvm.EngineStart;
import org.pmix4j.engines.EngineChoice;
import org.pmix4j.engines.EngineStarts;
import org.pmix4j.host.launcher.LauncherProcess;
import org.pmix4j.job.JobEngine;
import org.pmix4j.job.JobSpec;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.bytes.OwnProcess;

/** Runs the job of {@code pmix4j run} on another engine than that of this machine. Stateless. */
final class EngineRun {
	private EngineRun() {
	}

	/** Returns the engine when it is ready. */
	private interface Opening {
		JobEngine open() throws PmixException;
	}

	/** Runs the job, and returns its exit code. */
	static int run(EngineChoice engine, OptionLine line, RunOrder order, Console console) throws PmixException, IOException {
		engine.requireHonored(order.launcher());
		JobSpec job = order.job();
		Consumer<String> waits = wait -> console.message(wait + "; Ctrl-C revokes it");
		if (engine.name().equals(EngineChoice.SRUN)) {
			return run(() -> EngineStarts.srun(engine, job, OwnProcess.environment(), waits), line, job, console);
		}
		// a DVM starts while this process prepares
		try (EngineStart start = EngineStarts.begin(engine, job, OwnProcess.environment(), waits)) {
			return run(start::launching, line, job, console);
		}
	}

	private static int run(Opening engine, OptionLine line, JobSpec job, Console console) throws PmixException, IOException {
		try (Closeable guard = PidFile.withdrawnIfKilled(line)) {
			CommandStart.reportPid(line, console);
			LauncherProcess.prepare();
			return SubmitCommand.run(engine.open(), job, console);
		}
	}
}
