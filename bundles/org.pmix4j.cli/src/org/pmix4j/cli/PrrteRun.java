// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.RunOrder;
import org.pmix4j.dvm.ServerEngine;
import org.pmix4j.host.launcher.LauncherProcess;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.OptionScope;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.bytes.OwnProcess;
import org.pmix4j.prrte.Dvm;
import org.pmix4j.prrte.DvmOptions;
import org.pmix4j.tool.PmixTool;

/** Runs the job of {@code pmix4j run} in a DVM of PRRTE, or in a server that stays. Stateless. */
final class PrrteRun {
	private PrrteRun() {
	}

	/** Runs the job, and returns its exit code. */
	static int run(EngineChoice engine, OptionLine line, RunOrder order, Console console) throws PmixException, IOException {
		refuseLocalOptions(engine, order);
		if (engine.isSlurm()) {
			return SlurmRun.run(engine, line, order, console);
		}
		SlurmRun.refuse(line);
		if (!engine.where().isEmpty()) {
			try (Closeable guard = PidFile.withdrawnIfKilled(line)) {
				CommandStart.reportPid(line, console);
				LauncherProcess.prepare();
				return SubmitCommand.run(ServerEngine.launching(attach(engine)), order.job(), console);
			}
		}
		// the DVM starts while this process prepares
		Dvm dvm = Dvm.begin(DvmOptions.of(order.job(), OwnProcess.environment()));
		try (dvm; Closeable guard = PidFile.withdrawnIfKilled(line)) {
			CommandStart.reportPid(line, console);
			LauncherProcess.prepare();
			return SubmitCommand.run(dvm.launching(), order.job(), console);
		}
	}

	/** Attaches to a server of the kind that the engine's name says. */
	private static PmixTool attach(EngineChoice engine) throws PmixException {
		PmixTool tool = Servers.attach(engine.where());
		String kind = EngineChoice.of(tool.server());
		if (!kind.equals(engine.name())) {
			tool.close();
			throw new IllegalArgumentException("the server " + engine.where() + " is not one of the engine " + engine.name() + "; use --engine "
					+ kind + ":" + engine.where());
		}
		return tool;
	}

	/** Refuses options of the server that the engine of this machine starts. */
	private static void refuseLocalOptions(EngineChoice engine, RunOrder order) {
		List<String> words = new ArrayList<>();
		for (JobOption<?> option : OptionTable.all()) {
			if (option.scope() == OptionScope.LAUNCHER && order.launcher().isSet(option)) {
				words.add(option.words().get(0));
			}
		}
		if (!words.isEmpty()) {
			throw new IllegalArgumentException("the engine " + engine.name() + (engine.where().isEmpty() ? "" : ":" + engine.where())
					+ " does not honor " + String.join(", ", words) + ", which is for the engine local");
		}
	}
}
