// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.launcher.LauncherProcess;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.OutputOptions;
import org.pmix4j.job.options.TerminalSize;

import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Handles the signals of the launcher. The first INT, TERM or HUP ends all jobs in order, the second one shortens the time until their
 * ranks are killed, and the third one kills them immediately. If a job takes too long the launcher ends without it; in the end it dies of
 * the first signal. TSTP stops the ranks and the launcher, WINCH passes the new size of the launcher's terminal on to those of the ranks,
 * QUIT describes their state, and signals that programs use themselves are forwarded to the ranks. Owned by the process; each handler is
 * called on a thread of its own, which may block.
 *
 * @see "PRRTE 3.0.8, prterun --help forward-signals, and its handling of Ctrl-C"
 */
final class LauncherSignals {
	/** The signals that the launcher's script has kept from the JVM until there are handlers, separated by commas. */
	static final String HELD = "org.pmix4j.held.signals";
	private static final String[] ENDING = { "INT", "TERM", "HUP" };
	private static final String[] FORWARDED = { "CONT", "USR1", "USR2", "ABRT", "ALRM" };
	private static final List<String> NOT_FORWARDED = List.of("INT", "TERM", "HUP", "QUIT", "KILL", "STOP", "PIPE", "TTIN", "CHLD");
	private static final String NONE = "none";
	/** The time for jobs to end after their ranks got KILL: only slow readers of their output take longer. */
	private static final Duration AFTER_KILL = Duration.ofSeconds(3);
	/** The time for them to end after that, with the host. */
	private static final Duration BY_FORCE = Duration.ofSeconds(3);
	/** The time for a signal to reach the ranks before the launcher stops. */
	private static final Duration TO_RANKS = Duration.ofSeconds(1);

	private final Consumer<String> messages;
	private final AtomicInteger first = new AtomicInteger();
	private final AtomicInteger count = new AtomicInteger();
	private final CountDownLatch closed = new CountDownLatch(1);
	private volatile @Nullable SignalTarget host;
	/** Signals for the ranks of a job that is not yet launched. Guarded by itself. */
	private final Set<Integer> early = new LinkedHashSet<>();
	private volatile boolean stopsRanks = true;
	/** The size of the ranks' terminals; empty if the user has chosen it, or there is no terminal. */
	private volatile Optional<TerminalSize> size = Optional.empty();
	private Runnable endQuit = () -> {
	};
	private Runnable endHeld = () -> {
	};

	private LauncherSignals(PrintWriter err) {
		messages = line -> Console.message(err, line);
	}

	/** Returns an object that no signal reaches. */
	static LauncherSignals ignored() {
		return new LauncherSignals(new PrintWriter(Writer.nullWriter()));
	}

	/**
	 * Installs the handlers. Until a host runs, ending signals end the process immediately.
	 *
	 * @param err receives messages; must not block
	 */
	static LauncherSignals install(PrintWriter err) {
		LauncherSignals signals = new LauncherSignals(err);
		List<String> held = heldAndHeeded();
		for (String name : ENDING) {
			if (!held.contains(name)) {
				handle(name, signal -> signals.end(signal.getNumber()));
			}
		}
		for (String name : FORWARDED) {
			handle(name, signal -> signals.forward(signal.getNumber()));
		}
		handle("TSTP", signals::suspend);
		handle("WINCH", signal -> signals.resized());
		// in the background, reading from the terminal shall fail and not stop the launcher; see StandardInput
		handle("TTIN", SignalHandler.SIG_IGN);
		if (!held.isEmpty()) {
			signals.endHeld = LauncherProcess.onHeld(held.stream().mapToInt(name -> new Signal(name).getNumber()).toArray(), signals::end);
		}
		signals.endQuit = LauncherProcess.onQuit(signals::describe);
		return signals;
	}

	/**
	 * Undoes that ending signals are ignored. INT and TERM are handled even if this process was started to ignore them, as mpirun and prterun
	 * do: a script that starts the launcher in the background ends it by {@code kill -INT}. An ignored HUP stays ignored, as nohup(1) wants,
	 * unless only the launcher's script ignores it. Returns the names of the signals that the script has blocked.
	 */
	private static List<String> heldAndHeeded() {
		String list = System.getProperty(HELD, "");
		List<String> held = list.isEmpty() ? List.of() : List.of(list.split(","));
		try {
			for (String name : held) {
				LauncherProcess.heed(new Signal(name).getNumber());
			}
			LauncherProcess.heed(new Signal("INT").getNumber());
			LauncherProcess.heed(new Signal("TERM").getNumber());
			return held;
		} catch (UnsupportedOperationException e) {
			// the start of a host reports the cause
			return List.of();
		}
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

	/**
	 * Forwards other signals than the usual ones.
	 *
	 * @param list names or numbers of further signals to forward, separated by commas; {@code none} to forward no signal at all
	 * @throws IllegalArgumentException if one of them cannot be forwarded; the message says why
	 */
	void select(String list) {
		if (list.equalsIgnoreCase(NONE)) {
			stopsRanks = false;
			handle("WINCH", SignalHandler.SIG_IGN);
			for (String name : FORWARDED) {
				handle(name, name.equals("CONT") ? SignalHandler.SIG_IGN : SignalHandler.SIG_DFL);
			}
			return;
		}
		for (String word : list.split(",")) {
			String name = forwardable(word.strip());
			if (name.equals("TSTP") || name.equals("WINCH") || List.of(FORWARDED).contains(name)) {
				continue;
			}
			try {
				Signal.handle(new Signal(name), signal -> forward(signal.getNumber()));
			} catch (IllegalArgumentException e) {
				throw new IllegalArgumentException("signal " + word + " cannot be forwarded: the JVM does not pass it on", e);
			}
		}
	}

	/** Returns the name of a signal without SIG. */
	private static String forwardable(String word) {
		OptionalInt number = LauncherProcess.signalNumber(word);
		String name = number.isPresent() ? LauncherProcess.signalName(number.getAsInt()).substring("SIG".length()) : "";
		if (name.isEmpty()) {
			throw new IllegalArgumentException("option --forward-signals must be names or numbers of signals, or none, not '" + word + "'");
		}
		if (NOT_FORWARDED.contains(name)) {
			throw new IllegalArgumentException("signal " + word + " cannot be forwarded: the launcher acts on it itself");
		}
		return name;
	}

	/** Passes signals on to the jobs of a host, also those that have come before, until {@link #closed}. */
	void running(SignalTarget running) {
		synchronized (early) {
			host = running;
			early.forEach(running::signal);
			early.clear();
		}
		resized();
	}

	/** Gives a job's terminals the size of this process's terminal, now and at each change, unless the user has chosen a size. */
	JobSpec sized(JobSpec job) {
		if (job.options().isSet(OutputOptions.TERMINAL_SIZE)) {
			return job;
		}
		size = LauncherProcess.terminalSize();
		return size.map(own -> job.withOption(OutputOptions.TERMINAL_SIZE, own)).orElse(job);
	}

	/** Notes that the host is closed. */
	void closed() {
		closed.countDown();
		host = null;
	}

	/** Ends the threads that wait for signals; to be called before the end of the JVM. */
	void end() {
		endQuit.run();
		endHeld.run();
	}

	/** Returns the signal that has ended the jobs; empty if they have ended by themselves. */
	OptionalInt endedBy() {
		int number = first.get();
		return number == 0 ? OptionalInt.empty() : OptionalInt.of(number);
	}

	private void end(int number) {
		SignalTarget running = host;
		first.compareAndSet(0, number);
		if (running == null) {
			// the watchdog cleans up if a host is being started
			LauncherProcess.endBy(first.get());
			return;
		}
		switch (count.incrementAndGet()) {
			case 1 -> {
				Duration limit = running.killTimeout().plus(AFTER_KILL);
				running.interrupt();
				if (!isClosedWithin(limit)) {
					messages.accept("the job has not ended " + limit.toSeconds() + " s after " + LauncherProcess.signalName(number)
							+ "; its ranks are killed, and output that is not read is discarded");
					kill(running, number);
				}
			}
			case 2 -> {
				messages.accept("the job is being ended; press Ctrl-C again to kill its ranks at once");
				running.interrupt();
			}
			default -> kill(running, number);
		}
	}

	/** Interrupts as often as kills all ranks and discards their output, however often the user did. */
	private void kill(SignalTarget running, int number) {
		running.interrupt();
		running.interrupt();
		if (!isClosedWithin(BY_FORCE)) {
			LauncherProcess.say("the job has not ended, so the launcher ends without it; its watchdog removes what is left");
			LauncherProcess.endBy(number);
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
		synchronized (early) {
			SignalTarget running = host;
			if (running != null) {
				running.signal(signal);
			} else if (closed.getCount() > 0) {
				early.add(signal);
			}
		}
	}

	/** Stops the ranks, then this process. The CONT that continues it is forwarded to the ranks. */
	private void suspend(Signal signal) {
		SignalTarget running = host;
		if (running != null && stopsRanks) {
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

	private void resized() {
		SignalTarget running = host;
		if (running == null || size.isEmpty()) {
			return;
		}
		Optional<TerminalSize> before = size;
		size = LauncherProcess.terminalSize().or(() -> before);
		size.filter(now -> !now.equals(before.get())).ifPresent(running::resizeTerminals);
	}

	private void describe() {
		SignalTarget running = host;
		if (running == null) {
			messages.accept("no job runs");
		} else {
			running.dump().lines().forEach(messages);
		}
	}
}
