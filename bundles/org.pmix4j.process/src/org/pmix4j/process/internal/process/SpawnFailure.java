// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.process.internal.posix.Errno;
import org.pmix4j.process.internal.process.SpawnException.Reason;

/**
 * Finds the cause of a failed start: the kernel returns one error number for many causes, and the user needs the one cause. Examines the
 * files again, so the answer describes their present state. Stateless.
 */
final class SpawnFailure {

	/** The number of bytes of a script's first line that Linux reads. */
	private static final int HEAD = 256;

	private SpawnFailure() {
	}

	/** Explains the error number that posix_spawn returned. */
	static SpawnException explain(SpawnSpec spec, int errno) {
		String what = "cannot run " + spec.program().label() + ": ";
		Optional<SpawnException> directory = badDirectory(spec.program().name(), spec.directory());
		if (directory.isPresent()) {
			return directory.get();
		}
		return switch (errno) {
			case Errno.E2BIG -> new SpawnException(Reason.TOO_LARGE, errno, what + tooLarge(spec));
			case Errno.EAGAIN, Errno.ENOMEM, Errno.ENFILE, Errno.EMFILE -> resources(what, errno);
			default -> Program.refusal(spec.program().name(), spec.program().file())
					.orElseGet(() -> badFile(spec.program().file(), what, errno));
		};
	}

	/** Names the word that is too long by itself; otherwise all are too long together. */
	private static String tooLarge(SpawnSpec spec) {
		long arguments = 0;
		for (int i = 0; i < spec.arguments().size(); i++) {
			int length = ByteStrings.encode(spec.arguments().get(i)).length;
			if (length >= SpawnSpec.MAX_WORD) {
				return "argument " + (i + 1) + " has " + length + tooLong();
			}
			arguments += length;
		}
		long environment = 0;
		for (Map.Entry<String, String> variable : spec.environment().entrySet()) {
			int length = ByteStrings.encode(variable.getKey() + "=" + variable.getValue()).length;
			if (length >= SpawnSpec.MAX_WORD) {
				return "the environment variable " + variable.getKey() + " has " + length + tooLong();
			}
			environment += length;
		}
		return "its arguments (" + arguments + " bytes) and environment (" + environment
				+ " bytes) are larger than the kernel allows (E2BIG); the limit is a quarter of that of the stack, see ulimit -s";
	}

	private static String tooLong() {
		return " bytes, and the kernel allows at most " + (SpawnSpec.MAX_WORD - 1) + " (E2BIG); pass it in a file";
	}

	/** Describes a lack of resources. */
	static SpawnException resources(String what, int errno) {
		String hint = switch (errno) {
			case Errno.EAGAIN -> "; the limit of processes is reached, see ulimit -u";
			case Errno.EMFILE -> "; see ulimit -n";
			default -> "";
		};
		return new SpawnException(Reason.RESOURCES, errno, what + Errno.text(errno) + " (" + Errno.name(errno) + ")" + hint);
	}

	/** Returns why nothing can run in this working directory; empty if it looks well. */
	static Optional<SpawnException> badDirectory(String name, Path directory) {
		String what = "cannot run " + name + ": its working directory " + BytePaths.text(directory);
		if (Files.isDirectory(directory)) {
			return Files.isExecutable(directory) ? Optional.empty()
					: Optional.of(new SpawnException(Reason.CLOSED_DIRECTORY, Errno.EACCES, what + " may not be entered (permission denied)"));
		}
		if (!Files.exists(directory) && !Files.notExists(directory)) {
			return Optional.of(new SpawnException(Reason.CLOSED_DIRECTORY, Errno.EACCES,
					what + " cannot be reached: a folder above it may not be entered (permission denied)"));
		}
		return Optional.of(Files.exists(directory) ? new SpawnException(Reason.CLOSED_DIRECTORY, Errno.ENOTDIR, what + " is not a directory")
				: new SpawnException(Reason.NO_DIRECTORY, Errno.ENOENT, what + " does not exist"));
	}

	/** Returns whether the shell may try a file without a known format: as bash does, unless its first line holds a NUL. */
	static boolean isText(Path file) {
		for (byte b : head(file)) {
			if (b == '\n') {
				return true;
			}
			if (b == 0) {
				return false;
			}
		}
		return true;
	}

	private static SpawnException badFile(Path file, String what, int errno) {
		byte[] head = head(file);
		if (head.length > 2 && head[0] == '#' && head[1] == '!') {
			return new SpawnException(Reason.BAD_INTERPRETER, errno, what + badInterpreter(head, errno));
		}
		return switch (errno) {
			case Errno.ENOEXEC -> new SpawnException(Reason.BAD_FORMAT, errno,
					what + "it is not a program for this machine (" + System.getProperty("os.arch") + "), ENOEXEC");
			case Errno.ENOENT, Errno.ELIBBAD -> new SpawnException(Reason.BAD_INTERPRETER, errno,
					what + "its program loader is missing; it may be built for another C library or machine");
			case Errno.EACCES, Errno.EPERM -> new SpawnException(Reason.NOT_EXECUTABLE, errno,
					what + "permission denied; its file system may forbid execution (noexec)");
			default -> new SpawnException(Reason.OTHER, errno, what + Errno.text(errno) + " (" + Errno.name(errno) + ")");
		};
	}

	private static String badInterpreter(byte[] head, int errno) {
		int end = 2;
		while (end < head.length && head[end] != '\n') {
			end++;
		}
		String line = ByteStrings.decode(head, 2, end - 2);
		String interpreter = line.strip().split("[ \t]", 2)[0];
		String cause = line.endsWith("\r") ? "ends in a carriage return; give the script Unix line ends"
				: errno == Errno.ENOENT ? "does not exist" : "cannot be executed (" + Errno.text(errno) + ")";
		return "the interpreter " + interpreter + " that its first line names " + cause;
	}

	private static byte[] head(Path file) {
		try (InputStream in = Files.newInputStream(file)) {
			return in.readNBytes(HEAD);
		} catch (IOException e) {
			return new byte[0];
		}
	}
}
