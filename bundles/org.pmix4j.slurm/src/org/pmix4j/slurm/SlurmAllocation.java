// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import org.pmix4j.dvm.ServerEngine;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobResult;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.prrte.Dvm;
import org.pmix4j.prrte.DvmOptions;
import org.pmix4j.prrte.DvmProcess;
import org.pmix4j.slurm.internal.QueuedJob;
import org.pmix4j.slurm.internal.Salloc;
import org.pmix4j.slurm.internal.SlurmCommands;

/**
 * An allocation of Slurm with a DVM of PRRTE on its nodes: the allocation that this process is in, or one of its own. salloc is then the
 * parent of prte, so that the allocation ends with the DVM; while it waits in the queue it ends with this process, however that ends.
 * Owned by the engine that it returns. Thread-safe.
 *
 * @see "Slurm, salloc, OUTPUT ENVIRONMENT VARIABLES; PRRTE 3.0.8, ras/slurm and plm/slurm"
 */
public final class SlurmAllocation implements DvmProcess {
	/** Not found: what to do. */
	public static final String MISSING = "the program salloc of Slurm is not in the PATH; install Slurm's clients (in Debian: slurm-client)";
	private static final String JOB = "SLURM_JOB_ID";

	private final SlurmCommands commands;
	private final Salloc salloc;
	private final Dvm dvm;

	private SlurmAllocation(SlurmCommands commands, Salloc salloc, Dvm dvm) {
		this.commands = commands;
		this.salloc = salloc;
		this.dvm = dvm;
	}

	/**
	 * {@return the id of the allocation of Slurm that a process is in, outside of a step with several tasks; empty if it is in none}
	 *
	 * @param environment of the process
	 */
	public static Optional<String> of(Map<String, String> environment) {
		return Optional.ofNullable(environment.get(JOB)).filter(id -> environment.getOrDefault("SLURM_STEP_NUM_TASKS", "1").equals("1"));
	}

	/**
	 * Begins to start a DVM in the allocation that this process is in, and does not wait until it is ready.
	 *
	 * @param options with the environment of this process
	 * @return the allocation
	 * @throws PmixException as {@link Dvm#begin}
	 */
	public static SlurmAllocation inside(DvmOptions options) throws PmixException {
		SlurmCommands commands = new SlurmCommands(options.environment());
		Salloc salloc = Salloc.none(options.environment().get(JOB), commands);
		return new SlurmAllocation(commands, salloc, Dvm.begin(options));
	}

	/**
	 * Requests an allocation, begins to start a DVM in it, and does not wait until it is granted.
	 *
	 * @param request  options of salloc
	 * @param ranks    the number of tasks, unless the options state it; 0 to leave it to Slurm
	 * @param options  with the environment of salloc and of the DVM
	 * @param messages is given, on a thread of this, lines for the user while the allocation waits in the queue
	 * @return the allocation
	 * @throws PmixException NOT_FOUND if salloc or prte is not found, ERROR if it cannot be started
	 */
	public static SlurmAllocation request(SlurmOptions request, int ranks, DvmOptions options, Consumer<String> messages)
			throws PmixException {
		if (options.program("salloc").isEmpty()) {
			throw new PmixException(Status.ERR_NOT_FOUND, MISSING);
		}
		SlurmCommands commands = new SlurmCommands(options.environment());
		Salloc salloc = Salloc.of(request.counted(ranks), commands, messages);
		return new SlurmAllocation(commands, salloc, Dvm.begin(options, salloc));
	}

	@Override
	public ServerEngine launching(JobListener listener) throws PmixException {
		return dvm.launching(this, listener);
	}

	@Override
	public ServerEngine following(JobListener listener) throws PmixException {
		return dvm.following(this, listener);
	}

	@Override
	public String await() throws PmixException {
		try {
			return dvm.await();
		} catch (PmixException e) {
			close();
			throw e;
		}
	}

	@Override
	public CompletableFuture<Integer> ended() {
		// prte ends in order when its daemons are told to
		return !salloc.isOwn() ? dvm.ended() : dvm.ended().thenApplyAsync(
				code -> code == 0 && commands.ended(salloc.id(), false).flatMap(QueuedJob::end).isPresent() ? JobResult.HOST_FAILED : code,
				Thread::startVirtualThread);
	}

	@Override
	public String name() {
		return "a DVM of PRRTE in the allocation " + salloc.id() + " of Slurm";
	}

	@Override
	public CompletableFuture<List<String>> lastWords() {
		return dvm.lastWords().thenApplyAsync(words -> {
			List<String> all = new ArrayList<>(words.stream().filter(line -> !Salloc.isRelease(line)).toList());
			commands.ended(salloc.id(), !salloc.isOwn()).flatMap(QueuedJob::end).ifPresent(all::add);
			return all;
		}, Thread::startVirtualThread);
	}

	@Override
	public CompletableFuture<Optional<String>> cancellation() {
		return CompletableFuture.supplyAsync(() -> commands.cancellation(salloc.id()), Thread::startVirtualThread);
	}

	@Override
	public void close() {
		dvm.close();
		// all lines of salloc are read then
		dvm.lastWords().join();
		salloc.revoke();
	}
}
