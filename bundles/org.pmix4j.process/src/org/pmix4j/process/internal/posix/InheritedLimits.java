// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Gives children the soft limit of open files and the filter of core dumps with which this process was started. A JVM changes both for
 * itself: it raises the limit to the hard one, and dumps more of its memory. The command's script starts a JVM that does not, and this
 * class then raises the limit, as a launcher needs descriptors for each rank. In any other JVM, the process that has started it shows what
 * it was given. One object for the whole process; its lock is to be held while a child is started.
 */
public final class InheritedLimits {
	/** The system property of a JVM that leaves the limits of its process alone. */
	public static final String PROPERTY = "org.pmix4j.keeps.limits";

	private static final InheritedLimits OF_PROCESS = new InheritedLimits();
	/** The number of descriptors that other threads may open while the limit is low. */
	private static final int MARGIN = 64;
	/** Bits that the JVM adds to the filter: private and shared mappings of files. */
	private static final int ADDED_TO_FILTER = 0xc;
	private static final String FILTER = "/proc/self/coredump_filter";

	private final NativeBuffer inherited = new NativeBuffer(Posix.RLIMIT_SIZE);
	private final NativeBuffer own = new NativeBuffer(Posix.RLIMIT_SIZE);
	private final NativeBuffer unused = new NativeBuffer(Posix.RLIMIT_SIZE);
	private final boolean isRaised;
	private final String filter;
	private final String ownFilter;
	/** Open all the time, as a process may run out of descriptors; empty if the filter is right. */
	private final Optional<OutputStream> filterFile;
	private boolean isLowered;

	private InheritedLimits() {
		boolean known = Boolean.getBoolean(PROPERTY);
		int parent = Posix.getppid();
		Posix.prlimit(0, Posix.RLIMIT_NOFILE, 0, own.address());
		Posix.prlimit(0, Posix.RLIMIT_NOFILE, 0, inherited.address());
		if (known) {
			own.bytes().putLong(0, hard(own));
			Posix.prlimit(0, Posix.RLIMIT_NOFILE, own.address(), 0);
		} else if (soft(own) == hard(own) && Posix.prlimit(parent, Posix.RLIMIT_NOFILE, 0, unused.address()) == 0
				&& hard(unused) == hard(own)) {
			inherited.bytes().putLong(0, soft(unused));
		}
		isRaised = Long.compareUnsigned(soft(inherited), soft(own)) < 0;
		ownFilter = known ? "" : filter("self");
		String ofParent = known ? "" : filter(Integer.toString(parent));
		boolean changed = !ofParent.isEmpty() && !ofParent.equals(ownFilter) && !ownFilter.isEmpty()
				&& (Integer.parseInt(ofParent, 16) | ADDED_TO_FILTER) == Integer.parseInt(ownFilter, 16);
		filter = ofParent;
		filterFile = changed ? filterFile() : Optional.empty();
	}

	/** Returns the limits of this process; the first call raises its own. */
	public static InheritedLimits ofThisProcess() {
		return OF_PROCESS;
	}

	private static long soft(NativeBuffer limits) {
		return limits.bytes().getLong(0);
	}

	private static long hard(NativeBuffer limits) {
		return limits.bytes().getLong(Posix.RLIMIT_HARD);
	}

	/** Returns the filter of a process in hexadecimal digits; empty if it cannot be read. */
	private static String filter(String process) {
		try {
			return ProcFs.text(process + "/coredump_filter");
		} catch (IOException e) {
			return "";
		}
	}

	private static Optional<OutputStream> filterFile() {
		try {
			return Optional.of(new FileOutputStream(FILTER));
		} catch (IOException e) {
			return Optional.empty();
		}
	}

	/**
	 * Moves a descriptor that stays open above the limit of the children, if there are many: those below are for descriptors that are opened
	 * while the limit is low.
	 *
	 * @param descriptor of this process; -1 is left alone
	 * @return the descriptor to use in its place
	 */
	public int outOfTheWay(int descriptor) {
		if (!isRaised || descriptor < 0 || Long.compareUnsigned(descriptor, soft(inherited) / 4) <= 0
				|| Long.compareUnsigned(descriptor, soft(inherited)) >= 0) {
			return descriptor;
		}
		int moved = Posix.fcntl(descriptor, Posix.F_DUPFD_CLOEXEC, soft(inherited));
		if (moved < 0) {
			return descriptor;
		}
		Posix.close(descriptor);
		return moved;
	}

	/**
	 * Sets the limits of this process to those that a child is to inherit. The caller holds the lock of this object until {@link #revert}.
	 *
	 * @param highest the highest descriptor that was opened just now, and so hardly below the lowest free one
	 */
	public void apply(int highest) {
		assert Thread.holdsLock(this);
		int margin = (int) Math.min(MARGIN, soft(inherited) >>> 2);
		isLowered = isRaised && Long.compareUnsigned(highest + margin, soft(inherited)) < 0
				&& Posix.prlimit(0, Posix.RLIMIT_NOFILE, inherited.address(), 0) == 0;
		setFilter(filter);
	}

	/**
	 * Undoes {@link #apply}. If the limit could not be lowered, since other threads could no longer have opened files, a child gets it
	 * now, some microseconds after its start.
	 *
	 * @param child its process id; 0 if it was not started
	 */
	public void revert(int child) {
		assert Thread.holdsLock(this);
		if (isLowered) {
			Posix.prlimit(0, Posix.RLIMIT_NOFILE, own.address(), 0);
		} else if (isRaised && child != 0) {
			Posix.prlimit(child, Posix.RLIMIT_NOFILE, inherited.address(), 0);
		}
		setFilter(ownFilter);
	}

	private void setFilter(String value) {
		if (filterFile.isEmpty()) {
			return;
		}
		try {
			filterFile.get().write(("0x" + value).getBytes(StandardCharsets.US_ASCII));
		} catch (IOException e) {
			// the child dumps more of its memory, if it ever does
		}
	}
}
