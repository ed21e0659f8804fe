// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.pmix4j.testkit.ProcessTable.Entry;

/**
 * A running launcher. Each wait has the launcher's limit, which a busy machine extends ({@link Deadline}); when it has passed, the test
 * fails with a report of all processes, and the launcher is killed. Used by the test's thread.
 */
public final class LauncherRun {
	private static final Duration KILL_LIMIT = Duration.ofSeconds(10);

	private final List<String> command;
	private final Process process;
	private final long start = System.nanoTime();
	private final Duration limit;
	private final Capture output;
	private final Capture errors;
	private final List<Entry> family = new ArrayList<>();

	LauncherRun(List<String> command, Process process, Duration limit, boolean captures) {
		this.command = command;
		this.process = process;
		this.limit = limit;
		InputStream source = captures ? process.getInputStream() : new ByteArrayInputStream(new byte[0]);
		output = Capture.of(source, "output-" + process.pid());
		errors = Capture.of(process.getErrorStream(), "errors-" + process.pid());
	}

	/** @return process id of the launcher */
	public long pid() {
		return process.pid();
	}

	/** @return the processes that it had started when it was killed */
	List<Entry> family() {
		return family;
	}

	/** @return whether it is running */
	public boolean isAlive() {
		return process.isAlive();
	}

	/** @return standard output, if the test reads it itself */
	public InputStream output() {
		return process.getInputStream();
	}

	/** @return standard input, if the test writes it */
	public OutputStream input() {
		return process.getOutputStream();
	}

	/**
	 * Waits for a text in standard output.
	 *
	 * @param text expected text
	 * @return this
	 */
	public LauncherRun awaitOutput(String text) {
		return await(output, "output", text);
	}

	/**
	 * Waits for a text in standard error.
	 *
	 * @param text expected text
	 * @return this
	 */
	public LauncherRun awaitErrors(String text) {
		return await(errors, "errors", text);
	}

	private LauncherRun await(Capture capture, String name, String text) {
		try {
			Deadline deadline = Deadline.of(limit);
			if (!capture.awaitText(text, deadline)) {
				throw failure("\"" + text + "\" does not come in its " + name, deadline);
			}
			return this;
		} catch (InterruptedException e) {
			throw interrupted(e);
		}
	}

	/** @return standard output so far */
	public String outputSoFar() {
		return output.text();
	}

	/**
	 * Sends a signal to the launcher alone.
	 *
	 * @param name name of the signal without SIG
	 * @return this
	 */
	public LauncherRun signal(String name) {
		signal(name, pid());
		return this;
	}

	/**
	 * Sends a signal to a process that the test has started.
	 *
	 * @param name name of the signal without SIG
	 * @param pid  process id
	 */
	public static void signal(String name, long pid) {
		try {
			int code = new ProcessBuilder("/bin/sh", "-c", "kill -s " + name + " " + pid).inheritIO().start().waitFor();
			if (code != 0) {
				throw new AssertionError("signal " + name + " cannot be sent to process " + pid);
			}
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		} catch (InterruptedException e) {
			throw interrupted(e);
		}
	}

	/** Kills the launcher with SIGKILL and waits until it is gone. */
	public void kill() {
		family.addAll(ProcessTable.descendants(pid()));
		process.destroyForcibly();
		try {
			if (!Await.ends(process, Deadline.of(KILL_LIMIT))) {
				throw new AssertionError("process " + pid() + " does not die of SIGKILL:\n" + HangReport.of(pid()));
			}
		} catch (InterruptedException e) {
			throw interrupted(e);
		}
	}

	/** @return how the run ended, with all of its output */
	public Outcome end() {
		try {
			Deadline deadline = Deadline.of(limit);
			if (!Await.ends(process, deadline)) {
				throw failure("it does not end", deadline);
			}
			Duration duration = Duration.ofNanos(System.nanoTime() - start);
			if (!output.awaitEnd(deadline) || !errors.awaitEnd(deadline)) {
				throw failure("it has ended, but another process holds its output", deadline);
			}
			return new Outcome(command, process.exitValue(), output.bytes(), errors.text(), duration);
		} catch (InterruptedException e) {
			throw interrupted(e);
		}
	}

	private AssertionError failure(String what, Deadline deadline) {
		String passed = deadline.toString();
		String report = HangReport.of(pid());
		kill();
		return new AssertionError(String.join(" ", command) + ": " + what + ", after " + passed + "\n" + report + "--- output\n"
				+ Outcome.shortened(output.text()) + "\n--- errors\n" + Outcome.shortened(errors.text()));
	}

	private static IllegalStateException interrupted(InterruptedException cause) {
		Thread.currentThread().interrupt();
		return new IllegalStateException("the test was interrupted", cause);
	}
}
