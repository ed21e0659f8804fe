// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.launcher;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;

import org.pmix4j.host.internal.thread.FailureLine;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.ReportOptions;
import org.pmix4j.job.options.TerminalSize;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.DefaultAction;
import org.pmix4j.process.internal.posix.EmergencyMessage;
import org.pmix4j.process.internal.posix.FilePages;
import org.pmix4j.process.internal.posix.HeldSignals;
import org.pmix4j.process.internal.posix.PosixSupport;
import org.pmix4j.process.internal.posix.QuitSignal;
import org.pmix4j.process.internal.posix.Terminal;
import org.pmix4j.process.internal.posix.WindowSize;

/**
 * Acts on the process of a launcher as the C library can and Java cannot. Not for programs that embed a host, whose process is not
 * theirs. Stateless; callable from any thread.
 */
public final class LauncherProcess {
	private static final int START_SECONDS = 1;

	private LauncherProcess() {
	}

	/**
	 * Ends this process at once by a signal, so that a shell learns of the signal and stops its own loop. The watchdog ends processes
	 * and removes directories that are left. Returns only if the signal cannot end a process.
	 *
	 * @param signal such as SIGINT
	 */
	public static void endBy(int signal) {
		PosixSupport.require();
		DefaultAction.endBy(signal);
	}

	/**
	 * Undoes that this process ignores a signal since its start, so that a handler can be installed: the JVM installs none for INT and TERM
	 * then. A shell without job control starts background jobs so.
	 *
	 * @param signal such as SIGINT
	 */
	public static void heed(int signal) {
		PosixSupport.require();
		DefaultAction.heed(signal);
	}

	/**
	 * Receives signals that this process blocks since its start, on threads that wait for them from now on, and so even when the system
	 * allows no further thread.
	 *
	 * @param signals such as SIGINT
	 * @param handler gets the number; may block
	 * @return ends that; to be called before the end of the JVM, which would wait for the threads
	 */
	public static Runnable onHeld(int[] signals, IntConsumer handler) {
		PosixSupport.require();
		return HeldSignals.receive(signals, handler);
	}

	/**
	 * Stops this process as Ctrl-Z stops a program without a handler, and returns when it was continued. Does nothing in a terminal in
	 * which no shell could continue it.
	 */
	public static void suspend() {
		PosixSupport.require();
		DefaultAction.suspend();
	}

	/**
	 * Runs an action at each SIGQUIT instead of the JVM's dump of its threads. Needs a descriptor of which the launcher's script says, in
	 * the system property {@value QuitSignal#PROPERTY}, that it is free; else the JVM keeps the signal.
	 *
	 * @param action runs on a daemon thread of its own
	 * @return ends that thread; to be called before the end of the JVM, which would wait for it
	 */
	public static Runnable onQuit(Runnable action) {
		if (QuitSignal.isAvailable()) {
			try {
				PosixSupport.require();
				return QuitSignal.handle(action);
			} catch (UnsupportedOperationException e) {
				// the JVM keeps the signal; the start of a host reports the cause
			}
		}
		return () -> {
		};
	}

	/**
	 * Ends this process at once because it cannot go on, with a line on standard error and the exit code
	 * {@value org.pmix4j.job.JobResult#HOST_FAILED}. The watchdog ends the processes and removes the directories. Needs no memory of the
	 * heap.
	 *
	 * @param reason one line
	 */
	public static void fail(String reason) {
		try {
			EmergencyMessage.sayLast(reason);
		} finally {
			Runtime.getRuntime().halt(JobResult.HOST_FAILED);
		}
	}

	/** Fails this process if any of its threads, virtual ones included, ends by an exception. */
	public static void failWithAnyThread() {
		FailureLine line = new FailureLine("the launcher");
		Thread.setDefaultUncaughtExceptionHandler((thread, cause) -> fail(line.of(thread, cause)));
	}

	/**
	 * Waits for a result as {@link CompletableFuture#join()}. If it takes longer than a second, the pages of the program's file that only the
	 * start has used leave the memory of this process.
	 *
	 * @param result of what this process is there for
	 * @param <T>    type of the result
	 * @return the result
	 */
	public static <T> T await(CompletableFuture<T> result) {
		try {
			result.get(START_SECONDS, TimeUnit.SECONDS);
		} catch (TimeoutException e) {
			FilePages.releaseOwn();
		} catch (ExecutionException e) {
			// thrown below
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
		}
		return result.join();
	}

	/** Loads what {@link #fail} needs, as there may be no memory for it then. */
	public static void prepare() {
		PosixSupport.require();
		EmergencyMessage.prepare();
	}

	/**
	 * Writes text to standard error if that is possible without waiting, else drops it.
	 *
	 * @param text one line without its line end; the part beyond 4 KB is dropped
	 */
	public static void say(String text) {
		EmergencyMessage.say(text);
	}

	/**
	 * Lets a job tell the progress of a slow start, unless the user has decided about it.
	 *
	 * @param job      to be launched
	 * @param terminal whether messages go to a terminal
	 * @return the job to launch
	 */
	public static JobSpec telling(JobSpec job, boolean terminal) {
		return terminal && !job.options().isSet(ReportOptions.SLOW_START) ? job.withOption(ReportOptions.SLOW_START, true) : job;
	}

	/** {@return the size of the terminal of this process; empty if it has none} */
	public static Optional<TerminalSize> terminalSize() {
		PosixSupport.require();
		Optional<WindowSize> window = Terminal.size();
		// without a lambda, as it is used at the start of the command
		return window.isPresent() ? Optional.of(new TerminalSize(window.get().rows(), window.get().columns())) : Optional.empty();
	}

	/** {@return whether standard error of this process is a terminal} */
	public static boolean tellsTerminal() {
		return Terminal.isTerminal(2);
	}

	/**
	 * {@return the name, such as SIGINT}
	 *
	 * @param signal a number
	 */
	public static String signalName(int signal) {
		return Signals.name(signal);
	}

	/**
	 * {@return the number; empty if there is no such signal}
	 *
	 * @param name such as SIGINT, INT or 2
	 */
	public static OptionalInt signalNumber(String name) {
		return Signals.number(name);
	}
}
