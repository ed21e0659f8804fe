// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.process.ProgramSearch;
import org.pmix4j.process.ProgramSearch.Outcome;
import org.pmix4j.process.internal.posix.Errno;
import org.pmix4j.process.internal.process.SpawnException.Reason;

/**
 * An executable file that was looked up once for all the processes started from it. Immutable.
 *
 * @param name     the name as given; becomes argv[0]
 * @param file     the absolute path of the file
 * @param execPath the path that exec is called with
 */
public record Program(String name, Path file, String execPath) {

	/** Requires an absolute path. */
	public Program {
		if (!file.isAbsolute()) {
			throw new IllegalArgumentException("program " + BytePaths.text(file) + " is not absolute");
		}
	}

	/** Calls exec with the name itself if it is a path, so that a script sees the {@code $0} that a shell would give it. */
	public Program(String name, Path file) {
		this(name, file, name.indexOf('/') >= 0 ? name : BytePaths.text(file));
	}

	/**
	 * @param rank of a process
	 * @return the same program with the rank in argv[0]
	 */
	public Program indexed(int rank) {
		return new Program(name + "-" + rank, file, execPath);
	}

	/**
	 * Looks a program up by the rules of {@link ProgramSearch}.
	 *
	 * @param directory the working directory, absolute
	 * @throws SpawnException with exit code 127 if there is no such file, 126 if it is a directory or not executable
	 */
	public static Program find(String name, Path directory, Map<String, String> environment) throws SpawnException {
		Optional<SpawnException> badDirectory = SpawnFailure.badDirectory(name, directory);
		if (badDirectory.isPresent()) {
			throw badDirectory.get();
		}
		ProgramSearch search = ProgramSearch.of(name, directory, environment);
		if (search.file().isEmpty()) {
			throw new SpawnException(Reason.NOT_FOUND, Errno.ENOENT, "cannot run \"" + name + "\": "
					+ (search.outcome() == Outcome.BAD_NAME ? "not a valid file name"
							: "found neither in PATH (" + search.path() + ") nor in " + BytePaths.text(directory)));
		}
		Path file = search.file().get();
		Optional<SpawnException> refusal = refusal(name, file, search.outcome());
		if (refusal.isPresent()) {
			throw refusal.get();
		}
		return new Program(name, file);
	}

	/** Returns the name for messages, with the path if it differs. */
	String label() {
		return label(name, file);
	}

	private static String label(String name, Path file) {
		return name.equals(BytePaths.text(file)) ? name : name + " (" + BytePaths.text(file.normalize()) + ")";
	}

	/** Returns why the file cannot be executed; empty if it looks well. */
	static Optional<SpawnException> refusal(String name, Path file) {
		return refusal(name, file, ProgramSearch.look(file));
	}

	private static Optional<SpawnException> refusal(String name, Path file, Outcome outcome) {
		String what = "cannot run " + label(name, file) + ": ";
		return switch (outcome) {
			case FOUND -> Optional.empty();
			case DIRECTORY -> Optional.of(new SpawnException(Reason.NOT_EXECUTABLE, Errno.EACCES, what + "it is a directory"));
			case NOT_EXECUTABLE -> Optional.of(new SpawnException(Reason.NOT_EXECUTABLE, Errno.EACCES,
					what + "it is not executable (permission denied); try chmod +x"));
			case NO_EXECUTION -> Optional.of(new SpawnException(Reason.NOT_EXECUTABLE, Errno.EACCES,
					what + "its file system is mounted with noexec, so nothing there can be executed; move the program"));
			case UNREACHABLE -> Optional.of(new SpawnException(Reason.NOT_EXECUTABLE, Errno.EACCES,
					what + "a folder above it may not be entered (permission denied)"));
			case NOT_FOUND, NOT_IN_PATH, BAD_NAME -> Optional
					.of(new SpawnException(Reason.NOT_FOUND, Errno.ENOENT, what + "no such file or directory"));
		};
	}
}
