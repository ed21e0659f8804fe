// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.trace;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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

/**
 * Takes stack traces of processes of this machine with the programs that it has: jstack for JVMs, else eu-stack, gstack or gdb. Owned by
 * a node; thread-safe.
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
		this(Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin"), Path.of(System.getProperty("java.home", "/")), LIMIT);
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
	 * Takes the stack traces of all threads of a process. Blocks, at the longest as long as the program may take for it and for the
	 * processes before it.
	 *
	 * @param pid of the process
	 * @return the output of the program, or one line that says why there is none
	 */
	public List<String> trace(int pid) {
		boolean isJava = isJava(pid);
		Optional<List<String>> command = isJava
				? TraceTool.JSTACK.command(javaHome.resolve("bin") + File.pathSeparator + path, pid)
				: TraceTool.NATIVE.stream().flatMap(tool -> tool.command(path, pid).stream()).findFirst();
		if (command.isEmpty()) {
			String missing = isJava ? TraceTool.JSTACK.name() : TraceTool.NATIVE.stream().map(TraceTool::name).collect(Collectors.joining(", "));
			return List.of("no stack trace: this machine has none of the programs that take one: " + missing);
		}
		try {
			running.acquire();
			try {
				return run(command.get());
			} finally {
				running.release();
			}
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			return List.of("no stack trace: interrupted");
		} catch (IOException e) {
			return List.of("no stack trace: " + e.getMessage());
		}
	}

	/** Returns whether the process has loaded a JVM, whatever its program is called. */
	private static boolean isJava(int pid) {
		try (Stream<String> maps = Files.lines(Path.of("/proc", Integer.toString(pid), "maps"), StandardCharsets.ISO_8859_1)) {
			return maps.anyMatch(line -> line.endsWith("/libjvm.so"));
		} catch (IOException | UncheckedIOException e) {
			return false;
		}
	}

	private List<String> run(List<String> command) throws IOException {
		Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectInput(new File("/dev/null")).start();
		CompletableFuture<Boolean> late = new CompletableFuture<Boolean>().completeOnTimeout(true, limit.toMillis(), TimeUnit.MILLISECONDS);
		late.thenRun(() -> {
			process.descendants().forEach(ProcessHandle::destroyForcibly);
			process.destroyForcibly();
		});
		List<String> lines = new ArrayList<>();
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
			if (!late.isDone()) {
				late.cancel(false);
			} else {
				lines.add(command.get(0) + " was ended after " + limit.toSeconds() + " s");
			}
			process.destroyForcibly();
		}
		return lines.isEmpty() ? List.of("no stack trace: " + command.get(0) + " has printed nothing") : lines;
	}
}
