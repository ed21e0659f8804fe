// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.trace;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.model.internal.text.ProgramForm;

/**
 * Takes stack traces of processes of this machine with the programs that it has: jstack for JVMs; py-spy, or gdb if it knows the
 * interpreter, for Python; else eu-stack, gstack or gdb. Owned by a node; thread-safe.
 */
public final class StackTracer {
	/** The longest time that a program gets for one process. */
	private static final Duration LIMIT = Duration.ofSeconds(10);
	private static final int MOST_LINES = 1000;

	private final String path;
	private final Path javaHome;
	private final Duration limit;
	private final Semaphore running = new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors()));

	/** Uses the programs of PATH and of this JDK. */
	public StackTracer() {
		this(LIMIT);
	}

	/** @param limit the longest time that a program gets for one process */
	public StackTracer(Duration limit) {
		this(Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin"), javaHome(), limit);
	}

	/** The native executable has no JDK of its own. */
	private static Path javaHome() {
		String chosen = Optional.ofNullable(System.getenv("JAVA_HOME")).orElse("/");
		return Path.of(ProgramForm.isNative() ? chosen : System.getProperty("java.home", "/"));
	}

	/**
	 * @param path     directories of programs
	 * @param javaHome of a JDK
	 * @param limit    the longest time that a program gets for one process
	 */
	public StackTracer(String path, Path javaHome, Duration limit) {
		this.path = path;
		this.javaHome = javaHome;
		this.limit = limit;
	}

	/**
	 * Takes the stack traces of all threads of a process. Blocks, at the longest as long as the programs may take for it and for the
	 * processes before it.
	 *
	 * @param pid of the process
	 * @return the threads, each with its frames, without other output of the program; or the reason why there are none
	 */
	public List<String> trace(int pid) {
		MappedFiles files = MappedFiles.of(pid);
		List<TraceTool> tools = files.isJava() ? List.of(TraceTool.JSTACK)
				: files.isPython() ? TraceTool.python(files.gdbScripts()) : TraceTool.NATIVE;
		String directories = files.isJava() ? Stream.concat(files.javaHomes(), Stream.of(javaHome)).map(home -> home.resolve("bin").toString())
				.collect(Collectors.joining(File.pathSeparator, "", File.pathSeparator + path)) : path;
		List<List<String>> commands = tools.stream().flatMap(tool -> tool.command(directories, pid).stream()).toList();
		if (commands.isEmpty()) {
			return List.of("no stack trace: this machine has none of the programs that take one; install one of: "
					+ tools.stream().map(TraceTool::name).distinct().collect(Collectors.joining(", ")));
		}
		try {
			running.acquire();
			try {
				return first(commands);
			} finally {
				running.release();
			}
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			return List.of("no stack trace: interrupted");
		}
	}

	/** Returns the stacks by the first of these commands that finds any; else what they say about it. */
	private List<String> first(List<List<String>> commands) {
		List<String> reasons = new ArrayList<>();
		for (List<String> command : commands) {
			List<String> output = new ArrayList<>();
			boolean inTime = true;
			try {
				inTime = run(command, output);
			} catch (IOException e) {
				output.add("no stack trace: " + e.getMessage());
			}
			List<String> stacks = ThreadStacks.of(output).stream().flatMap(List::stream).toList();
			reasons.addAll(stacks.isEmpty() ? ThreadStacks.reason(output) : stacks);
			if (!inTime) {
				reasons.add(command.get(0) + " was ended after " + limit.toSeconds() + " s");
				return reasons;
			}
			if (!stacks.isEmpty()) {
				return stacks;
			}
			if (output.isEmpty()) {
				reasons.add("no stack trace: " + command.get(0) + " has printed nothing");
			}
		}
		return reasons;
	}

	/** Runs a command; returns whether it has ended in time. */
	private boolean run(List<String> command, List<String> lines) throws IOException {
		Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectInput(new File("/dev/null")).start();
		CompletableFuture<Boolean> late = new CompletableFuture<Boolean>().completeOnTimeout(true, limit.toMillis(), TimeUnit.MILLISECONDS);
		late.thenRun(() -> {
			process.descendants().forEach(ProcessHandle::destroyForcibly);
			process.destroyForcibly();
		});
		try (BufferedReader reader = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
			for (String line = reader.readLine(); line != null; line = reader.readLine()) {
				if (lines.size() < MOST_LINES) {
					lines.add(line);
				}
			}
		} catch (IOException e) {
			// the output of a program that is ended may close while it is read
			if (!late.isDone()) {
				throw e;
			}
		} finally {
			late.cancel(false);
			process.destroyForcibly();
		}
		return late.isCancelled();
	}
}
