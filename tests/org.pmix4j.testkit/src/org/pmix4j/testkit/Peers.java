// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Assumptions;

/**
 * Peer programs for tests: C programs with libpmix, Open MPI and MPICH, compiled once per run, and Python programs. A missing requirement
 * fails the test if CI=true; otherwise the test is aborted with the reason. Thread-safe.
 */
public final class Peers {
	private static final Path FOLDER = Checkout.root().resolve("tests/org.pmix4j.interop.tests");
	private static final Path TRIXIE = Checkout.root().resolve("releng/peers/trixie.sh");
	private static final Path FORKY = Checkout.root().resolve("releng/peers/forky.sh");
	private static final String PYTHON = "/usr/bin/python3";
	private static final String PMIXCC = "pmixcc";
	private static final String FORTRAN = "mpifort";
	private static final String MPICH = "mpicc.mpich";
	private static final Path PMI2_HEADER = Path.of("/usr/include/slurm/pmi2.h");
	private static final int LIMIT_SECONDS = 600;
	private static final Map<String, Path> COMPILED = new ConcurrentHashMap<>();
	/** Install prefix of a libpmix of another release, built by hand, with which non-MPI peers are then linked. */
	private static final Optional<Path> PREFIX = Optional.ofNullable(System.getenv("PMIX4J_PMIX_PREFIX")).filter(path -> !path.isEmpty())
			.map(path -> Path.of(path).toAbsolutePath());

	private record Tried(int exitCode, String output) {
	}

	private Peers() {
	}

	/**
	 * @param name name of a C source; sources whose names begin with mpi are compiled by mpicc, with shmem by oshcc, others by pmixcc of the
	 *             system or of the OpenPMIx in PMIX4J_PMIX_PREFIX
	 * @return the program
	 */
	public static Path c(String name) {
		return COMPILED.computeIfAbsent(name, peer -> compile(peer, source(peer)));
	}

	/**
	 * Returns a peer that is linked with MPICH.
	 *
	 * @param name name of a C source with MPI
	 * @return the program
	 */
	public static Path mpich(String name) {
		return COMPILED.computeIfAbsent("mpich/" + name, peer -> compile(List.of(installed(MPICH).toString()), name, source(name),
				FOLDER.resolve("target/peers/mpich")));
	}

	/**
	 * Returns a peer that is linked with Slurm's library for PMI-2.
	 *
	 * @param name name of a C source
	 * @return the program
	 */
	public static Path pmi2(String name) {
		if (!Files.exists(PMI2_HEADER)) {
			throw missing("libpmi2-0-dev");
		}
		return COMPILED.computeIfAbsent("pmi2/" + name, peer -> compile(List.of("gcc", "-Wl,--no-as-needed", "-lpmi2"), name, source(name),
				FOLDER.resolve("target/peers/pmi2")));
	}

	/**
	 * @param name name of a C source
	 * @return the source
	 */
	public static Path source(String name) {
		return FOLDER.resolve("c/" + name + ".c");
	}

	/**
	 * @param name name of a Fortran source with MPI
	 * @return the program
	 */
	public static Path fortran(String name) {
		return COMPILED.computeIfAbsent("fortran/" + name, peer -> {
			if (!isInstalled(FORTRAN) || !isInstalled("gfortran")) {
				throw missing("the compiler " + FORTRAN + " with gfortran");
			}
			return compile(List.of(FORTRAN), name, fortranSource(name), FOLDER.resolve("target/peers/fortran"));
		});
	}

	/**
	 * @param name name of a Fortran source
	 * @return the source
	 */
	public static Path fortranSource(String name) {
		return FOLDER.resolve("fortran/" + name + ".f90");
	}

	/**
	 * @param name name of a program of this machine
	 * @return the program
	 */
	public static Path installed(String name) {
		return inPath(name).orElseThrow(() -> missing("the program " + name));
	}

	/**
	 * @param name name of a C source in the examples
	 * @return the program
	 */
	public static Path example(String name) {
		return COMPILED.computeIfAbsent("examples/" + name, example -> compile(name, Checkout.root().resolve(example + ".c")));
	}

	/**
	 * @param name   name of a Python source
	 * @param module required Python module
	 * @return the executable script
	 */
	public static Path python(String name, String module) {
		pythonWith(module);
		return FOLDER.resolve("python/" + name + ".py");
	}

	/**
	 * @param module required Python module
	 * @return the interpreter, which finds the module
	 */
	public static Path pythonWith(String module) {
		if (!Files.isExecutable(Path.of(PYTHON)) || run(List.of(PYTHON, "-c", "import " + module)).exitCode() != 0) {
			throw missing("the Python module " + module + " of " + PYTHON);
		}
		return Path.of(PYTHON);
	}

	/** @return the script that serves clients of ssh on pretend nodes, whose server is there */
	public static Path sshd() {
		Path script = Checkout.root().resolve("releng/peers/sshd.sh");
		if (!Files.isExecutable(Path.of("/usr/bin/ssh")) || run(List.of(script.toString(), "make")).exitCode() != 0) {
			throw missing("OpenSSH (openssh-client, openssh-server)");
		}
		return script;
	}

	/**
	 * Returns a peer of Debian 13: libpmix 5.0 or Open MPI 5.0.
	 *
	 * @param name name of a C source; sources whose names begin with mpi are compiled by mpicc, with shmem by oshcc, others by pmixcc, all
	 *             of the Debian 13 tree
	 * @return a script that executes the program inside that tree
	 */
	public static Path trixie(String name) {
		return COMPILED.computeIfAbsent("trixie/" + name, peer -> inTree(inTrixie(), compiler(name), name, "trixie"));
	}

	/**
	 * Returns a peer of Debian's next release: libpmix 7.0. Its tree is not made by ./verify, because that release changes daily; without
	 * it the test is always aborted with the reason.
	 *
	 * @param name name of a C source
	 * @return a script that executes the program inside that tree
	 */
	public static Path forky(String name) {
		return COMPILED.computeIfAbsent("forky/" + name, peer -> inTree(inForky(), compiler(name), name, "forky"));
	}

	/**
	 * Returns a peer that is linked with the MPICH of a newer Debian.
	 *
	 * @param release trixie for MPICH 4.2, forky for MPICH 5.0, without whose tree the test is aborted
	 * @param name    name of a C source with MPI
	 * @return a script that executes the program inside the tree of that release; the program is beside it, without {@code .sh}
	 */
	public static Path mpich(String release, String name) {
		return COMPILED.computeIfAbsent(release + "-mpich/" + name, peer -> inTree(tree(release), MPICH, name, release + "-mpich"));
	}

	/**
	 * @param release trixie or forky
	 * @return the beginning of a command line that executes a command inside the tree of that release
	 */
	public static List<String> tree(String release) {
		return release.equals("forky") ? inForky() : inTrixie();
	}

	private static Path inTree(List<String> inside, String compiler, String name, String folder) {
		Path program = compile(Stream.concat(inside.stream(), Stream.of(compiler)).toList(), name, FOLDER.resolve("c/" + name + ".c"),
				FOLDER.resolve("target/peers").resolve(folder));
		return script(program.resolveSibling(name + ".sh"), inside, program.toString());
	}

	private static List<String> inForky() {
		Tried tried = run(List.of(FORKY.toString(), "path"));
		if (tried.exitCode() != 0) {
			String reason = tried.output().strip();
			System.err.println("not tested: " + reason);
			return Assumptions.abort(reason);
		}
		return List.of(FORKY.toString(), "run");
	}

	/**
	 * @param command command of the Debian 13 tree, such as prterun, with its arguments; may be empty to be completed by the caller
	 * @return a command line that executes it inside that tree, with the caller's environment and working directory
	 */
	public static List<String> trixie(List<String> command) {
		return Stream.concat(inTrixie().stream(), command.stream()).toList();
	}

	/**
	 * Returns a peer of Debian 13 for a process that may not enter that tree: one with libpmix 5.0, executed by the tree's own loader.
	 *
	 * @param name name of a C source
	 * @return the command line
	 */
	public static List<String> trixieByLoader(String name) {
		Path script = trixie(name);
		Path libraries = Path.of(run(List.of(TRIXIE.toString(), "path")).output().strip()).resolve("usr/lib/x86_64-linux-gnu");
		return List.of(libraries.resolve("ld-linux-x86-64.so.2").toString(), "--library-path", libraries.toString(),
				script.resolveSibling(name).toString());
	}

	/**
	 * Returns a peer with the libpmix of this machine for a process inside the Debian 13 tree, which has another one.
	 *
	 * @param name name of a C source
	 * @return the command line
	 */
	public static List<String> cInTrixie(String name) {
		Path program = c(name);
		Path libraries = FOLDER.resolve("target/peers/libraries");
		for (String line : run(List.of("ldd", program.toString())).output().split("\n")) {
			String[] words = line.strip().split(" ");
			// the C library of that tree is newer, and programs for older ones may use it
			if (words.length > 2 && words[2].startsWith("/") && !words[0].startsWith("libc.") && !words[0].startsWith("libm.")) {
				copy(Path.of(words[2]), libraries.resolve(words[0]));
			}
		}
		return List.of("env", "LD_LIBRARY_PATH=" + libraries, program.toString());
	}

	/**
	 * Returns an example of OpenPMIx or PRRTE, unmodified, compiled with the libpmix of Debian 13. It runs only inside that tree, in the
	 * folder of the program, since examples start others by names such as {@code ./hello}.
	 *
	 * @param path   of the source without its ending, such as {@code prrte/examples/debugger/direct}
	 * @param others names of examples of the same folder that it starts
	 * @return the program
	 */
	public static Path upstream(String path, String... others) {
		Path program = upstreamProgram(path);
		for (String other : others) {
			upstreamProgram(Path.of(path).resolveSibling(other).toString());
		}
		return program;
	}

	private static Path upstreamProgram(String path) {
		return COMPILED.computeIfAbsent("upstream/" + path, example -> {
			Path source = fetchUpstream().resolve(path + ".c");
			return compile(trixie(List.of(PMIXCC)), source.getFileName().toString().replace(".c", ""), source,
					FOLDER.resolve("target/peers/upstream").resolve(path).getParent());
		});
	}

	private static Path fetchUpstream() {
		Tried tried = run(List.of(TRIXIE.toString(), "examples"));
		if (tried.exitCode() != 0) {
			throw missing(tried.output().strip());
		}
		return Path.of(tried.output().strip());
	}

	private static List<String> inTrixie() {
		Tried tried = run(List.of(TRIXIE.toString(), "path"));
		if (tried.exitCode() != 0) {
			throw missing(tried.output().strip());
		}
		return List.of(TRIXIE.toString(), "run");
	}

	private static Path script(Path file, List<String> inside, String program) {
		try {
			Path fresh = Files.createTempFile(file.getParent(), "script", null);
			Files.writeString(fresh, "#!/bin/sh\nexec '" + String.join("' '", inside) + "' '" + program + "' \"$@\"\n");
			Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
			return replace(fresh, file);
		} catch (IOException e) {
			throw new UncheckedIOException("cannot write " + file, e);
		}
	}

	private static Path compile(String name, Path source) {
		if (PREFIX.isPresent() && compiler(name).equals(PMIXCC)) {
			Path prefix = PREFIX.get();
			return compile(List.of(prefix.resolve("bin/" + PMIXCC).toString(), "-Wl,-rpath," + prefix.resolve("lib")), name, source,
					FOLDER.resolve("target/peers/prefix"));
		}
		if (!isInstalled(compiler(name))) {
			throw missing("the compiler " + compiler(name));
		}
		return compile(List.of(compiler(name)), name, source, FOLDER.resolve("target/peers"));
	}

	private static Path compile(List<String> compiler, String name, Path source, Path folder) {
		try {
			Path fresh = Files.createTempFile(Files.createDirectories(folder), name, null);
			List<String> command = new ArrayList<>(compiler);
			command.addAll(source.toString().endsWith(".c") ? List.of("-std=gnu11", "-O1") : List.of("-std=f2008", "-O0"));
			command.addAll(List.of("-g", "-o", fresh.toString(), source.toString()));
			Tried tried = run(command);
			if (tried.exitCode() != 0) {
				throw new AssertionError(String.join(" ", command) + " fails:\n" + tried.output());
			}
			return replace(fresh, folder.resolve(name));
		} catch (IOException e) {
			throw new UncheckedIOException("cannot compile " + name + ".c", e);
		}
	}

	private static void copy(Path source, Path target) {
		try {
			Path fresh = Files.createTempFile(Files.createDirectories(target.getParent()), "library", null);
			replace(Files.copy(source, fresh, StandardCopyOption.REPLACE_EXISTING), target);
		} catch (IOException e) {
			throw new UncheckedIOException("cannot copy " + source, e);
		}
	}

	/** Replaces a file atomically, since another test run may be executing it. */
	private static Path replace(Path fresh, Path file) throws IOException {
		return Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
	}

	private static String compiler(String name) {
		return name.startsWith("mpi") ? "mpicc" : name.startsWith("shmem") ? "oshcc" : PMIXCC;
	}

	private static boolean isInstalled(String program) {
		return inPath(program).isPresent();
	}

	private static Optional<Path> inPath(String program) {
		return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)).map(folder -> Path.of(folder, program))
				.filter(Files::isExecutable).findFirst();
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

	/**
	 * Fails or aborts a test that lacks something.
	 *
	 * @param what is missing
	 * @return never
	 */
	public static RuntimeException missing(String what) {
		String message = "not installed: " + what + " (./verify installs or names the packages)";
		if ("true".equals(System.getenv("CI"))) {
			throw new AssertionError(message);
		}
		System.err.println("not tested, because " + message);
		return Assumptions.abort(message);
	}
}
