// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.slurm.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
	 * Removes a job from the queue, or ends it.
	 *
	 * @param job its id
	 */
	public void cancel(String job) {
		run("scancel", "-Q", job);
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
		Optional<Path> program = program(command[0]);
		if (program.isEmpty()) {
			return Optional.empty();
		}
		try {
			ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
			builder.command().set(0, program.get().toString());
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
