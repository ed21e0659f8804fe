// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

import org.pmix4j.process.internal.posix.Errno;
import org.pmix4j.process.internal.posix.InheritedLimits;
import org.pmix4j.process.internal.posix.NativeBuffer;
import org.pmix4j.process.internal.posix.PollLoop;
import org.pmix4j.process.internal.posix.Posix;

/**
 * Detects the exit of one child without reaping it and without touching children of other code (never waitpid(-1)). Used on the loop's
 * thread.
 */
final class ExitWatch {

	private ExitWatch() {
	}

	/**
	 * Watches a child.
	 *
	 * @param exited called on the loop's thread, once, after the exit
	 */
	static void on(PollLoop loop, int pid, ExitDetection detection, Runnable exited) {
		assert loop.inLoop();
		if (detection == ExitDetection.THREAD || !onDescriptor(loop, pid, exited)) {
			onThread(loop, pid, exited);
		}
	}

	/** Watches a process descriptor, which becomes readable at the exit. Returns false if none can be opened. */
	static boolean onDescriptor(PollLoop loop, int pid, Runnable exited) {
		int descriptor = InheritedLimits.ofThisProcess().outOfTheWay(Posix.pidfdOpen(pid));
		if (descriptor < 0) {
			return false;
		}
		loop.watchOnce(descriptor, exited);
		return true;
	}

	/** Watches on a thread: for kernels before 5.3, kernels that only resemble Linux, and when descriptors run out. */
	private static void onThread(PollLoop loop, int pid, Runnable exited) {
		Thread waiter = new Thread(() -> {
			NativeBuffer info = new NativeBuffer(Posix.SIGINFO_SIZE);
			int result;
			do {
				result = Posix.waitid(Posix.P_PID, pid, info.address(), Posix.WEXITED | Posix.WNOWAIT);
			} while (result != 0 && Posix.errno() == Errno.EINTR);
			loop.executeUnlessEnded(exited);
		}, "pmix-wait-" + pid);
		waiter.setDaemon(true);
		waiter.start();
	}
}
