// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.process;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.host.internal.posix.Errno;
import org.pmix4j.host.internal.process.SpawnException.Reason;

/**
 * An executable file that was looked up once for all the processes started from it. Immutable.
 *
 * @param name     the name as given; becomes argv[0]
 * @param file     the absolute path of the file
 * @param execPath what exec is called with
 */
public record Program(String name, Path file, String execPath) {

	/** Where execvp(3) looks if the environment has no PATH. */
	private static final String DEFAULT_PATH = "/bin:/usr/bin";

	/** Requires an absolute path. */
	public Program {
		if (!file.isAbsolute()) {
			throw new IllegalArgumentException("program " + file + " is not absolute");
		}
	}

	/** What exec is called with is the name itself if it is a path, so that a script sees the {@code $0} that a shell would give it. */
	public Program(String name, Path file) {
		this(name, file, name.indexOf('/') >= 0 ? name : file.toString());
	}

	/**
	 * @param rank of a process
	 * @return the same program, which tells its processes from each other by argv[0]
	 */
	public Program indexed(int rank) {
		return new Program(name + "-" + rank, file, execPath);
	}

	/**
	 * Looks a program up as execvp(3) would in the child: a name with '/' is relative to the working directory; any other is searched in
	 * the child's PATH, whose empty and relative entries mean the working directory, and at last in the working directory itself, as
	 * mpirun does: {@code run prog} finds {@code ./prog}. A file that cannot be executed is passed over while others may follow.
	 *
	 * @param directory the working directory, absolute
	 * @throws SpawnException with exit code 127 if there is no such file, 126 if it is a directory or not executable
	 */
	public static Program find(String name, Path directory, Map<String, String> environment) throws SpawnException {
		Optional<SpawnException> badDirectory = SpawnFailure.badDirectory(name, directory);
		if (badDirectory.isPresent()) {
			throw badDirectory.get();
		}
		try {
			return name.indexOf('/') >= 0 ? direct(name, directory) : search(name, directory, environment);
		} catch (InvalidPathException e) {
			throw new SpawnException(Reason.NOT_FOUND, Errno.ENOENT, "cannot run \"" + name + "\": not a valid file name");
		}
	}

	/** The name for messages, with the path where that is not the same. */
	String label() {
		return label(name, file);
	}

	private static String label(String name, Path file) {
		return name.equals(file.toString()) ? name : name + " (" + file.normalize() + ")";
	}

	private static Program direct(String name, Path directory) throws SpawnException {
		Path file = directory.resolve(name);
		Optional<SpawnException> refusal = refusal(name, file);
		if (refusal.isPresent()) {
			throw refusal.get();
		}
		return new Program(name, file);
	}

	private static Program search(String name, Path directory, Map<String, String> environment) throws SpawnException {
		String path = environment.getOrDefault("PATH", DEFAULT_PATH);
		Optional<SpawnException> first = Optional.empty();
		if (!name.isEmpty()) {
			for (String entry : (path + ":.").split(":", -1)) {
				Path file = directory.resolve(entry.equals(".") ? "" : entry).resolve(name);
				Optional<SpawnException> refusal = refusal(name, file);
				if (refusal.isEmpty()) {
					return new Program(name, file);
				}
				if (first.isEmpty() && refusal.get().reason() != Reason.NOT_FOUND) {
					first = refusal;
				}
			}
		}
		throw first.orElseGet(() -> new SpawnException(Reason.NOT_FOUND, Errno.ENOENT,
				"cannot run \"" + name + "\": found neither in PATH (" + path + ") nor in " + directory));
	}

	/** Why the file cannot be executed; empty if it looks well. */
	static Optional<SpawnException> refusal(String name, Path file) {
		String what = "cannot run " + label(name, file) + ": ";
		if (Files.isDirectory(file)) {
			return Optional.of(new SpawnException(Reason.NOT_EXECUTABLE, Errno.EACCES, what + "it is a directory"));
		}
		if (Files.isExecutable(file)) {
			return Optional.empty();
		}
		if (Files.exists(file)) {
			return Optional.of(new SpawnException(Reason.NOT_EXECUTABLE, Errno.EACCES,
					what + "it is not executable (permission denied); try chmod +x"));
		}
		return Optional.of(new SpawnException(Reason.NOT_FOUND, Errno.ENOENT, what + "no such file or directory"));
	}
}
