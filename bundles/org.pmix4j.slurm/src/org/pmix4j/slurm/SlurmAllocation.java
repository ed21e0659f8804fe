// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.slurm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.pmix4j.dvm.EngineServer;
import org.pmix4j.dvm.EngineStart;
import org.pmix4j.dvm.ServerEngine;
import org.pmix4j.job.JobListener;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.prrte.Dvm;
import org.pmix4j.prrte.DvmOptions;
import org.pmix4j.prrte.DvmStarter;
import org.pmix4j.slurm.internal.QueuedJob;
import org.pmix4j.slurm.internal.SlurmCommands;

/**
 * An allocation of Slurm with a DVM of PRRTE on its nodes: the allocation that this process is in, or one of its own. salloc is then the
 * parent of prte, so that the allocation ends with the DVM; while it waits in the queue it ends with this process, however that ends.
 * Owned by the engine that it returns. Thread-safe.
 *
 * @see "Slurm, salloc, OUTPUT ENVIRONMENT VARIABLES; PRRTE 3.0.8, ras/slurm and plm/slurm"
 */
public final class SlurmAllocation implements EngineServer, EngineStart {
	/** Not found: what to do. */
	public static final String MISSING = "the program salloc of Slurm is not in the PATH; install Slurm's clients (in Debian: slurm-client)";
	/** Becomes the program, and ends it when standard input ends. The check of the parent keeps it from ending a later process. */
	private static final String GUARDED = "exec 3<&0; (cat <&3; read -r own name state parent rest </proc/self/stat; [ \"$parent\" != $$ ]"
			+ " || kill $$) >/dev/null 2>&1 & exec 3<&-; exec \"$@\"";
	private static final Pattern PENDING = Pattern.compile("salloc: Pending job allocation (\\d+)");
	private static final Pattern GRANTED = Pattern.compile("salloc: Granted job allocation (\\d+)");
	private static final Pattern RELEASED = Pattern.compile("salloc: (Relinquishing job allocation|Job allocation) \\d+.*");
	private static final Duration END_LIMIT = Duration.ofSeconds(3);
	private static final Duration PAUSE = Duration.ofMillis(200);
	private static final Duration LONGER_PAUSE = Duration.ofSeconds(5);
	private static final String JOB = "SLURM_JOB_ID";

	private final SlurmCommands commands;
	private final Starter starter;
	private final Dvm dvm;

	private SlurmAllocation(SlurmCommands commands, Starter starter, Dvm dvm) {
		this.commands = commands;
		this.starter = starter;
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
		Starter starter = new Starter(options.environment().get(JOB), commands, List.of(), line -> {
		});
		return new SlurmAllocation(commands, starter, Dvm.begin(options));
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
		List<String> command = new ArrayList<>(List.of("sh", "-c", GUARDED, "sh", "salloc"));
		command.addAll(request.words());
		if (ranks > 0 && !request.has("ntasks") && !request.has("ntasks-per-node")) {
			command.add("--ntasks=" + ranks);
		}
		SlurmCommands commands = new SlurmCommands(options.environment());
		Starter starter = new Starter("", commands, command, messages);
		return new SlurmAllocation(commands, starter, Dvm.begin(options, starter));
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
	public String name() {
		return "a DVM of PRRTE in the allocation " + starter.id + " of Slurm";
	}

	@Override
	public CompletableFuture<List<String>> lastWords() {
		return dvm.lastWords().thenApplyAsync(words -> {
			List<String> all = new ArrayList<>(words.stream().filter(line -> !RELEASED.matcher(line).matches()).toList());
			ended().flatMap(QueuedJob::end).ifPresent(all::add);
			return all;
		}, Thread::startVirtualThread);
	}

	/** Returns the job of the allocation when its end is known; empty if it goes on. */
	private Optional<QueuedJob> ended() {
		long limit = System.nanoTime() + END_LIMIT.toNanos();
		Optional<QueuedJob> job = commands.job(starter.id);
		while (job.isPresent() && !job.get().hasEnded() && System.nanoTime() < limit && Starter.pause(PAUSE)) {
			job = commands.job(starter.id);
		}
		return job.filter(QueuedJob::hasEnded);
	}

	@Override
	public void close() {
		dvm.close();
		// all lines of salloc are read then
		dvm.lastWords().join();
		if (starter.isOwn() && !starter.isReleased && !starter.id.isEmpty()) {
			commands.cancel(starter.id);
		}
	}

	/** salloc, which starts prte. Called by the thread that reads its output. */
	private static final class Starter implements DvmStarter {
		private final SlurmCommands commands;
		private final List<String> command;
		private final Consumer<String> messages;
		private final CompletableFuture<Void> granted = new CompletableFuture<>();
		private volatile String id;
		private volatile boolean isReleased;

		Starter(String id, SlurmCommands commands, List<String> command, Consumer<String> messages) {
			this.id = id;
			this.commands = commands;
			this.command = command;
			this.messages = messages;
		}

		private boolean isOwn() {
			return !command.isEmpty();
		}

		@Override
		public List<String> command() {
			return command;
		}

		@Override
		public boolean take(String line) {
			Matcher pending = PENDING.matcher(line);
			Matcher given = GRANTED.matcher(line);
			if (pending.matches()) {
				id = pending.group(1);
				Thread.ofVirtual().start(this::reportWait);
			} else if (given.matches()) {
				id = given.group(1);
				granted.complete(null);
			}
			isReleased |= RELEASED.matcher(line).matches() && !line.contains("has been allocated");
			return pending.matches() || given.matches();
		}

		/** Reports why the job waits, whenever the reason changes. */
		private void reportWait() {
			String last = "";
			Duration next = PAUSE;
			while (!granted.isDone() && !isReleased) {
				String now = commands.job(id).filter(QueuedJob::isPending).filter(job -> !job.reason().equals("None")).map(QueuedJob::waiting)
						.orElse(last);
				if (!now.equals(last)) {
					messages.accept(now);
					last = now;
				}
				if (!pause(next)) {
					return;
				}
				next = last.isEmpty() ? PAUSE : LONGER_PAUSE;
			}
		}

		/** Waits; returns false if the thread is interrupted. */
		static boolean pause(Duration time) {
			try {
				TimeUnit.NANOSECONDS.sleep(time.toNanos());
				return true;
			} catch (InterruptedException e) {
				Thread.currentThread().interrupt();
				return false;
			}
		}

		@Override
		public CompletableFuture<Void> begun() {
			return granted;
		}

		@Override
		public Optional<String> refusal(List<String> lines) {
			if (granted.isDone()) {
				return Optional.empty();
			}
			String said = lines.stream().map(line -> "\n" + line.strip()).collect(Collectors.joining());
			return Optional.of("Slurm has not granted the allocation" + (said.isEmpty() ? ", and does not say why" : said));
		}
	}
}
