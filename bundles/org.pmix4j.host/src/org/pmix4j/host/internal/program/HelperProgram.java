// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.program;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A run of a program that gets some input and prints a short answer, such as a mailer. Standard error counts as output. Immutable.
 *
 * @param exitCode of the program
 * @param output   what it printed until it ended
 */
public record HelperProgram(int exitCode, byte[] output) {
	/** The time to read what a program that has ended has left in its pipe. */
	private static final Duration REST = Duration.ofSeconds(1);

	/**
	 * Runs a program. Blocks until it ends; a program that takes longer is killed together with its descendants.
	 *
	 * @param command the program and its arguments
	 * @param input   its standard input
	 * @param limit   the longest time for the run
	 * @return its exit code and output
	 * @throws IOException if the program cannot be run or does not end within the limit
	 */
	public static HelperProgram run(List<String> command, byte[] input, Duration limit) throws IOException {
		Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
		CompletableFuture<Boolean> late = new CompletableFuture<Boolean>().completeOnTimeout(true, limit.toMillis(), TimeUnit.MILLISECONDS);
		late.thenRun(() -> kill(process));
		ByteArrayOutputStream output = new ByteArrayOutputStream();
		Thread reader = Thread.ofVirtual().name("pmix-helper-output").start(() -> read(process, output));
		try {
			write(process, input);
			int exitCode = process.waitFor();
			if (!late.cancel(false)) {
				throw new IOException(command.get(0) + " did not end within " + limit.toMillis() + " ms and was killed");
			}
			// a descendant in the background may keep the pipe open, but the output of the program itself is in it
			reader.join(REST);
			return new HelperProgram(exitCode, output.toByteArray());
		} catch (InterruptedException e) {
			kill(process);
			Thread.currentThread().interrupt();
			throw new InterruptedIOException(command.get(0) + " was killed, as its user was interrupted");
		}
	}

	private static void read(Process process, OutputStream output) {
		try (InputStream in = process.getInputStream()) {
			in.transferTo(output);
		} catch (IOException e) {
			// the program is being killed
		}
	}

	private static void write(Process process, byte[] input) {
		try (OutputStream out = process.getOutputStream()) {
			out.write(input);
		} catch (IOException e) {
			// a program need not read its input; its exit code says whether it should have
		}
	}

	private static void kill(Process process) {
		process.descendants().forEach(ProcessHandle::destroyForcibly);
		process.destroyForcibly();
	}

	/** {@return the output as text} */
	public String text() {
		return new String(output, StandardCharsets.UTF_8);
	}

	/** {@return why the program failed: its exit code and the last line that it printed} */
	public String failure() {
		String last = text().lines().filter(line -> !line.isBlank()).reduce("", (before, line) -> line.strip());
		return "exit code " + exitCode + (last.isEmpty() ? "" : ": " + last);
	}
}
