// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.process;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;

/**
 * The few functions of the C library that the JDK lacks, mapped directly (no reflection per call). Pointers are plain addresses, see
 * {@link NativeBuffer}. Every number and offset in this package holds for glibc on both x86_64 and aarch64; anything else is refused by
 * {@link #require()}, which has to be called first. Stateless; callable from any thread.
 */
final class Posix {

	static final int O_RDWR = 2;
	static final int O_NONBLOCK = 0x800;
	static final int O_CLOEXEC = 0x80000;
	static final int EFD_NONBLOCK = O_NONBLOCK;
	static final int EFD_CLOEXEC = O_CLOEXEC;

	static final int F_SETFL = 4;
	static final int F_DUPFD_CLOEXEC = 1030;
	static final int F_GETPIPE_SZ = 1032;

	static final short POLLIN = 0x1;
	static final short POLLOUT = 0x4;
	static final short POLLERR = 0x8;

	static final int P_PID = 1;
	static final int WNOHANG = 1;
	static final int WEXITED = 4;
	static final int WNOWAIT = 0x01000000;

	/** Offsets in siginfo_t, and the two causes of a child's end that are not an exit. */
	static final int SIGINFO_SIZE = 128;
	static final int SIGINFO_CODE = 8;
	static final int SIGINFO_PID = 16;
	static final int SIGINFO_STATUS = 24;
	static final int CLD_EXITED = 1;
	static final int CLD_DUMPED = 3;

	static final short POSIX_SPAWN_SETPGROUP = 0x02;
	static final short POSIX_SPAWN_SETSIGDEF = 0x04;
	static final short POSIX_SPAWN_SETSIGMASK = 0x08;
	static final short POSIX_SPAWN_SETSID = 0x80;
	static final int SIGSET_SIZE = 128;
	/** More than sizeof posix_spawnattr_t (336) and posix_spawn_file_actions_t (80). */
	static final int SPAWN_OBJECT_SIZE = 512;

	static final int SIGCHLD = 17;
	static final long SIG_DFL = 0;
	static final long SIG_IGN = 1;
	/** More than sizeof struct sigaction (152); the handler comes first. */
	static final int SIGACTION_SIZE = 256;

	private static final int SYS_PIDFD_OPEN = 434;

	/** What the JVM decodes arguments, environment and paths with; so it gives the bytes back that came in. */
	private static final Charset CHARSET = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"), StandardCharsets.UTF_8);

	private static boolean loaded;

	private Posix() {
	}

	/**
	 * Loads the functions, once.
	 *
	 * @throws UnsupportedOperationException if this machine has not got them
	 */
	static synchronized void require() {
		if (loaded) {
			return;
		}
		String architecture = System.getProperty("os.arch", "");
		if (!System.getProperty("os.name", "").equals("Linux") || !architecture.equals("amd64") && !architecture.equals("aarch64")) {
			throw unsupported(null);
		}
		try {
			Native.register(Posix.class, NativeLibrary.getProcess());
		} catch (UnsatisfiedLinkError e) {
			throw unsupported(e);
		}
		loaded = true;
	}

	private static UnsupportedOperationException unsupported(@Nullable Throwable cause) {
		String message = "local jobs need Linux (x86_64, aarch64) with glibc 2.34 or later; this is " + System.getProperty("os.name") + " on "
				+ System.getProperty("os.arch");
		return new UnsupportedOperationException(cause == null ? message : message + ": " + cause.getMessage(), cause);
	}

	/** The error number of this thread's last call that failed. */
	static int errno() {
		return Native.getLastError();
	}

	/** Text as the kernel wants it, without a final NUL. */
	static byte[] encode(String text) {
		return text.getBytes(CHARSET);
	}

	/** Text as the kernel gives it. */
	static String decode(byte[] bytes, int from, int to) {
		return new String(bytes, from, to - from, CHARSET);
	}

	/** A descriptor that becomes readable when the process exits; -1 with errno ENOSYS before Linux 5.3. */
	static int pidfdOpen(int pid) {
		return (int) syscall(SYS_PIDFD_OPEN, pid, 0);
	}

	// Functions that return their error number instead of setting errno.

	static native int posix_spawn(long pid, long path, long actions, long attributes, long argv, long environment);

	static native int posix_spawnattr_init(long attributes);

	static native int posix_spawnattr_setflags(long attributes, short flags);

	static native int posix_spawnattr_setpgroup(long attributes, int group);

	static native int posix_spawnattr_setsigdefault(long attributes, long set);

	static native int posix_spawnattr_setsigmask(long attributes, long set);

	static native int posix_spawn_file_actions_init(long actions);

	static native int posix_spawn_file_actions_destroy(long actions);

	static native int posix_spawn_file_actions_adddup2(long actions, int from, int to);

	static native int posix_spawn_file_actions_addchdir_np(long actions, long path);

	static native int posix_spawn_file_actions_addclosefrom_np(long actions, int from);

	// Functions that return -1 and set errno.

	static native int pipe2(long descriptors, int flags);

	static native int open(long path, int flags);

	static native int close(int descriptor);

	static native long read(int descriptor, long buffer, long count);

	static native long write(int descriptor, long buffer, long count);

	static native int fcntl(int descriptor, int command, long argument);

	static native int poll(long entries, long count, int timeout);

	static native int eventfd(int value, int flags);

	static native int waitid(int type, int id, long info, int options);

	static native int kill(int pid, int signal);

	static native int sigaction(int signal, long action, long old);

	static native long signal(int signal, long handler);

	static native int geteuid();

	private static native long syscall(long number, long first, long second);
}
