// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

/** Names and meanings of the error numbers of this package's calls, the same on x86_64 and aarch64; see errno(3). Stateless. */
public final class Errno {

	public static final int EPERM = 1;
	public static final int ENOENT = 2;
	public static final int ESRCH = 3;
	public static final int EINTR = 4;
	static final int EIO = 5;
	public static final int E2BIG = 7;
	public static final int ENOEXEC = 8;
	static final int ECHILD = 10;
	public static final int EAGAIN = 11;
	public static final int ENOMEM = 12;
	public static final int EACCES = 13;
	public static final int ENOTDIR = 20;
	static final int EISDIR = 21;
	static final int EINVAL = 22;
	public static final int ENFILE = 23;
	public static final int EMFILE = 24;
	static final int ETXTBSY = 26;
	static final int EPIPE = 32;
	static final int ENAMETOOLONG = 36;
	static final int ENOSYS = 38;
	static final int ELOOP = 40;
	public static final int ELIBBAD = 80;
	static final int ETIMEDOUT = 110;
	static final int ECONNREFUSED = 111;
	static final int EINPROGRESS = 115;

	private Errno() {
	}

	/** Returns the name of an error number, for example ENOENT. */
	public static String name(int errno) {
		return entry(errno)[0];
	}

	/** Returns the meaning of an error number in words. */
	public static String text(int errno) {
		return entry(errno)[1];
	}

	private static String[] entry(int errno) {
		return switch (errno) {
			case EPERM -> new String[] {"EPERM", "operation not permitted"};
			case ENOENT -> new String[] {"ENOENT", "no such file or directory"};
			case ESRCH -> new String[] {"ESRCH", "no such process"};
			case EINTR -> new String[] {"EINTR", "interrupted"};
			case EIO -> new String[] {"EIO", "input/output error"};
			case E2BIG -> new String[] {"E2BIG", "arguments and environment too large"};
			case ENOEXEC -> new String[] {"ENOEXEC", "not an executable format"};
			case ECHILD -> new String[] {"ECHILD", "no such child process"};
			case EAGAIN -> new String[] {"EAGAIN", "resource temporarily unavailable"};
			case ENOMEM -> new String[] {"ENOMEM", "out of memory"};
			case EACCES -> new String[] {"EACCES", "permission denied"};
			case ENOTDIR -> new String[] {"ENOTDIR", "not a directory"};
			case EISDIR -> new String[] {"EISDIR", "is a directory"};
			case EINVAL -> new String[] {"EINVAL", "invalid argument"};
			case ENFILE -> new String[] {"ENFILE", "too many open files in the system"};
			case EMFILE -> new String[] {"EMFILE", "too many open files in this process"};
			case ETXTBSY -> new String[] {"ETXTBSY", "the file is being written"};
			case EPIPE -> new String[] {"EPIPE", "no reader"};
			case ENAMETOOLONG -> new String[] {"ENAMETOOLONG", "name too long"};
			case ENOSYS -> new String[] {"ENOSYS", "not supported by this kernel"};
			case ELOOP -> new String[] {"ELOOP", "too many symbolic links"};
			case ELIBBAD -> new String[] {"ELIBBAD", "corrupted interpreter"};
			case ETIMEDOUT -> new String[] {"ETIMEDOUT", "no answer in time"};
			case ECONNREFUSED -> new String[] {"ECONNREFUSED", "connection refused"};
			default -> new String[] {"errno " + errno, "error number " + errno};
		};
	}
}
