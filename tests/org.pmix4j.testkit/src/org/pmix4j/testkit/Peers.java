// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Assumptions;

/**
 * The programs that tests talk to: C peers on libpmix and Open MPI, compiled once a run, and Python peers. What the machine lacks is
 * a failure where CI=true; elsewhere it ends the test as not done, with the reason. Thread-safe.
 */
public final class Peers {
	private static final Path FOLDER = Checkout.root().resolve("tests/org.pmix4j.interop.tests");
	private static final String PYTHON = "/usr/bin/python3";
	private static final int LIMIT_SECONDS = 60;
	private static final Map<String, Path> COMPILED = new ConcurrentHashMap<>();

	private record Tried(int exitCode, String output) {
	}

	private Peers() {
	}

	/**
	 * @param name of a C source; those that begin with mpi are compiled by mpicc, the others by pmixcc
	 * @return the program
	 */
	public static Path c(String name) {
		return COMPILED.computeIfAbsent(name, peer -> compile(peer, FOLDER.resolve("c/" + peer + ".c")));
	}

	/**
	 * @param name of a C source among the examples
	 * @return the program
	 */
	public static Path example(String name) {
		return COMPILED.computeIfAbsent("examples/" + name, example -> compile(name, Checkout.root().resolve(example + ".c")));
	}

	/**
	 * @param name   of a Python source
	 * @param module that it needs
	 * @return the script, which can be executed
	 */
	public static Path python(String name, String module) {
		if (!Files.isExecutable(Path.of(PYTHON)) || run(List.of(PYTHON, "-c", "import " + module)).exitCode() != 0) {
			throw missing("the Python module " + module + " of " + PYTHON);
		}
		return FOLDER.resolve("python/" + name + ".py");
	}

	private static Path compile(String name, Path source) {
		String compiler = name.startsWith("mpi") ? "mpicc" : "pmixcc";
		if (!isInstalled(compiler)) {
			throw missing("the compiler " + compiler);
		}
		try {
			Path folder = Files.createDirectories(FOLDER.resolve("target/peers"));
			Path fresh = Files.createTempFile(folder, name, null);
			Tried tried = run(List.of(compiler, "-std=gnu11", "-O1", "-g", "-o", fresh.toString(), source.toString()));
			if (tried.exitCode() != 0) {
				throw new AssertionError(compiler + " does not compile " + name + ".c:\n" + tried.output());
			}
			// in one step, as another run of the tests may just be starting it
			return Files.move(fresh, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
		} catch (IOException e) {
			throw new UncheckedIOException("cannot compile " + name + ".c", e);
		}
	}

	private static boolean isInstalled(String program) {
		return List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)).stream()
				.anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
	}

	private static Tried run(List<String> command) {
		try {
			Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectInput(new File("/dev/null")).start();
			String output = new String(process.getInputStream().readAllBytes());
			if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
				process.destroyForcibly();
				throw new AssertionError(String.join(" ", command) + " did not end within " + LIMIT_SECONDS + " s");
			}
			return new Tried(process.exitValue(), output);
		} catch (IOException e) {
			throw new UncheckedIOException(String.join(" ", command), e);
		} catch (InterruptedException e) {
			throw new IllegalStateException("interrupted while running " + String.join(" ", command), e);
		}
	}

	private static RuntimeException missing(String what) {
		String message = "not installed: " + what + " (./verify installs or names the packages)";
		if ("true".equals(System.getenv("CI"))) {
			throw new AssertionError(message);
		}
		System.err.println("not tested, because " + message);
		return Assumptions.abort(message);
	}
}
