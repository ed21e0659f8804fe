// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.posix;

import org.jspecify.annotations.Nullable;

/**
 * The two ends of a pipe, closed in each child that is not given them.
 *
 * @param reader the descriptor to read from, at least 3
 * @param writer the descriptor to write to, at least 3
 */
public record Pipe(int reader, int writer) {

	/** Lower descriptors are the standard streams; if one of them was closed at the start, a new pipe would take its number. */
	private static final int FIRST_FREE = 3;

	/**
	 * Opens a pipe; returns null with errno set if no descriptor is left.
	 *
	 * @param scratch at least {@link Posix#STAT_SIZE} bytes
	 */
	public static @Nullable Pipe open(NativeBuffer scratch) {
		if (Posix.pipe2(scratch.address(), Posix.O_CLOEXEC) != 0) {
			return null;
		}
		int reader = aboveStandard(scratch.bytes().getInt(0));
		int writer = aboveStandard(scratch.bytes().getInt(4));
		if (reader < 0 || writer < 0) {
			int open = Math.max(reader, writer);
			if (open >= 0) {
				Posix.close(open);
			}
			return null;
		}
		return new Pipe(reader, writer);
	}

	/** Returns the inode number by which /proc/pid/fd names the pipe, 0 if it is unknown. */
	public long inode(NativeBuffer scratch) {
		return Posix.fstat(writer, scratch.address()) == 0 ? scratch.bytes().getLong(Posix.STAT_INODE) : 0;
	}

	/** Makes one end non-blocking. The child's end has a file description of its own and stays blocking. */
	public static void setNonBlocking(int end) {
		Posix.fcntl(end, Posix.F_SETFL, Posix.O_NONBLOCK);
	}

	/** Moves a descriptor out of the way of the standard streams; returns -1 if there is none. */
	static int aboveStandard(int descriptor) {
		if (descriptor >= FIRST_FREE || descriptor < 0) {
			return descriptor;
		}
		int moved = Posix.fcntl(descriptor, Posix.F_DUPFD_CLOEXEC, FIRST_FREE);
		Posix.close(descriptor);
		return moved;
	}
}
