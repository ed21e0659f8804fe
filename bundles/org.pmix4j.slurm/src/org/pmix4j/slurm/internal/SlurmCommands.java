// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.slurm.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import org.pmix4j.prrte.DvmOptions;

/**
 * Runs the commands of Slurm. They write in formats that are given here, as their JSON differs by release. Immutable.
 *
 * @see "Slurm, squeue, sinfo, scancel"
 */
public final class SlurmCommands {
	private static final int LIMIT_SECONDS = 5;
	private static final Duration PAUSE = Duration.ofMillis(200);
	/** The time for the controller to note the end of a job whose programs have ended. */
	private static final Duration END_LIMIT = Duration.ofSeconds(3);

	private final Map<String, String> environment;

	/** @param environment of the commands */
	public SlurmCommands(Map<String, String> environment) {
		this.environment = Map.copyOf(environment);
	}

	/**
	 * {@return a job of the queue, also one that has ended some minutes ago; empty if the controller does not know it or does not answer
	 * within seconds}
	 *
	 * @param job its id
	 */
	public Optional<QueuedJob> job(String job) {
		return run("squeue", "-h", "-t", "all", "-j", job, "-o", QueuedJob.FORMAT).flatMap(lines -> lines.stream().findFirst())
				.flatMap(QueuedJob::parse);
	}

	/**
	 * {@return a job whose end is known; empty if it goes on, or its end is not known within seconds}
	 *
	 * @param job its id
	 * @param ran whether it has run, so that one that waits was put into the queue again
	 */
	public Optional<QueuedJob> ended(String job, boolean ran) {
		long limit = System.nanoTime() + END_LIMIT.toNanos();
		Optional<QueuedJob> found = job(job);
		while (found.isPresent() && !hasEnded(found.get(), ran) && System.nanoTime() < limit && pause(PAUSE)) {
			found = job(job);
		}
		return found.filter(known -> hasEnded(known, ran)).map(known -> known.isPending() ? known.requeued() : known);
	}

	/**
	 * {@return for users, why Slurm has ended a job that has run, or is ending it; empty if it has not}
	 *
	 * @param job its id
	 */
	public Optional<String> cancellation(String job) {
		// an end that has begun is known a moment later
		return job(job).filter(known -> !known.isRunning()).flatMap(known -> ended(job, true)).flatMap(QueuedJob::end);
	}

	private static boolean hasEnded(QueuedJob job, boolean ran) {
		return job.hasEnded() || ran && job.isPending();
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

	/**
	 * Removes a job from the queue, or ends it.
	 *
	 * @param job its id
	 */
	public void cancel(String job) {
		run("scancel", "-Q", job);
	}

	/**
	 * Sends a signal to the processes of a step, also to those that its programs have started.
	 *
	 * @param step   its id, such as {@code 12.0}
	 * @param signal 1 to 64
	 * @return whether Slurm has followed
	 */
	public boolean signal(String step, int signal) {
		return run("scancel", "-Q", "--signal=" + signal, step).isPresent();
	}

	/** {@return the names of a list of nodes such as {@code node[1-3]}; empty if Slurm does not answer} */
	public List<String> hostnames(String list) {
		return run("scontrol", "show", "hostnames", list).orElse(List.of());
	}

	/** {@return the kinds of MPI that srun has plug-ins for, such as pmix and none; empty if it does not list them} */
	public List<String> plugins() {
		// the list comes on either stream, by release
		List<String> lines = run(true, "srun", "--mpi=list").orElse(List.of());
		List<String> kinds = new ArrayList<>();
		for (String line : lines) {
			String kind = line.replaceFirst("^srun: *", "");
			if (!kind.isEmpty() && kind.chars().allMatch(each -> each == '_' || Character.isLetterOrDigit(each))) {
				kinds.add(kind);
			}
		}
		return kinds;
	}

	/** {@return the partitions with their nodes: lines such as {@code all* 3 nodes, up}; empty if there is no Slurm, or it does not answer} */
	public List<String> partitions() {
		return run("sinfo", "-h", "-o", "%P %D nodes, %a, time limit %l").orElse(List.of()).stream().distinct().toList();
	}

	/** {@return the release, such as {@code 22.05.8}; empty if there is no Slurm here} */
	public Optional<String> release() {
		return run("salloc", "--version").flatMap(lines -> lines.stream().findFirst()).map(line -> line.replaceFirst("^slurm[- ]*(wlm)? *", ""));
	}

	/** Returns a program of the PATH of the environment; Java would search that of this process. */
	Optional<Path> program(String name) {
		return DvmOptions.of(environment).program(name);
	}

	/** Returns the output of a command in lines; empty if it fails, or does not end within seconds. */
	private Optional<List<String>> run(String... command) {
		return run(false, command);
	}

	private Optional<List<String>> run(boolean withErrors, String... command) {
		Optional<Path> program = program(command[0]);
		if (program.isEmpty()) {
			return Optional.empty();
		}
		try {
			ProcessBuilder builder = new ProcessBuilder(command);
			builder.command().set(0, program.get().toString());
			if (withErrors) {
				builder.redirectErrorStream(true);
			} else {
				builder.redirectError(ProcessBuilder.Redirect.DISCARD);
			}
			builder.environment().clear();
			builder.environment().putAll(environment);
			Process process = builder.start();
			process.toHandle().onExit().orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).exceptionally(late -> {
				// ends the read below, too
				process.destroyForcibly();
				return process.toHandle();
			});
			process.getOutputStream().close();
			String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			return process.waitFor() == 0 ? Optional.of(text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList())
					: Optional.empty();
		} catch (IOException e) {
			return Optional.empty();
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			return Optional.empty();
		}
	}
}
