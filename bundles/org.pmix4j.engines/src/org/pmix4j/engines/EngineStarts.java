// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.engines;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

import org.pmix4j.dvm.EngineStart;
import org.pmix4j.dvm.ServerEngine;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.prrte.Dvm;
import org.pmix4j.prrte.DvmOptions;
import org.pmix4j.slurm.SlurmAllocation;
import org.pmix4j.slurm.SlurmOptions;
import org.pmix4j.tool.PmixTool;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/** Begins to start the engines that run jobs in a server. Stateless. */
public final class EngineStarts {
	/** Input may wait for its readers, and output for its reader, for any time. */
	private static final Duration ANY_TIME = Duration.ofDays(365);

	private EngineStarts() {
	}

	/**
	 * Begins to start the engine of a job, and does not wait until it is ready.
	 *
	 * @param choice      an engine that is not that of this machine
	 * @param job         the order, which names the nodes
	 * @param environment of the programs that it starts; they are searched in its PATH
	 * @param messages    is given, on another thread, why an allocation waits in the queue
	 * @return the start
	 * @throws PmixException            if it cannot begin: a program is not found, or not started
	 * @throws IllegalArgumentException if it cannot be what the user says
	 */
	public static EngineStart begin(EngineChoice choice, JobSpec job, Map<String, String> environment, Consumer<String> messages)
			throws PmixException {
		if (choice.isLocal()) {
			throw new IllegalArgumentException("the engine local starts with its host");
		}
		if (!choice.where().isEmpty()) {
			return new NamedServer(choice.name(), choice.where());
		}
		DvmOptions options = DvmOptions.of(job, environment);
		return choice.name().equals(EngineChoice.SLURM) ? allocation(choice.request(), job, options, messages) : Dvm.begin(options);
	}

	private static SlurmAllocation allocation(EngineRequest request, JobSpec job, DvmOptions options, Consumer<String> messages)
			throws PmixException {
		if (SlurmAllocation.of(options.environment()).isPresent()) {
			if (!request.slurm().isEmpty()) {
				throw new IllegalArgumentException("option --slurm requests an allocation, but this process is in one already, "
						+ SlurmAllocation.of(options.environment()).get());
			}
			return SlurmAllocation.inside(options);
		}
		SlurmOptions wanted = SlurmOptions.NONE;
		for (String text : request.slurm()) {
			wanted = wanted.and(text);
		}
		boolean isCounted = job.apps().stream().allMatch(app -> app.options().isSet(AppOptions.RANKS));
		return SlurmAllocation.request(wanted, isCounted ? job.size() : 0, options, messages);
	}

	/** A server that runs already. */
	private record NamedServer(String engine, String where) implements EngineStart {
		@Override
		public ServerEngine launching(JobListener listener) throws PmixException {
			return ServerEngine.launching(attach(), listener);
		}

		@Override
		public ServerEngine following(JobListener listener) throws PmixException {
			return ServerEngine.following(attach(), listener);
		}

		/** Attaches, and refuses a server of another kind than the engine's name says. */
		private PmixTool attach() throws PmixException {
			PmixTool tool = PmixTool.open(ToolOptions.of(ServerChoice.named(where)).withRequestLimit(ANY_TIME).withHandlerLimit(ANY_TIME));
			String kind = EngineChoice.of(tool.server());
			if (!kind.equals(engine)) {
				tool.close();
				throw new IllegalArgumentException("the server " + where + " is not one of the engine " + engine + "; use --engine " + kind + ":"
						+ where);
			}
			return tool;
		}

		@Override
		public void close() {
			// the server stays
		}
	}
}
