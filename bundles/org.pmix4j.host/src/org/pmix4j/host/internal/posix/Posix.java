// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.posix;

import com.sun.jna.Function;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/**
 * Functions of the C library that the JDK lacks, each as its manual page says. Pointers are plain addresses, see {@link NativeBuffer}.
 * The numbers and offsets in this package hold for glibc on x86_64 and aarch64; {@link PosixSupport} refuses other platforms. Stateless;
 * callable from any thread.
 * <p>
 * The functions are not bound by {@link Native#register(Class)}, which costs a launcher 14 % of its CPU time (releng/benchmarks).
 */
public final class Posix {

	static final int O_WRONLY = 1;
	public static final int O_RDWR = 2;
	static final int O_ACCMODE = 3;
	static final int O_NONBLOCK = 0x800;
	static final int O_NOCTTY = 0x100;
	public static final int O_CLOEXEC = 0x80000;
	static final int EFD_NONBLOCK = O_NONBLOCK;
	static final int EFD_CLOEXEC = O_CLOEXEC;

	static final int SEEK_SET = 0;
	static final int SEEK_CUR = 1;

	static final int F_SETFL = 4;
	static final int F_DUPFD_CLOEXEC = 1030;
	public static final int F_GETPIPE_SZ = 1032;

	static final long FIONREAD = 0x541B;
	static final long TCGETS = 0x5401;
	static final long TCSETS = 0x5402;
	static final long TIOCGWINSZ = 0x5413;
	static final long TIOCSWINSZ = 0x5414;
	static final long TIOCSPTLCK = 0x40045431;
	static final long TIOCGPTN = 0x80045430;
	static final long TIOCGPTPEER = 0x5441;

	static final int EPOLL_CLOEXEC = O_CLOEXEC;
	static final int EPOLL_CTL_ADD = 1;
	static final int EPOLL_CTL_DEL = 2;
	static final int EPOLL_CTL_MOD = 3;
	public static final int EPOLLIN = 0x1;
	public static final int EPOLLOUT = 0x4;
	public static final int EPOLLERR = 0x8;

	public static final short POLLIN = 0x1;
	static final short POLLOUT = 0x4;
	static final short POLLERR = 0x8;
	/** Size of struct pollfd, and the place of the awaited events in it. */
	public static final int POLLFD_SIZE = 8;
	public static final int POLLFD_EVENTS = 4;
	static final int POLLFD_RETURNED = 6;

	public static final int P_PID = 1;
	public static final int WNOHANG = 1;
	public static final int WSTOPPED = 2;
	public static final int WEXITED = 4;
	public static final int WCONTINUED = 8;
	public static final int WNOWAIT = 0x01000000;

	/** Offsets in siginfo_t, and the events of a child other than its end by a signal. */
	public static final int SIGINFO_SIZE = 128;
	public static final int SIGINFO_CODE = 8;
	public static final int SIGINFO_PID = 16;
	public static final int SIGINFO_STATUS = 24;
	public static final int CLD_EXITED = 1;
	public static final int CLD_DUMPED = 3;
	public static final int CLD_CONTINUED = 6;

	public static final short POSIX_SPAWN_SETPGROUP = 0x02;
	public static final short POSIX_SPAWN_SETSIGDEF = 0x04;
	public static final short POSIX_SPAWN_SETSIGMASK = 0x08;
	public static final short POSIX_SPAWN_SETSID = 0x80;
	public static final int SIGSET_SIZE = 128;
	/** More than sizeof posix_spawnattr_t (336) and posix_spawn_file_actions_t (80). */
	public static final int SPAWN_OBJECT_SIZE = 512;

	/** More than sizeof struct stat, and the place of the inode number in it. */
	public static final int STAT_SIZE = 256;
	static final int STAT_INODE = 8;

	/** The part of a thread that holds its umask and its directory. */
	static final int CLONE_FS = 0x200;

	public static final int SIGCHLD = 17;
	static final int SIG_UNBLOCK = 1;
	/** struct signalfd_siginfo; it begins with the number of the signal. */
	static final int SIGNALFD_SIGINFO_SIZE = 128;
	static final int SFD_CLOEXEC = O_CLOEXEC;
	static final int SFD_NONBLOCK = O_NONBLOCK;
	public static final long SIG_DFL = 0;
	public static final long SIG_IGN = 1;
	/** More than sizeof struct sigaction (152); the handler comes first, the flags have this offset. */
	public static final int SIGACTION_SIZE = 256;
	static final int SIGACTION_FLAGS = 136;
	static final int SA_SIGINFO = 4;
	static final int SA_RESTART = 0x10000000;

	static final int RLIMIT_NOFILE = 7;
	static final int RLIMIT_RTTIME = 15;
	static final long RLIM_INFINITY = -1;
	/** Size of struct rlimit, and the place of the hard limit in it. */
	static final int RLIMIT_SIZE = 16;
	static final int RLIMIT_HARD = 8;

	/** Asks whether orphans among the descendants of this process become its children. */
	public static final int PR_GET_CHILD_SUBREAPER = 37;

	private static final int SYS_PIDFD_OPEN = 434;
	private static final int SYS_PIDFD_SEND_SIGNAL = 424;

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
	private static final Function IOCTL = LIBRARY.getFunction("ioctl");
	private static final Function FSTAT = LIBRARY.getFunction("fstat");
	private static final Function POLL = LIBRARY.getFunction("poll");
	private static final Function EPOLL_CREATE1 = LIBRARY.getFunction("epoll_create1");
	private static final Function EPOLL_CTL = LIBRARY.getFunction("epoll_ctl");
	private static final Function EPOLL_WAIT = LIBRARY.getFunction("epoll_wait");
	private static final Function SIGNALFD = LIBRARY.getFunction("signalfd");
	private static final Function EVENTFD = LIBRARY.getFunction("eventfd");
	private static final Function WAITID = LIBRARY.getFunction("waitid");
	private static final Function KILL = LIBRARY.getFunction("kill");
	private static final Function PRCTL = LIBRARY.getFunction("prctl");
	private static final Function PRLIMIT = LIBRARY.getFunction("prlimit");
	private static final Function RAISE = LIBRARY.getFunction("raise");
	private static final Function DUP3 = LIBRARY.getFunction("dup3");
	private static final Function SIGACTION = LIBRARY.getFunction("sigaction");
	private static final Function PTHREAD_SIGMASK = LIBRARY.getFunction("pthread_sigmask");
	private static final Function SIGNAL = LIBRARY.getFunction("signal");
	private static final Function SCHED_GETAFFINITY = LIBRARY.getFunction("sched_getaffinity");
	private static final Function SCHED_SETAFFINITY = LIBRARY.getFunction("sched_setaffinity");
	private static final Function UMASK = LIBRARY.getFunction("umask");
	private static final Function GETPPID = LIBRARY.getFunction("getppid");
	private static final Function GETTID = LIBRARY.getFunction("gettid");
	private static final Function GETEUID = LIBRARY.getFunction("geteuid");
	private static final Function SYSCALL = LIBRARY.getFunction("syscall");

	private Posix() {
	}

	/** Returns the error number of this thread's last failed call. */
	public static int errno() {
		return Native.getLastError();
	}

	/** Opens a descriptor that becomes readable when the process exits; returns -1 with errno ENOSYS before Linux 5.3. */
	public static int pidfdOpen(int pid) {
		return (int) longOf(SYSCALL, (long) SYS_PIDFD_OPEN, (long) pid, 0L);
	}

	/** Sends a signal to the process of a descriptor, which never is another one that has got its number. */
	public static int pidfdSendSignal(int descriptor, int signal) {
		return (int) longOf(SYSCALL, (long) SYS_PIDFD_SEND_SIGNAL, (long) descriptor, (long) signal, 0L, 0L);
	}

	// Functions that return their error number instead of setting errno.

	public static int posix_spawn(long pid, long path, long actions, long attributes, long argv, long environment) {
		return intOf(POSIX_SPAWN, pid, path, actions, attributes, argv, environment);
	}

	public static int posix_spawnattr_init(long attributes) {
		return intOf(POSIX_SPAWNATTR_INIT, attributes);
	}

	public static int posix_spawnattr_setflags(long attributes, short flags) {
		return intOf(POSIX_SPAWNATTR_SETFLAGS, attributes, flags);
	}

	public static int posix_spawnattr_setsigdefault(long attributes, long set) {
		return intOf(POSIX_SPAWNATTR_SETSIGDEFAULT, attributes, set);
	}

	/** Changes the signals that the calling thread blocks. */
	static int pthread_sigmask(int how, long set, long old) {
		return intOf(PTHREAD_SIGMASK, how, set, old);
	}

	public static int posix_spawn_file_actions_init(long actions) {
		return intOf(POSIX_SPAWN_FILE_ACTIONS_INIT, actions);
	}

	public static int posix_spawn_file_actions_destroy(long actions) {
		return intOf(POSIX_SPAWN_FILE_ACTIONS_DESTROY, actions);
	}

	public static int posix_spawn_file_actions_adddup2(long actions, int from, int to) {
		return intOf(POSIX_SPAWN_FILE_ACTIONS_ADDDUP2, actions, from, to);
	}

	public static int posix_spawn_file_actions_addclose(long actions, int descriptor) {
		return intOf(Rare.ADDCLOSE, actions, descriptor);
	}

	public static int posix_spawn_file_actions_addchdir_np(long actions, long path) {
		return intOf(POSIX_SPAWN_FILE_ACTIONS_ADDCHDIR_NP, actions, path);
	}

	public static int posix_spawn_file_actions_addclosefrom_np(long actions, int from) {
		return intOf(POSIX_SPAWN_FILE_ACTIONS_ADDCLOSEFROM_NP, actions, from);
	}

	// Functions that return -1 and set errno.

	static int pipe2(long descriptors, int flags) {
		return intOf(PIPE2, descriptors, flags);
	}

	public static int open(long path, int flags) {
		return intOf(OPEN, path, flags);
	}

	public static int close(int descriptor) {
		return intOf(CLOSE, descriptor);
	}

	public static long read(int descriptor, long buffer, long count) {
		return longOf(READ, descriptor, buffer, count);
	}

	public static long write(int descriptor, long buffer, long count) {
		return longOf(WRITE, descriptor, buffer, count);
	}

	public static int fcntl(int descriptor, int command, long argument) {
		return intOf(FCNTL, descriptor, command, argument);
	}

	/** Moves the offset of an open file, or reads it with {@link #SEEK_CUR} and 0. */
	static long lseek(int descriptor, long offset, int from) {
		return longOf(Rare.LSEEK, descriptor, offset, from);
	}

	static int ioctl(int descriptor, long request, long argument) {
		return intOf(IOCTL, descriptor, request, argument);
	}

	static int fstat(int descriptor, long stat) {
		return intOf(FSTAT, descriptor, stat);
	}

	public static int poll(long entries, long count, int timeout) {
		return intOf(POLL, entries, count, timeout);
	}

	static int epoll_create1(int flags) {
		return intOf(EPOLL_CREATE1, flags);
	}

	static int epoll_ctl(int epoll, int operation, int descriptor, long event) {
		return intOf(EPOLL_CTL, epoll, operation, descriptor, event);
	}

	static int epoll_wait(int epoll, long events, int most, int timeout) {
		return intOf(EPOLL_WAIT, epoll, events, most, timeout);
	}

	/** Opens a descriptor from which pending signals of a set are read; {@link #SIGNALFD_SIGINFO_SIZE} bytes for each. */
	static int signalfd(long set, int flags) {
		return intOf(SIGNALFD, -1, set, flags);
	}

	static int eventfd(int value, int flags) {
		return intOf(EVENTFD, value, flags);
	}

	public static int waitid(int type, int id, long info, int options) {
		return intOf(WAITID, type, id, info, options);
	}

	public static int kill(int pid, int signal) {
		return intOf(KILL, pid, signal);
	}

	public static int prctl(int operation, long argument) {
		return intOf(PRCTL, operation, argument, 0L, 0L, 0L);
	}

	static int prlimit(int pid, int resource, long newLimits, long oldLimits) {
		return intOf(PRLIMIT, pid, resource, newLimits, oldLimits);
	}

	/** Sends a signal to the calling thread, which has acted on it when the call returns. */
	static int raise(int signal) {
		return intOf(RAISE, signal);
	}

	static int dup3(int from, int to, int flags) {
		return intOf(DUP3, from, to, flags);
	}

	/** Returns a function of the C library that is too rare to be looked up at each start. */
	static Function function(String name) {
		return LIBRARY.getFunction(name);
	}

	/** Returns the address of a function of the C library. */
	static long address(String function) {
		return Pointer.nativeValue(LIBRARY.getFunction(function));
	}

	public static int sigaction(int signal, long action, long old) {
		return intOf(SIGACTION, signal, action, old);
	}

	public static long signal(int signal, long handler) {
		return longOf(SIGNAL, signal, handler);
	}

	/** Reads the processors of a thread; 0 means the calling thread. */
	static int sched_getaffinity(int thread, long size, long mask) {
		return intOf(SCHED_GETAFFINITY, thread, size, mask);
	}

	static int sched_setaffinity(int thread, long size, long mask) {
		return intOf(SCHED_SETAFFINITY, thread, size, mask);
	}

	/** Takes a part that the calling thread shares with the other threads of this process for itself. */
	static int unshare(int flags) {
		return intOf(Rare.UNSHARE, flags);
	}

	/** Sets the mask of this process, or of a thread that has its own, and returns the one before; a child inherits it when it starts. */
	public static int umask(int mask) {
		return intOf(UMASK, mask);
	}

	static int getppid() {
		return intOf(GETPPID);
	}

	static int gettid() {
		return intOf(GETTID);
	}

	public static int geteuid() {
		return intOf(GETEUID);
	}

	/** A function that few launchers need. */
	private static final class Rare {
		static final Function ADDCLOSE = LIBRARY.getFunction("posix_spawn_file_actions_addclose");
		static final Function LSEEK = LIBRARY.getFunction("lseek");
		static final Function UNSHARE = LIBRARY.getFunction("unshare");
	}

	private static int intOf(Function function, Object... arguments) {
		return function.invokeInt(arguments);
	}

	static long longOf(Function function, Object... arguments) {
		return function.invokeLong(arguments);
	}
}
