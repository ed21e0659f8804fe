// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Receives signals that all threads of this process block, on threads that wait for them. The JVM starts a thread for each signal that it
 * handles itself, which fails where ranks have taken all threads that the system allows. Three threads, as a signal may have to hasten what
 * the one before it waits for.
 *
 * @see "signalfd(2)"
 */
public final class HeldSignals {
	private static final int THREADS = 3;
	private static final int ENTRIES = 2;
	private static final Duration AT_ONCE = Duration.ofMillis(50);
	private static final Duration END_LIMIT = Duration.ofMillis(100);

	private final int[] signals;
	private final IntConsumer handler;
	private final int received;
	private final int ending;
	private final List<Thread> threads = new ArrayList<>();
	/** The last signal that a process has sent, that process, and when. Guarded by this. */
	private int lastNumber;
	private int lastSender = -1;
	private long lastSent;

	private HeldSignals(int[] signals, IntConsumer handler, int received, int ending) {
		this.signals = signals;
		this.handler = handler;
		this.received = received;
		this.ending = ending;
	}

	/**
	 * Calls the handler with each of the signals from now on. If the process has no descriptor left, the signals have their default action on
	 * the caller's thread instead, and the watchdog cleans up.
	 *
	 * @param signals are blocked, and not ignored
	 * @param handler may block; called on one of three daemon threads
	 * @return ends the threads, for which the end of the JVM would wait; the signals then have their default action on the caller's thread
	 */
	public static Runnable receive(int[] signals, IntConsumer handler) {
		NativeBuffer set = new NativeBuffer(Posix.SIGSET_SIZE);
		long members = 0;
		for (int signal : signals) {
			members |= 1L << signal - 1;
		}
		set.bytes().putLong(0, members);
		int received = Posix.signalfd(set.address(), Posix.SFD_NONBLOCK | Posix.SFD_CLOEXEC);
		int ending = Posix.eventfd(0, Posix.EFD_CLOEXEC);
		HeldSignals held = new HeldSignals(signals.clone(), handler, received, ending);
		if (received < 0 || ending < 0) {
			held.unblock();
			return () -> {
			};
		}
		for (int i = 1; i <= THREADS; i++) {
			Thread thread = new Thread(held::run, "pmix-signals-" + i);
			thread.setDaemon(true);
			thread.start();
			held.threads.add(thread);
		}
		return held::end;
	}

	/** Returns whether a process sends one signal twice: timeout(1) does, to a process and its group. A user's second Ctrl-C comes later. */
	private synchronized boolean isSecond(int number, int pid) {
		long now = System.nanoTime();
		boolean second = number == lastNumber && pid == lastSender && now - lastSent < AT_ONCE.toNanos();
		lastNumber = number;
		lastSender = pid;
		lastSent = now;
		return second;
	}

	private void unblock() {
		for (int signal : signals) {
			DefaultAction.unblock(signal);
		}
	}

	private void end() {
		NativeBuffer one = new NativeBuffer(Long.BYTES);
		one.bytes().putLong(0, 1);
		Posix.write(ending, one.address(), Long.BYTES);
		for (Thread thread : threads) {
			try {
				thread.join(END_LIMIT);
			} catch (InterruptedException e) {
				Thread.currentThread().interrupt();
			}
		}
		unblock();
	}

	private void run() {
		NativeBuffer entries = new NativeBuffer(ENTRIES * Posix.POLLFD_SIZE);
		entries.bytes().putInt(0, received).putShort(Posix.POLLFD_EVENTS, Posix.POLLIN);
		entries.bytes().putInt(Posix.POLLFD_SIZE, ending).putShort(Posix.POLLFD_SIZE + Posix.POLLFD_EVENTS, Posix.POLLIN);
		NativeBuffer signal = new NativeBuffer(Posix.SIGNALFD_SIGINFO_SIZE);
		while (true) {
			int ready = Posix.poll(entries.address(), ENTRIES, -1);
			if (ready > 0 && entries.bytes().getShort(Posix.POLLFD_SIZE + Posix.POLLFD_RETURNED) != 0) {
				return;
			}
			// another of the threads may have been sooner
			if (ready > 0 && Posix.read(received, signal.address(), Posix.SIGNALFD_SIGINFO_SIZE) == Posix.SIGNALFD_SIGINFO_SIZE) {
				int number = signal.bytes().getInt(0);
				if (signal.bytes().getInt(Posix.SIGNALFD_CODE) == Posix.SI_USER
						&& isSecond(number, signal.bytes().getInt(Posix.SIGNALFD_PID))) {
					continue;
				}
				PollLoop.guarded(() -> handler.accept(number));
			}
		}
	}
}
