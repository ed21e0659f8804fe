// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.pmix4j.cli.internal.options.LaunchWord;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.host.HostOptions;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.bytes.OwnProcess;
import org.pmix4j.model.internal.text.FileFailure;
import org.pmix4j.model.internal.text.ProgramForm;

/**
 * Starts this program once more, in the background, and waits until it is ready. The new process has its own session, no input, and a
 * file for its messages; it reports on its standard output that it is ready. Stateless.
 */
final class Daemon {
	/** Ends the standard output of a daemon that is ready. */
	static final String READY = "\0";

	/** Tells the new process that it is the daemon. */
	private static final String MARK = "PMIX4J_DAEMON";
	private static final String OWN_LOG = "PMIX4J_DAEMON_LOG";
	private static final String DAEMONIZE = "--daemonize";
	private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");
	/** Keeps descriptor 3 free for the handling of SIGQUIT, and leaves the terminal where setsid(1) exists. */
	private static final String SCRIPT = "if command -v setsid >/dev/null; then exec setsid \"$@\" 3</dev/null;"
			+ " else exec \"$@\" 3</dev/null; fi";

	private Daemon() {
	}

	/** Returns whether this process was started as a daemon. */
	static boolean isDaemon() {
		return System.getenv(MARK) != null;
	}

	/**
	 * Starts the daemon, and returns the exit code of this process: 0 when the daemon is ready, else that of the daemon.
	 *
	 * @param words the words behind the name of the command
	 */
	static int start(List<String> words, OptionLine line, HostOptions options, Console console) throws IOException {
		Path log = log(line, options);
		List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, "pmix4j"));
		command.addAll(ownCommand(words.size()));
		words.stream().filter(word -> !word.equals(DAEMONIZE) && !("-" + word).equals(DAEMONIZE)).forEach(command::add);
		ProcessBuilder builder = new ProcessBuilder(command).redirectInput(Redirect.from(new File("/dev/null")))
				.redirectError(Redirect.appendTo(log.toFile())).redirectOutput(Redirect.PIPE);
		builder.environment().put(MARK, "1");
		if (!line.has(LaunchWord.LOG)) {
			builder.environment().put(OWN_LOG, BytePaths.text(log));
		}
		long before = Files.size(log);
		Process daemon = builder.start();
		boolean ready = passOn(daemon.getInputStream(), console);
		if (ready) {
			console.out().println("messages go to " + BytePaths.text(log));
			console.out().flush();
			return 0;
		}
		return failed(daemon, log, before, line.has(LaunchWord.LOG), console);
	}

	private static Path log(OptionLine line, HostOptions options) throws IOException {
		if (line.has(LaunchWord.LOG)) {
			Path file = OwnProcess.directory().resolve(BytePaths.of(line.get(LaunchWord.LOG).get(0)));
			try {
				// messages may quote arguments and output of jobs, which other users must not see
				Files.newByteChannel(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND),
						PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))).close();
				return file;
			} catch (IOException e) {
				throw new IOException("the messages cannot be written to " + BytePaths.text(file) + ": " + FileFailure.reason(e), e);
			}
		}
		return Files.createTempFile(options.directory(), "pmix4j-server-", ".log");
	}

	/** Removes the file for messages that a daemon has got for itself, if there are none. */
	static void endLog() throws IOException {
		String log = System.getenv(OWN_LOG);
		if (log != null && Files.exists(Path.of(log)) && Files.size(Path.of(log)) == 0) {
			Files.delete(Path.of(log));
		}
	}

	/** Returns the words of this process up to the name of the command. */
	private static List<String> ownCommand(int operands) throws IOException {
		String[] all = Files.readString(COMMAND_LINE, StandardCharsets.ISO_8859_1).split("\0");
		List<String> own = new ArrayList<>();
		if (ProgramForm.isNative()) {
			all[0] = ProcessHandle.current().info().command().orElse(all[0]); // a shell may have found it in PATH
		}
		for (int i = 0; i < all.length - operands; i++) {
			own.add(new String(all[i].getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
		}
		return own;
	}

	/** Copies what the daemon prints until it is ready; returns false if it ends before. */
	private static boolean passOn(InputStream said, Console console) throws IOException {
		StringBuilder text = new StringBuilder();
		for (int next = said.read(); next >= 0; next = said.read()) {
			if (next == READY.charAt(0)) {
				console.out().print(text);
				return true;
			}
			text.append((char) next);
		}
		console.out().print(text);
		console.out().flush();
		return false;
	}

	private static int failed(Process daemon, Path log, long before, boolean keep, Console console) throws IOException {
		try {
			int code = daemon.waitFor();
			byte[] messages = Files.readAllBytes(log);
			String text = new String(messages, (int) before, messages.length - (int) before, StandardCharsets.UTF_8);
			console.err().print(text);
			console.err().flush();
			if (text.isBlank()) {
				console.message("the server ended with exit code " + code + " before it was ready");
			}
			if (!keep) {
				Files.deleteIfExists(log);
			}
			return code == 0 ? 1 : code;
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			return 1;
		}
	}
}
