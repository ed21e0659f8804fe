// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.pmix4e.core.internal.Messages;

/**
 * How a short command has ended, and what it has written, such as the answer of another node by ssh. Immutable.
 *
 * @param exitCode as Java reports it
 * @param lines    of its standard output, without spaces around them
 */
public record CommandAnswer(int exitCode, List<String> lines) {
	/** Copies the lines. */
	public CommandAnswer {
		lines = List.copyOf(lines);
	}

	/**
	 * Runs a command without input, and waits for the end of its output.
	 *
	 * @param command its standard output is a pipe; its standard error is discarded or merged into that
	 * @param limit   the longest time to wait; a command that takes longer is killed
	 * @return its answer
	 * @throws InterruptedIOException if this thread is interrupted, which it still is then
	 * @throws IOException            if it cannot be started or read, or is late
	 */
	public static CommandAnswer of(ProcessBuilder command, Duration limit) throws IOException {
		Process process = command.start();
		try {
			process.getOutputStream().close();
			CompletableFuture<List<String>> read = CompletableFuture.supplyAsync(() -> lines(process), Thread::startVirtualThread);
			// children of a command that has ended may keep its output open
			CompletableFuture<CommandAnswer> answer = read.thenCombine(process.onExit(), (lines, end) -> new CommandAnswer(end.exitValue(), lines));
			return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
		} catch (TimeoutException e) {
			throw new IOException(MessageFormat.format(Messages.CommandAnswer_late, limit.toSeconds()), e);
		} catch (ExecutionException e) {
			throw new IOException(e.getCause().getMessage(), e);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			throw new InterruptedIOException(Messages.CommandAnswer_interrupted);
		} finally {
			// also ends the reader
			process.destroyForcibly();
		}
	}

	private static List<String> lines(Process process) {
		try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
			return said.lines().map(String::strip).toList();
		} catch (IOException | UncheckedIOException e) {
			throw new CompletionException(e);
		}
	}
}
