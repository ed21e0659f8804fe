// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import org.pmix4j.process.internal.posix.CLibrary.CFunction;

/**
 * Functions of the C library that the JDK lacks, each as its manual page says. Pointers are plain addresses, see {@link NativeBuffer}.
 * The numbers and offsets in this package hold for glibc on x86_64 and aarch64; {@link PosixSupport} refuses other platforms. Stateless;
 * callable from any thread.
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

	static final int MADV_DONTNEED = 4;

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
	static final int SIGNALFD_CODE = 8;
	static final int SIGNALFD_PID = 12;
	/** The code of a signal that was sent by kill(2). */
	static final int SI_USER = 0;
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

	static final CLibrary LIBRARY = new BoundLibrary();
	private static final CFunction POSIX_SPAWN = LIBRARY.function("posix_spawn");
	private static final CFunction POSIX_SPAWNATTR_INIT = LIBRARY.function("posix_spawnattr_init");
	private static final CFunction POSIX_SPAWNATTR_SETFLAGS = LIBRARY.function("posix_spawnattr_setflags");
	private static final CFunction POSIX_SPAWNATTR_SETSIGDEFAULT = LIBRARY.function("posix_spawnattr_setsigdefault");
	private static final CFunction POSIX_SPAWN_FILE_ACTIONS_INIT = LIBRARY.function("posix_spawn_file_actions_init");
	private static final CFunction POSIX_SPAWN_FILE_ACTIONS_DESTROY = LIBRARY.function("posix_spawn_file_actions_destroy");
	private static final CFunction POSIX_SPAWN_FILE_ACTIONS_ADDDUP2 = LIBRARY.function("posix_spawn_file_actions_adddup2");
	private static final CFunction POSIX_SPAWN_FILE_ACTIONS_ADDCHDIR_NP = LIBRARY.function("posix_spawn_file_actions_addchdir_np");
	private static final CFunction POSIX_SPAWN_FILE_ACTIONS_ADDCLOSEFROM_NP = LIBRARY
			.function("posix_spawn_file_actions_addclosefrom_np");
	private static final CFunction PIPE2 = LIBRARY.function("pipe2");
	private static final CFunction OPEN = LIBRARY.function("open");
	private static final CFunction CLOSE = LIBRARY.function("close");
	private static final CFunction READ = LIBRARY.function("read");
	private static final CFunction WRITE = LIBRARY.function("write");
	private static final CFunction FCNTL = LIBRARY.function("fcntl");
	private static final CFunction IOCTL = LIBRARY.function("ioctl");
	private static final CFunction FSTAT = LIBRARY.function("fstat");
	private static final CFunction POLL = LIBRARY.function("poll");
	private static final CFunction EPOLL_CREATE1 = LIBRARY.function("epoll_create1");
	private static final CFunction EPOLL_CTL = LIBRARY.function("epoll_ctl");
	private static final CFunction EPOLL_WAIT = LIBRARY.function("epoll_wait");
	private static final CFunction SIGNALFD = LIBRARY.function("signalfd");
	private static final CFunction EVENTFD = LIBRARY.function("eventfd");
	private static final CFunction WAITID = LIBRARY.function("waitid");
	private static final CFunction KILL = LIBRARY.function("kill");
	private static final CFunction PRCTL = LIBRARY.function("prctl");
	private static final CFunction MADVISE = LIBRARY.function("madvise");
	private static final CFunction PRLIMIT = LIBRARY.function("prlimit");
	private static final CFunction RAISE = LIBRARY.function("raise");
	private static final CFunction DUP3 = LIBRARY.function("dup3");
	private static final CFunction SIGACTION = LIBRARY.function("sigaction");
	private static final CFunction PTHREAD_SIGMASK = LIBRARY.function("pthread_sigmask");
	private static final CFunction SIGNAL = LIBRARY.function("signal");
	private static final CFunction SCHED_GETAFFINITY = LIBRARY.function("sched_getaffinity");
	private static final CFunction SCHED_SETAFFINITY = LIBRARY.function("sched_setaffinity");
	private static final CFunction UMASK = LIBRARY.function("umask");
	private static final CFunction GETPPID = LIBRARY.function("getppid");
	private static final CFunction GETTID = LIBRARY.function("gettid");
	private static final CFunction GETEUID = LIBRARY.function("geteuid");
	private static final CFunction SYSCALL = LIBRARY.function("syscall");

	private Posix() {
	}

	/** Returns the error number of this thread's last failed call. */
	public static int errno() {
		return LIBRARY.errno();
	}

	/** Opens a descriptor that becomes readable when the process exits; returns -1 with errno ENOSYS before Linux 5.3. */
	public static int pidfdOpen(int pid) {
		return (int) SYSCALL.call(SYS_PIDFD_OPEN, pid, 0);
	}

	/** Sends a signal to the process of a descriptor, which never is another one that has got its number. */
	public static int pidfdSendSignal(int descriptor, int signal) {
		return (int) SYSCALL.call(SYS_PIDFD_SEND_SIGNAL, descriptor, signal, 0, 0);
	}

	// Functions that return their error number instead of setting errno.

	public static int posix_spawn(long pid, long path, long actions, long attributes, long argv, long environment) {
		return (int) POSIX_SPAWN.call(pid, path, actions, attributes, argv, environment);
	}

	public static int posix_spawnattr_init(long attributes) {
		return (int) POSIX_SPAWNATTR_INIT.call(attributes);
	}

	public static int posix_spawnattr_setflags(long attributes, short flags) {
		return (int) POSIX_SPAWNATTR_SETFLAGS.call(attributes, flags);
	}

	public static int posix_spawnattr_setsigdefault(long attributes, long set) {
		return (int) POSIX_SPAWNATTR_SETSIGDEFAULT.call(attributes, set);
	}

	/** Changes the signals that the calling thread blocks. */
	static int pthread_sigmask(int how, long set, long old) {
		return (int) PTHREAD_SIGMASK.call(how, set, old);
	}

	public static int posix_spawn_file_actions_init(long actions) {
		return (int) POSIX_SPAWN_FILE_ACTIONS_INIT.call(actions);
	}

	public static int posix_spawn_file_actions_destroy(long actions) {
		return (int) POSIX_SPAWN_FILE_ACTIONS_DESTROY.call(actions);
	}

	public static int posix_spawn_file_actions_adddup2(long actions, int from, int to) {
		return (int) POSIX_SPAWN_FILE_ACTIONS_ADDDUP2.call(actions, from, to);
	}

	public static int posix_spawn_file_actions_addclose(long actions, int descriptor) {
		return (int) Rare.ADDCLOSE.call(actions, descriptor);
	}

	public static int posix_spawn_file_actions_addchdir_np(long actions, long path) {
		return (int) POSIX_SPAWN_FILE_ACTIONS_ADDCHDIR_NP.call(actions, path);
	}

	public static int posix_spawn_file_actions_addclosefrom_np(long actions, int from) {
		return (int) POSIX_SPAWN_FILE_ACTIONS_ADDCLOSEFROM_NP.call(actions, from);
	}

	// Functions that return -1 and set errno.

	static int pipe2(long descriptors, int flags) {
		return (int) PIPE2.call(descriptors, flags);
	}

	public static int open(long path, int flags) {
		return (int) OPEN.call(path, flags);
	}

	public static int close(int descriptor) {
		return (int) CLOSE.call(descriptor);
	}

	public static long read(int descriptor, long buffer, long count) {
		return READ.call(descriptor, buffer, count);
	}

	public static long write(int descriptor, long buffer, long count) {
		return WRITE.call(descriptor, buffer, count);
	}

	public static int fcntl(int descriptor, int command, long argument) {
		return (int) FCNTL.call(descriptor, command, argument);
	}

	/** Moves the offset of an open file, or reads it with {@link #SEEK_CUR} and 0. */
	static long lseek(int descriptor, long offset, int from) {
		return Rare.LSEEK.call(descriptor, offset, from);
	}

	static int ioctl(int descriptor, long request, long argument) {
		return (int) IOCTL.call(descriptor, request, argument);
	}

	static int fstat(int descriptor, long stat) {
		return (int) FSTAT.call(descriptor, stat);
	}

	public static int poll(long entries, long count, int timeout) {
		return (int) POLL.call(entries, count, timeout);
	}

	static int epoll_create1(int flags) {
		return (int) EPOLL_CREATE1.call(flags);
	}

	static int epoll_ctl(int epoll, int operation, int descriptor, long event) {
		return (int) EPOLL_CTL.call(epoll, operation, descriptor, event);
	}

	static int epoll_wait(int epoll, long events, int most, int timeout) {
		return (int) EPOLL_WAIT.call(epoll, events, most, timeout);
	}

	/** Opens a descriptor from which pending signals of a set are read; {@link #SIGNALFD_SIGINFO_SIZE} bytes for each. */
	static int signalfd(long set, int flags) {
		return (int) SIGNALFD.call(-1, set, flags);
	}

	static int eventfd(int value, int flags) {
		return (int) EVENTFD.call(value, flags);
	}

	public static int waitid(int type, int id, long info, int options) {
		return (int) WAITID.call(type, id, info, options);
	}

	public static int kill(int pid, int signal) {
		return (int) KILL.call(pid, signal);
	}

	static int madvise(long address, long length, int advice) {
		return (int) MADVISE.call(address, length, advice);
	}

	public static int prctl(int operation, long argument) {
		return (int) PRCTL.call(operation, argument, 0, 0, 0);
	}

	static int prlimit(int pid, int resource, long newLimits, long oldLimits) {
		return (int) PRLIMIT.call(pid, resource, newLimits, oldLimits);
	}

	/** Sends a signal to the calling thread, which has acted on it when the call returns. */
	static int raise(int signal) {
		return (int) RAISE.call(signal);
	}

	static int dup3(int from, int to, int flags) {
		return (int) DUP3.call(from, to, flags);
	}

	public static int sigaction(int signal, long action, long old) {
		return (int) SIGACTION.call(signal, action, old);
	}

	public static long signal(int signal, long handler) {
		return SIGNAL.call(signal, handler);
	}

	/** Reads the processors of a thread; 0 means the calling thread. */
	static int sched_getaffinity(int thread, long size, long mask) {
		return (int) SCHED_GETAFFINITY.call(thread, size, mask);
	}

	static int sched_setaffinity(int thread, long size, long mask) {
		return (int) SCHED_SETAFFINITY.call(thread, size, mask);
	}

	/** Takes a part that the calling thread shares with the other threads of this process for itself. */
	static int unshare(int flags) {
		return (int) Rare.UNSHARE.call(flags);
	}

	/** Sets the mask of this process, or of a thread that has its own, and returns the one before; a child inherits it when it starts. */
	static int umask(int mask) {
		return (int) UMASK.call(mask);
	}

	static int getppid() {
		return (int) GETPPID.call();
	}

	static int gettid() {
		return (int) GETTID.call();
	}

	public static int geteuid() {
		return (int) GETEUID.call();
	}

	/** A function that few launchers need. */
	private static final class Rare {
		static final CFunction ADDCLOSE = LIBRARY.function("posix_spawn_file_actions_addclose");
		static final CFunction LSEEK = LIBRARY.function("lseek");
		static final CFunction UNSHARE = LIBRARY.function("unshare");
	}
}
