// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.process.internal.elf.ElfFile;
import org.pmix4j.process.internal.posix.MountTable;

/**
 * The outcome of a search for a program, by the rules of execvp(3) in a rank: a name with '/' is relative to the working directory; any
 * other name is searched in the PATH of the rank, whose empty and relative entries mean the working directory, and at last in the working
 * directory itself, as mpirun does: {@code run prog} finds {@code ./prog}. A file that cannot be executed is passed over while others may
 * follow. Immutable.
 *
 * @param outcome whether a program was found, or why not
 * @param file    the program, or the file that cannot be executed; absolute if the working directory is; empty for a name that is not
 *                found in PATH or cannot be a file name
 * @param path    the PATH that was searched; empty for a name with '/'
 */
public record ProgramSearch(Outcome outcome, Optional<Path> file, String path) {
	/** The PATH of an environment without one, as execvp(3) has it. */
	private static final String DEFAULT_PATH = "/bin:/usr/bin";

	/** The outcomes of a search. */
	public enum Outcome {
		/** The permissions of the program allow its execution. */
		FOUND,
		/** There is no such file. */
		NOT_FOUND,
		/** The name is in no directory of PATH and not in the working directory. */
		NOT_IN_PATH,
		/** The file is a directory. */
		DIRECTORY,
		/** The file lacks the permission to execute. */
		NOT_EXECUTABLE,
		/** The file system of the file forbids to execute files: it is mounted with noexec. */
		NO_EXECUTION,
		/** A folder above the file may not be entered. */
		UNREACHABLE,
		/** The text cannot be the name of a file. */
		BAD_NAME
	}

	/**
	 * Searches a program. Blocks on the file system.
	 *
	 * @param program     a path or a name
	 * @param directory   the working directory
	 * @param environment of the rank
	 * @return the outcome
	 */
	public static ProgramSearch of(String program, Path directory, Map<String, String> environment) {
		boolean direct = program.indexOf('/') >= 0;
		String path = direct ? "" : environment.getOrDefault("PATH", DEFAULT_PATH);
		try {
			return direct ? look(directory.resolve(BytePaths.of(program)), path) : inPath(program, directory, path);
		} catch (InvalidPathException e) {
			return new ProgramSearch(Outcome.BAD_NAME, Optional.empty(), path);
		}
	}

	/**
	 * {@return the words behind {@code #!} in the first line of a script: the interpreter and its arguments; none for another program. Blocks
	 * on the file system}
	 *
	 * @param program a file
	 * @throws IOException if it cannot be read
	 */
	public static List<String> interpreter(Path program) throws IOException {
		return ElfFile.interpreterOfScript(program).filter(line -> !line.isEmpty()).map(line -> List.of(line.split("\\s+"))).orElse(List.of());
	}

	private static ProgramSearch inPath(String program, Path directory, String path) {
		ProgramSearch best = new ProgramSearch(Outcome.NOT_IN_PATH, Optional.empty(), path);
		if (program.isEmpty()) {
			return best;
		}
		for (String entry : (path + ":.").split(":", -1)) {
			ProgramSearch here = look(directory.resolve(BytePaths.of(entry.equals(".") ? "" : entry)).resolve(BytePaths.of(program)), path);
			if (here.isFound()) {
				return here;
			}
			if (best.outcome == Outcome.NOT_IN_PATH && here.outcome != Outcome.NOT_FOUND) {
				best = here;
			}
		}
		return best;
	}

	private static ProgramSearch look(Path file, String path) {
		return new ProgramSearch(look(file), Optional.of(file), path);
	}

	/**
	 * Looks at one file. Blocks on the file system.
	 *
	 * @param file a path
	 * @return FOUND, NOT_FOUND, DIRECTORY, NOT_EXECUTABLE, NO_EXECUTION or UNREACHABLE
	 */
	public static Outcome look(Path file) {
		if (Files.isDirectory(file)) {
			return Outcome.DIRECTORY;
		}
		if (Files.isExecutable(file)) {
			return Outcome.FOUND;
		}
		if (Files.exists(file)) {
			return MountTable.forbidsExecution(file) ? Outcome.NO_EXECUTION : Outcome.NOT_EXECUTABLE;
		}
		return Files.notExists(file) ? Outcome.NOT_FOUND : Outcome.UNREACHABLE;
	}

	/** {@return whether the program can be run} */
	public boolean isFound() {
		return outcome == Outcome.FOUND;
	}
}
