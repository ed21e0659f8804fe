// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.LocalHost;
import org.pmix4j.host.launcher.LauncherProcess;

import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Handles the signals of the launcher. The first INT, TERM or HUP ends all jobs in order, the second one kills them, and when both take
 * too long the launcher ends without them; in the end it dies of the first one. TSTP stops the ranks and the launcher, QUIT describes
 * their state, and signals that programs use themselves are forwarded to the ranks. Owned by the process; the JVM calls each handler on
 * a thread of its own, which may block.
 *
 * @see "PRRTE, the option --forward-signals"
 */
final class LauncherSignals {
	private static final String[] ENDING = { "INT", "TERM", "HUP" };
	private static final String[] FORWARDED = { "CONT", "USR1", "USR2", "ABRT", "ALRM" };
	/** How long jobs may take to end in order: they get KILL much earlier, so only slow readers of their output take longer. */
	private static final Duration IN_ORDER = Duration.ofSeconds(5);
	/** How long they may take after that, with the host. */
	private static final Duration BY_FORCE = Duration.ofSeconds(3);
	/** How long a signal may take to the ranks before the launcher stops. */
	private static final Duration TO_RANKS = Duration.ofSeconds(1);

	private final Consumer<String> messages;
	private final AtomicInteger first = new AtomicInteger();
	private final CountDownLatch closed = new CountDownLatch(1);
	private volatile @Nullable LocalHost host;
	private Runnable endQuit = () -> {
	};

	private LauncherSignals(PrintWriter err) {
		messages = line -> MessageLine.print(err, line);
	}

	/** Returns an object that is told of no signals. */
	static LauncherSignals ignored() {
		return new LauncherSignals(new PrintWriter(Writer.nullWriter()));
	}

	/**
	 * Installs the handlers. Until a host runs, ending signals end the process at once.
	 *
	 * @param err receives messages; must not block
	 */
	static LauncherSignals install(PrintWriter err) {
		LauncherSignals signals = new LauncherSignals(err);
		for (String name : ENDING) {
			handle(name, signals::end);
		}
		for (String name : FORWARDED) {
			handle(name, signal -> signals.forward(signal.getNumber()));
		}
		handle("TSTP", signals::suspend);
		// in the background, reading from the terminal shall fail and not stop the launcher; see StandardInput
		handle("TTIN", SignalHandler.SIG_IGN);
		signals.endQuit = LauncherProcess.onQuit(signals::describe);
		return signals;
	}

	/** Installs a handler, unless the JVM uses the signal itself. */
	private static void handle(String name, SignalHandler handler) {
		try {
			Signal.handle(new Signal(name), handler);
		} catch (IllegalArgumentException e) {
			System.getLogger(LauncherSignals.class.getName()).log(System.Logger.Level.DEBUG,
					"The JVM uses the signal {0} itself, so it is not handled", name);
		}
	}

	/** Passes signals on to the jobs of a host, until {@link #closed}. */
	void running(LocalHost running) {
		host = running;
	}

	/** Notes that the host is closed. */
	void closed() {
		closed.countDown();
		host = null;
	}

	/** Ends the handling of SIGQUIT; to be called before the end of the JVM. */
	void end() {
		endQuit.run();
	}

	/** Returns the signal that has ended the jobs; empty if they have ended by themselves. */
	OptionalInt endedBy() {
		int number = first.get();
		return number == 0 ? OptionalInt.empty() : OptionalInt.of(number);
	}

	private void end(Signal signal) {
		int number = signal.getNumber();
		LocalHost running = host;
		boolean isFirst = first.compareAndSet(0, number);
		if (running == null) {
			// the watchdog cleans up if a host is being started
			LauncherProcess.endBy(first.get());
			return;
		}
		running.interrupt();
		if (isFirst && !isClosedWithin(IN_ORDER)) {
			messages.accept("the job has not ended " + IN_ORDER.toSeconds() + " s after " + LauncherProcess.signalName(number)
					+ "; its ranks are killed, and output that is not read is discarded");
			running.interrupt();
			if (!isClosedWithin(BY_FORCE)) {
				LauncherProcess.say("the job has not ended, so the launcher ends without it; its watchdog removes what is left");
				LauncherProcess.endBy(number);
			}
		}
	}

	private boolean isClosedWithin(Duration limit) {
		try {
			return closed.await(limit.toMillis(), TimeUnit.MILLISECONDS);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	private void forward(int signal) {
		LocalHost running = host;
		if (running != null) {
			running.signal(signal);
		}
	}

	/** Stops the ranks, then this process. The CONT that continues it is forwarded to the ranks. */
	private void suspend(Signal signal) {
		LocalHost running = host;
		if (running != null) {
			try {
				running.signal(signal.getNumber()).get(TO_RANKS.toMillis(), TimeUnit.MILLISECONDS);
			} catch (TimeoutException | ExecutionException e) {
				messages.accept("the ranks could not be stopped: " + e);
			} catch (InterruptedException e) {
				Thread.currentThread().interrupt();
			}
		}
		LauncherProcess.suspend();
	}

	private void describe() {
		LocalHost running = host;
		if (running == null) {
			messages.accept("no job runs");
		} else {
			running.dump().lines().forEach(messages);
		}
	}
}
