// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

import org.pmix4j.process.internal.posix.DefaultAction;
import org.pmix4j.process.internal.posix.Errno;
import org.pmix4j.process.internal.posix.ExitStatus;
import org.pmix4j.process.internal.posix.Log;
import org.pmix4j.process.internal.posix.NativeBuffer;
import org.pmix4j.process.internal.posix.Posix;

/** Asks the kernel, by waitid(2), how single children ended. Owned by a {@link ProcessLoop}, used on its thread. */
final class Reaper {

	/** The status assumed for a child that something else reaped. */
	private static final ExitStatus LOST = ExitStatus.exited(255);

	private final Set<Integer> expected = new HashSet<>();
	private final NativeBuffer info = new NativeBuffer(Posix.SIGINFO_SIZE);

	/**
	 * Resets an ignored SIGCHLD, which the JVM may have inherited and which would make the kernel discard every status. Most JDKs reset it,
	 * too, but only when they load their own process code.
	 */
	static void keepStatuses() {
		DefaultAction.heed(Posix.SIGCHLD);
	}

	/** Notes a child that its owner reaps. */
	void expect(int pid) {
		expected.add(pid);
	}

	/** Returns whether the owner of a child reaps it. */
	boolean isExpected(int pid) {
		return expected.contains(pid);
	}

	/** Returns the status of a child that has ended and stays a zombie; empty while a debugger holds it, and alone sees its status. */
	Optional<ExitStatus> peek(int pid) {
		ByteBuffer bytes = info.bytes();
		bytes.putInt(Posix.SIGINFO_PID, 0);
		if (Posix.waitid(Posix.P_PID, pid, info.address(), Posix.WEXITED | Posix.WNOHANG | Posix.WNOWAIT) != 0) {
			Log.LOG.log(Level.WARNING, "the exit status of process {0} is lost ({1}); some code in this JVM waits for children that are not"
					+ " its own; exit code 255 is assumed", Integer.toString(pid), Errno.name(Posix.errno()));
			return Optional.of(LOST);
		}
		if (bytes.getInt(Posix.SIGINFO_PID) == 0) {
			return Optional.empty();
		}
		int code = bytes.getInt(Posix.SIGINFO_CODE);
		int status = bytes.getInt(Posix.SIGINFO_STATUS);
		return Optional.of(code == Posix.CLD_EXITED ? ExitStatus.exited(status & 0xff)
				: ExitStatus.signaled(status, code == Posix.CLD_DUMPED));
	}

	/**
	 * Returns the signal that has stopped a child since the last call, or 0 if the child was continued; empty if neither has happened. The
	 * kernel keeps the last change only. The stops of a debugger do not count.
	 */
	OptionalInt stopOrContinue(int pid) {
		ByteBuffer bytes = info.bytes();
		bytes.putInt(Posix.SIGINFO_PID, 0);
		if (Posix.waitid(Posix.P_PID, pid, info.address(), Posix.WSTOPPED | Posix.WCONTINUED | Posix.WNOHANG) != 0
				|| bytes.getInt(Posix.SIGINFO_PID) == 0) {
			return OptionalInt.empty();
		}
		return OptionalInt.of(bytes.getInt(Posix.SIGINFO_CODE) == Posix.CLD_CONTINUED ? 0 : bytes.getInt(Posix.SIGINFO_STATUS));
	}

	/** Reaps the zombie; its number is free from now on. */
	void reap(int pid) {
		expected.remove(pid);
		Posix.waitid(Posix.P_PID, pid, info.address(), Posix.WEXITED | Posix.WNOHANG);
	}
}
