// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.slurm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.pmix4j.dvm.internal.EngineClosing;
import org.pmix4j.job.EngineCapability;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobEngine;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.Node;
import org.pmix4j.model.PmixException;
import org.pmix4j.slurm.internal.HeldAllocation;
import org.pmix4j.slurm.internal.Salloc;
import org.pmix4j.slurm.internal.SlurmCommands;
import org.pmix4j.slurm.internal.SrunJob;
import org.pmix4j.slurm.internal.SrunPlace;
import org.pmix4j.slurm.internal.SrunRequest;

/**
 * Runs jobs by srun in an allocation of Slurm, for sites without PRRTE. Each job is a step; Slurm's plug-ins serve PMIx or PMI. One thread
 * owns the state of all jobs. srun admits no tools: nothing is asked or polled while a job runs.
 *
 * @see "Slurm 22.05, srun(1)"
 */
public final class SrunEngine implements JobEngine {
	/** What it can do. */
	public static final Set<EngineCapability> CAPABILITIES = Set.copyOf(
			EnumSet.of(EngineCapability.INPUT, EngineCapability.SIGNALS, EngineCapability.RANK_OUTCOMES));
	/** Not found: what to do. */
	public static final String MISSING = "the program srun of Slurm is not in the PATH; install Slurm's clients (in Debian: slurm-client)";
	private static final AtomicInteger ENGINES = new AtomicInteger();

	private final SrunPlace place;
	private final Optional<HeldAllocation> own;
	private final String prefix;
	private final AtomicInteger numbers = new AtomicInteger();
	private final List<SrunJob> jobs = new CopyOnWriteArrayList<>();
	private final CompletableFuture<String> lost = new CompletableFuture<>();
	private final EngineClosing<SrunJob> closing = new EngineClosing<>(this::running);

	private SrunEngine(SrunPlace place, Optional<HeldAllocation> own) {
		this.place = place;
		this.own = own;
		prefix = "slurm-" + place.id() + "-" + ProcessHandle.current().pid() + "-" + ENGINES.incrementAndGet() + "@";
		own.ifPresent(held -> held.ended().thenRunAsync(() -> {
			if (!closing.hasBegun()) {
				lost.complete("the allocation " + place.id() + " of Slurm has ended");
			}
		}, Thread::startVirtualThread));
	}

	/**
	 * {@return an engine for the allocation that this process is in}
	 *
	 * @param environment of this process
	 */
	public static SrunEngine inside(Map<String, String> environment) {
		Map<String, String> allocation = environment.entrySet().stream().filter(each -> each.getKey().startsWith("SLURM_"))
				.collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
		return new SrunEngine(new SrunPlace(new SlurmCommands(environment), allocation), Optional.empty());
	}

	/**
	 * Requests an allocation and waits until it is granted, for any time; the allocation ends with the engine.
	 *
	 * @param request     options of salloc
	 * @param ranks       the number of tasks, unless the options state it; 0 to leave it to Slurm
	 * @param environment of the commands of Slurm
	 * @param messages    is given, on another thread, lines for the user while the allocation waits in the queue
	 * @return the engine
	 * @throws PmixException if it is not granted; the message says why, and may have several lines
	 */
	public static SrunEngine request(SlurmOptions request, int ranks, Map<String, String> environment, Consumer<String> messages)
			throws PmixException {
		SlurmCommands commands = new SlurmCommands(environment);
		HeldAllocation held = HeldAllocation.request(Salloc.of(request.counted(ranks), commands, messages), environment);
		return new SrunEngine(new SrunPlace(commands, held.await()), Optional.of(held));
	}

	@Override
	public String name() {
		return "srun in the allocation " + place.id() + " of Slurm";
	}

	@Override
	public List<Node> nodes() {
		return place.nodes();
	}

	@Override
	public Set<EngineCapability> capabilities() {
		return CAPABILITIES;
	}

	@Override
	public List<String> unsupported(JobSpec job) {
		return unsupportedBySrun(job);
	}

	/**
	 * {@return a line for each option of a job that srun would not honor, as {@link #unsupported}; known before there is an allocation}
	 *
	 * @param job the order
	 */
	public static List<String> unsupportedBySrun(JobSpec job) {
		return SrunRequest.unsupported(job);
	}

	@Override
	public Job launch(JobSpec spec, JobListener listener) {
		if (closing.hasBegun()) {
			throw new IllegalStateException("the engine is closed");
		}
		int number = numbers.incrementAndGet();
		SrunJob job = new SrunJob(place, prefix + number, number, spec, listener);
		jobs.add(job);
		job.ended().thenRun(() -> jobs.remove(job));
		place.thread().execute(job::launch);
		return job;
	}

	@Override
	public List<Job> jobs() {
		return new ArrayList<>(running());
	}

	private List<SrunJob> running() {
		return jobs.stream().filter(job -> !job.hasEnded()).toList();
	}

	@Override
	public CompletableFuture<Void> signal(int signal) {
		return CompletableFuture.allOf(running().stream().map(job -> job.deliver(signal)).toArray(CompletableFuture[]::new));
	}

	@Override
	public void interrupt() {
		running().forEach(SrunJob::interrupt);
	}

	@Override
	public CompletableFuture<String> dump() {
		return CompletableFuture.completedFuture(running().stream().map(SrunJob::dump).collect(Collectors.joining("\n")));
	}

	@Override
	public CompletableFuture<String> lost() {
		return lost.copy();
	}

	/**
	 * Ends the jobs, and the allocation if it is the engine's own. Jobs that do not end within their kill timeout and five seconds are killed.
	 * A further call waits for the end of the first.
	 *
	 * @throws IllegalStateException if a listener calls it: the thread would wait for itself
	 */
	@Override
	public void close() {
		Duration limit = running().stream().map(job -> job.spec().killTimeout()).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
		closing.run(place.thread().isCurrent(), limit, SrunJob::kill, job -> place.thread().execute(job::abandon), () -> {
			place.close();
			own.ifPresent(HeldAllocation::close);
		});
	}
}
