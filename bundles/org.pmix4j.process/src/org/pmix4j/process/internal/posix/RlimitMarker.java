// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/**
 * Marks the processes of one host, or of one of its jobs, by a resource limit that limits nothing: RLIMIT_RTTIME, the time that a
 * real-time process may compute without a blocking call, set to thousands of years. Every descendant inherits it, even one that clears
 * its environment, leaves its session and loses its parents, and no process can raise it again without privilege. The number consists of
 * a digit for the nesting of launchers, 12 digits for the host and 6 digits for the job. Immutable; callable from any thread.
 *
 * @param first the lowest marked number, without the digit for the nesting
 * @param last the highest one
 */
public record RlimitMarker(long first, long last) {

	private static final long JOBS = 1_000_000;
	private static final long HOSTS = 1_000_000_000_000L;
	/** The value of the first digit. Lower limits are not marks. */
	private static final long LEVEL = HOSTS * JOBS;
	private static final int TOP_LEVEL = 8;
	/** A limit of thousands of years that is not a mark, for a process that is not allowed to have no limit. */
	private static final long UNMARKED = LEVEL / 10;
	private static final String WATCHED = "^Max.realtime.timeout.*[1-9]";
	private static final String ANY_JOB = "[0-9]\\{6\\}[^0-9]";

	/** Loads all that {@link #putOn} needs: the first call is slow, and the marked process does not wait for it. */
	public static void prepare() {
		Limits.of(0);
	}

	/** Returns the mark of a host and of all its jobs. */
	public static RlimitMarker ofHost(String name) {
		// FNV-1a; java.security would cost a launcher tens of milliseconds
		long hash = 0xcbf29ce484222325L;
		for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
			hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
		}
		long first = Long.remainderUnsigned(hash, HOSTS) * JOBS;
		return new RlimitMarker(first, first + JOBS - 1);
	}

	/** Returns the mark of one job of this host. After a million jobs the marks are used again. */
	public RlimitMarker job(int number) {
		long mark = first + number % JOBS;
		return new RlimitMarker(mark, mark);
	}

	/** Written out for a fast start, as in {@link org.pmix4j.model.Rank}: each job's descendants are found by its mark. */
	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof RlimitMarker same && same.first == first && same.last == last;
	}

	@Override
	public int hashCode() {
		return 31 * Long.hashCode(first) + Long.hashCode(last);
	}

	/** Marks a process and its future descendants. Does nothing if the process is not ours, has ended, or has another limit already. */
	public void putOn(int pid) {
		Limits old = Limits.of(pid);
		long mark = number(old);
		if (mark != 0) {
			Limits.set(pid, mark, old.hard() == Posix.RLIM_INFINITY ? mark : old.hard());
		}
	}

	/**
	 * Marks this process, and so each child from its first moment, but without the permanence of {@link #putOn}. Not for a process that
	 * runs other code, whose children would be marked, too.
	 */
	public void putOnSelf() {
		Limits old = Limits.of(0);
		long mark = number(old);
		if (mark != 0) {
			Limits.set(0, mark, old.hard());
		}
	}

	/** Takes the mark off a child that inherited it from this process, or off this process itself. */
	public static void takeOff(int pid) {
		Limits old = Limits.of(pid);
		if (old.hard() == Posix.RLIM_INFINITY) {
			Limits.set(pid, Posix.RLIM_INFINITY, Posix.RLIM_INFINITY);
		} else if (level(old.hard()) > 0) {
			Limits.set(pid, UNMARKED, pid == 0 ? old.hard() : UNMARKED);
		}
	}

	/** Returns whether a process carries the mark; false if it may not be asked. */
	public boolean isOn(int pid) {
		Limits limits = Limits.of(pid);
		return matches(limits.soft()) || matches(limits.hard());
	}

	/** Returns whether a process carries the mark of a job of any host, be it a zombie. */
	public static boolean isOfAnyJob(int pid) {
		long soft = Limits.of(pid).soft();
		return level(soft) > 0 && soft % JOBS != 0;
	}

	/** Returns a basic regular expression that a line of /proc/pid/limits matches if the process belongs to this host. */
	public String expression() {
		// the digits of the host follow a 1 that fills them up with zeros
		return WATCHED + Long.toString(HOSTS + first / JOBS).substring(1) + ANY_JOB;
	}

	/** Returns the limit to be set; 0 if the present one is too low. Marks of nested launchers decrease, as limits may not be raised. */
	private long number(Limits present) {
		int level = present.hard() == Posix.RLIM_INFINITY ? TOP_LEVEL : level(present.hard()) - 1;
		return level < 1 ? 0 : level * LEVEL + first;
	}

	private boolean matches(long limit) {
		return level(limit) > 0 && limit % LEVEL >= first && limit % LEVEL <= last;
	}

	/** Returns the first digit of a mark; 0 if the limit is none. */
	private static int level(long limit) {
		return limit < 0 ? 0 : (int) (limit / LEVEL);
	}

	/** The soft and the hard limit of a process. */
	private record Limits(long soft, long hard) {
		private static final NativeBuffer BUFFER = new NativeBuffer(Posix.RLIMIT_SIZE);

		/** Returns the limits of a process, 0 for this one; zeros, which are not mark, if they cannot be read. */
		static synchronized Limits of(int pid) {
			return Posix.prlimit(pid, Posix.RLIMIT_RTTIME, 0, BUFFER.address()) == 0
					? new Limits(BUFFER.bytes().getLong(0), BUFFER.bytes().getLong(Posix.RLIMIT_HARD))
					: new Limits(0, 0);
		}

		static synchronized void set(int pid, long soft, long hard) {
			BUFFER.bytes().putLong(0, soft).putLong(Posix.RLIMIT_HARD, hard);
			Posix.prlimit(pid, Posix.RLIMIT_RTTIME, BUFFER.address(), 0);
		}
	}
}
