// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.engines;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import org.pmix4j.dvm.EngineStart;
import org.pmix4j.dvm.ServerEngine;
import org.pmix4j.job.JobEngine;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.prrte.Dvm;
import org.pmix4j.prrte.DvmOptions;
import org.pmix4j.prrte.DvmProcess;
import org.pmix4j.slurm.SlurmAllocation;
import org.pmix4j.slurm.SlurmOptions;
import org.pmix4j.slurm.SrunEngine;
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
	 * @param choice      an engine that is neither that of this machine nor srun
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
		if (choice.name().equals(EngineChoice.SRUN)) {
			throw new IllegalArgumentException("the engine " + EngineChoice.SRUN + " has no server");
		}
		if (!choice.where().isEmpty()) {
			return new NamedServer(choice.name(), choice.where());
		}
		return dvm(choice, job, environment, messages);
	}

	/**
	 * Begins to start a DVM of PRRTE, and does not wait until it is ready.
	 *
	 * @param choice      {@link EngineChoice#PRRTE} or {@link EngineChoice#SLURM}, without the name of a running server
	 * @param job         the order, which names the nodes
	 * @param environment of the programs that it starts; they are searched in its PATH
	 * @param messages    is given, on another thread, why an allocation waits in the queue
	 * @return the DVM
	 * @throws PmixException            if it cannot begin: a program is not found, or not started
	 * @throws IllegalArgumentException if it cannot be what the user says
	 */
	public static DvmProcess dvm(EngineChoice choice, JobSpec job, Map<String, String> environment, Consumer<String> messages)
			throws PmixException {
		DvmOptions options = DvmOptions.of(job, environment);
		return choice.name().equals(EngineChoice.SLURM) ? allocation(choice.request(), job, options, messages) : Dvm.begin(options);
	}

	/**
	 * Starts the engine that runs a job by srun, and waits until its allocation is granted, for any time.
	 *
	 * @param choice      {@link EngineChoice#SRUN}
	 * @param job         the order
	 * @param environment of the commands of Slurm; they are searched in its PATH
	 * @param messages    is given, on another thread, why an allocation waits in the queue
	 * @return the engine
	 * @throws PmixException            if srun is not found, or the allocation is not granted
	 * @throws IllegalArgumentException if it cannot be what the user says
	 */
	public static JobEngine srun(EngineChoice choice, JobSpec job, Map<String, String> environment, Consumer<String> messages)
			throws PmixException {
		if (DvmOptions.of(environment).program("srun").isEmpty()) {
			throw new PmixException(Status.ERR_NOT_FOUND, SrunEngine.MISSING);
		}
		return isInside(choice.request(), environment) ? SrunEngine.inside(environment)
				: SrunEngine.request(wanted(choice.request()), ranks(job), environment, messages);
	}

	private static SlurmAllocation allocation(EngineRequest request, JobSpec job, DvmOptions options, Consumer<String> messages)
			throws PmixException {
		return isInside(request, options.environment()) ? SlurmAllocation.inside(options)
				: SlurmAllocation.request(wanted(request), ranks(job), options, messages);
	}

	/** Returns whether the process is in an allocation, and refuses the request of another one. */
	private static boolean isInside(EngineRequest request, Map<String, String> environment) {
		Optional<String> allocation = SlurmAllocation.of(environment);
		if (allocation.isPresent() && !request.slurm().isEmpty()) {
			throw new IllegalArgumentException("option --slurm requests an allocation, but this process is in one already, "
					+ allocation.get());
		}
		return allocation.isPresent();
	}

	private static SlurmOptions wanted(EngineRequest request) {
		SlurmOptions wanted = SlurmOptions.NONE;
		for (String text : request.slurm()) {
			wanted = wanted.and(text);
		}
		return wanted;
	}

	/** Returns the number of tasks to request; 0 if the job leaves it to Slurm. */
	private static int ranks(JobSpec job) {
		return job.apps().stream().allMatch(app -> app.options().isSet(AppOptions.RANKS)) ? job.size() : 0;
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
