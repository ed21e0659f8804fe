// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.process;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

import com.sun.jna.Function;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;

/**
 * The few functions of the C library that the JDK lacks. Pointers are plain addresses, see {@link NativeBuffer}. Every number and offset
 * in this package holds for glibc on both x86_64 and aarch64; {@link PosixSupport} refuses anything else. Stateless; callable from any
 * thread.
 * <p>
 * The functions are called one by one, not by {@link Native#register(Class)}: that one builds its description of C structures by
 * reflection at its first use, which costs a launcher more than all the calls of a run.
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

	/** More than sizeof struct stat, and the place of the inode number in it. */
	static final int STAT_SIZE = 256;
	static final int STAT_INODE = 8;

	static final int SIGCHLD = 17;
	static final long SIG_DFL = 0;
	static final long SIG_IGN = 1;
	/** More than sizeof struct sigaction (152); the handler comes first. */
	static final int SIGACTION_SIZE = 256;

	private static final int SYS_PIDFD_OPEN = 434;

	private static final Charset CHARSET = charset();

	private static final NativeLibrary LIBRARY = NativeLibrary.getProcess();
	private static final Function POSIX_SPAWN = LIBRARY.getFunction("posix_spawn");
	private static final Function POSIX_SPAWNATTR_INIT = LIBRARY.getFunction("posix_spawnattr_init");
	private static final Function POSIX_SPAWNATTR_SETFLAGS = LIBRARY.getFunction("posix_spawnattr_setflags");
	private static final Function POSIX_SPAWNATTR_SETSIGDEFAULT = LIBRARY.getFunction("posix_spawnattr_setsigdefault");
	private static final Function POSIX_SPAWN_FILE_ACTIONS_INIT = LIBRARY.getFunction("posix_spawn_file_actions_init");
	private static final Function POSIX_SPAWN_FILE_ACTIONS_DESTROY = LIBRARY.getFunction("posix_spawn_file_actions_destroy");
	private static final Function POSIX_SPAWN_FILE_ACTIONS_ADDDUP2 = LIBRARY.getFunction("posix_spawn_file_actions_adddup2");
	private static final Function POSIX_SPAWN_FILE_ACTIONS_ADDCHDIR_NP = LIBRARY.getFunction("posix_spawn_file_actions_addchdir_np");
	private static final Function POSIX_SPAWN_FILE_ACTIONS_ADDCLOSEFROM_NP = LIBRARY
			.getFunction("posix_spawn_file_actions_addclosefrom_np");
	private static final Function PIPE2 = LIBRARY.getFunction("pipe2");
	private static final Function OPEN = LIBRARY.getFunction("open");
	private static final Function CLOSE = LIBRARY.getFunction("close");
	private static final Function READ = LIBRARY.getFunction("read");
	private static final Function WRITE = LIBRARY.getFunction("write");
	private static final Function FCNTL = LIBRARY.getFunction("fcntl");
	private static final Function FSTAT = LIBRARY.getFunction("fstat");
	private static final Function POLL = LIBRARY.getFunction("poll");
	private static final Function EVENTFD = LIBRARY.getFunction("eventfd");
	private static final Function WAITID = LIBRARY.getFunction("waitid");
	private static final Function KILL = LIBRARY.getFunction("kill");
	private static final Function SIGACTION = LIBRARY.getFunction("sigaction");
	private static final Function SIGNAL = LIBRARY.getFunction("signal");
	private static final Function GETEUID = LIBRARY.getFunction("geteuid");
	private static final Function SYSCALL = LIBRARY.getFunction("syscall");

	private Posix() {
	}

	/**
	 * What the JVM decodes arguments, environment and paths with; so it gives the bytes back that came in. Except in the C locale: there
	 * that is ASCII, which would turn all else into question marks, so its superset is used.
	 */
	private static Charset charset() {
		Charset charset = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"), StandardCharsets.UTF_8);
		return charset.equals(StandardCharsets.US_ASCII) ? StandardCharsets.UTF_8 : charset;
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
		return (int) longOf(SYSCALL, (long) SYS_PIDFD_OPEN, (long) pid, 0L);
	}

	// Functions that return their error number instead of setting errno.

	static int posix_spawn(long pid, long path, long actions, long attributes, long argv, long environment) {
		return intOf(POSIX_SPAWN, pid, path, actions, attributes, argv, environment);
	}

	static int posix_spawnattr_init(long attributes) {
		return intOf(POSIX_SPAWNATTR_INIT, attributes);
	}

	static int posix_spawnattr_setflags(long attributes, short flags) {
		return intOf(POSIX_SPAWNATTR_SETFLAGS, attributes, flags);
	}

	static int posix_spawnattr_setsigdefault(long attributes, long set) {
		return intOf(POSIX_SPAWNATTR_SETSIGDEFAULT, attributes, set);
	}

	static int posix_spawn_file_actions_init(long actions) {
		return intOf(POSIX_SPAWN_FILE_ACTIONS_INIT, actions);
	}

	static int posix_spawn_file_actions_destroy(long actions) {
		return intOf(POSIX_SPAWN_FILE_ACTIONS_DESTROY, actions);
	}

	static int posix_spawn_file_actions_adddup2(long actions, int from, int to) {
		return intOf(POSIX_SPAWN_FILE_ACTIONS_ADDDUP2, actions, from, to);
	}

	static int posix_spawn_file_actions_addchdir_np(long actions, long path) {
		return intOf(POSIX_SPAWN_FILE_ACTIONS_ADDCHDIR_NP, actions, path);
	}

	static int posix_spawn_file_actions_addclosefrom_np(long actions, int from) {
		return intOf(POSIX_SPAWN_FILE_ACTIONS_ADDCLOSEFROM_NP, actions, from);
	}

	// Functions that return -1 and set errno.

	static int pipe2(long descriptors, int flags) {
		return intOf(PIPE2, descriptors, flags);
	}

	static int open(long path, int flags) {
		return intOf(OPEN, path, flags);
	}

	static int close(int descriptor) {
		return intOf(CLOSE, descriptor);
	}

	static long read(int descriptor, long buffer, long count) {
		return longOf(READ, descriptor, buffer, count);
	}

	static long write(int descriptor, long buffer, long count) {
		return longOf(WRITE, descriptor, buffer, count);
	}

	static int fcntl(int descriptor, int command, long argument) {
		return intOf(FCNTL, descriptor, command, argument);
	}

	static int fstat(int descriptor, long stat) {
		return intOf(FSTAT, descriptor, stat);
	}

	static int poll(long entries, long count, int timeout) {
		return intOf(POLL, entries, count, timeout);
	}

	static int eventfd(int value, int flags) {
		return intOf(EVENTFD, value, flags);
	}

	static int waitid(int type, int id, long info, int options) {
		return intOf(WAITID, type, id, info, options);
	}

	static int kill(int pid, int signal) {
		return intOf(KILL, pid, signal);
	}

	static int sigaction(int signal, long action, long old) {
		return intOf(SIGACTION, signal, action, old);
	}

	static long signal(int signal, long handler) {
		return longOf(SIGNAL, signal, handler);
	}

	static int geteuid() {
		return intOf(GETEUID);
	}

	private static int intOf(Function function, Object... arguments) {
		return function.invokeInt(arguments);
	}

	private static long longOf(Function function, Object... arguments) {
		return function.invokeLong(arguments);
	}
}
