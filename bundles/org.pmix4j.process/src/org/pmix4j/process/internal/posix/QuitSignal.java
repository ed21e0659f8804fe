// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.pmix4j.model.bytes.Signals;

/**
 * Takes SIGQUIT over from the JVM, which lets no Java program handle it. A handler may run on any thread at any moment, so it cannot be
 * Java code; here it is the C library's {@code eventfd_write(int descriptor, uint64_t value)}, which is nothing but a write(2). It gets
 * the number of the signal, 3, as descriptor, and the address of the signal's details, which is not 0, as value. So the descriptor 3
 * must be an eventfd(2), and be free before.
 *
 * <p>
 * A tool of the JDK that attaches to a JVM sends it SIGQUIT as well, and announces itself by a file; then the signal is left to the JVM.
 */
public final class QuitSignal {
	/** The system property that names the descriptor that is free. */
	public static final String PROPERTY = "org.pmix4j.free.descriptor";

	private static final long ATTACH_NANOS = TimeUnit.SECONDS.toNanos(5);
	private static final Duration END_LIMIT = Duration.ofMillis(100);
	private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

	private final Runnable action;
	private final int event;
	private final NativeBuffer count = new NativeBuffer(Long.BYTES);
	private final NativeBuffer ofJvm = new NativeBuffer(Posix.SIGACTION_SIZE);
	private final NativeBuffer own = new NativeBuffer(Posix.SIGACTION_SIZE);

	private volatile boolean ending;

	private QuitSignal(Runnable action, int event) {
		this.action = action;
		this.event = event;
		own.bytes().putLong(0, Posix.LIBRARY.address("eventfd_write")).putInt(Posix.SIGACTION_FLAGS, Posix.SA_SIGINFO | Posix.SA_RESTART);
	}

	/** Returns whether the descriptor is free. */
	public static boolean isAvailable() {
		return Integer.toString(Signals.QUIT).equals(System.getProperty(PROPERTY));
	}

	/**
	 * Runs the action at each SIGQUIT on a daemon thread; does nothing if the process has no descriptor left.
	 *
	 * @return ends the thread, in which the JVM would wait 0.3 s at its end, as for every thread that is in a system call
	 */
	public static Runnable handle(Runnable action) {
		int event = Posix.eventfd(0, Posix.EFD_CLOEXEC);
		if (event >= 0 && Posix.dup3(event, Signals.QUIT, Posix.O_CLOEXEC) >= 0) {
			QuitSignal signal = new QuitSignal(action, event);
			Posix.sigaction(Signals.QUIT, signal.own.address(), signal.ofJvm.address());
			Thread thread = new Thread(signal::run, "pmix-quit");
			thread.setDaemon(true);
			thread.start();
			return () -> signal.end(thread);
		}
		return () -> {
		};
	}

	private void end(Thread thread) {
		ending = true;
		NativeBuffer one = new NativeBuffer(Long.BYTES);
		one.bytes().putLong(0, 1);
		Posix.write(event, one.address(), Long.BYTES);
		try {
			thread.join(END_LIMIT);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
		}
	}

	private void run() {
		while (!ending) {
			if (Posix.read(event, count.address(), Long.BYTES) != Long.BYTES || ending) {
				continue; // interrupted by another signal, or ending
			}
			if (ofJvm.bytes().getLong(0) != Posix.SIG_DFL && isAttaching()) {
				leaveToJvm();
			} else {
				PollLoop.guarded(action);
			}
		}
	}

	/** Returns whether a tool waits for the JVM; see the JDK, VirtualMachineImpl of jdk.attach. */
	private static boolean isAttaching() {
		String name = ".attach_pid" + ProcessHandle.current().pid();
		return Files.exists(Path.of("/proc/self/cwd", name)) || Files.exists(Path.of("/tmp", name));
	}

	/** Repeats the signal for the JVM, and takes it over again when the tool has been served. */
	private void leaveToJvm() {
		Posix.sigaction(Signals.QUIT, ofJvm.address(), 0);
		Posix.kill((int) ProcessHandle.current().pid(), Signals.QUIT);
		long deadline = System.nanoTime() + ATTACH_NANOS;
		while (isAttaching() && System.nanoTime() < deadline) {
			LockSupport.parkNanos(LOOK_NANOS);
		}
		Posix.sigaction(Signals.QUIT, own.address(), 0);
	}
}
