// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

import org.pmix4j.cli.internal.options.LaunchWord;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.bytes.OwnProcess;
import org.pmix4j.model.internal.text.FileFailure;

/**
 * The file or file descriptor to which the user requested the process id. Replaces a file that an earlier process has left. Immutable.
 *
 * @param path its absolute path
 */
record PidFile(Path path) {
	/** The folder in which a number names an open file descriptor of this process, such as a pipe to its parent. */
	private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

	/** Removes the regular file $1 if it holds the line $2; signals from the terminal are for this process alone. */
	private static final String GUARD = "trap '' INT TERM HUP QUIT TSTP; read -r none;"
			+ " [ -f \"$1\" ] && [ ! -h \"$1\" ] && read -r line <\"$1\" && [ \"$line\" = \"$2\" ] && rm -f -- \"$1\"";

	/** Returns the file that the options name; empty if they name none, or a standard stream. */
	static Optional<PidFile> of(OptionLine line) {
		if (!line.has(LaunchWord.REPORT_PID)) {
			return Optional.empty();
		}
		String where = line.get(LaunchWord.REPORT_PID).get(0);
		if (where.equals("-") || where.equals("+")) {
			return Optional.empty();
		}
		Path file = where.chars().allMatch(c -> c >= '0' && c <= '9') ? DESCRIPTORS.resolve(where) : BytePaths.of(where);
		return Optional.of(new PidFile(OwnProcess.directory().resolve(file)));
	}

	/** Removes the file that the options name when the command has ended, as prterun does. */
	static void removeAfter(OptionLine line) throws IOException {
		Optional<PidFile> file = of(line);
		if (file.isPresent()) {
			file.get().remove();
		}
	}

	/** Returns the line that it holds. */
	static String text() {
		return Long.toString(ProcessHandle.current().pid());
	}

	/**
	 * Starts a shell that removes the file that the options name when this process is gone, for a process without a watchdog. Its input is a
	 * pipe from this process; the end of that pipe, also by closing what is returned, makes it remove the file.
	 */
	static Closeable withdrawnIfKilled(OptionLine line) throws IOException {
		Optional<PidFile> file = of(line);
		if (file.isEmpty()) {
			return () -> {
				// there is no file
			};
		}
		return withdrawnIfKilled(file.get().path(), text());
	}

	/** Starts such a shell for any file with one line. */
	static Closeable withdrawnIfKilled(Path file, String text) throws IOException {
		return new ProcessBuilder("/bin/sh", "-c", GUARD, "pmix4j-guard", BytePaths.text(file), text).directory(new File("/"))
				.redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD).start().getOutputStream();
	}

	/** Writes the file. */
	void write() throws IOException {
		try {
			Files.writeString(path, text() + "\n");
		} catch (IOException e) {
			throw new IOException("the process id cannot be written to " + BytePaths.text(path) + ": " + FileFailure.reason(e), e);
		}
	}

	/** Removes the file, unless it is a device or a pipe, or another process has written its own id. */
	void remove() throws IOException {
		if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && Files.readString(path).equals(text() + "\n")) {
			Files.deleteIfExists(path);
		}
	}
}
