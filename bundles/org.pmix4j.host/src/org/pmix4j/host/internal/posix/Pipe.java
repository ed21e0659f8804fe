// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.posix;

import org.jspecify.annotations.Nullable;

/**
 * The two ends of a pipe that no child inherits by accident.
 *
 * @param reader the descriptor to read from, at least 3
 * @param writer the descriptor to write to, at least 3
 */
public record Pipe(int reader, int writer) {

	/** Descriptors below are the standard streams; a launcher started with one of them closed would be given it here. */
	private static final int FIRST_FREE = 3;

	/**
	 * Opens a pipe; returns null with errno set if there are no more descriptors.
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

	/** The inode number, by which /proc/pid/fd names the pipe; 0 if it cannot be had. */
	public long inode(NativeBuffer scratch) {
		return Posix.fstat(writer, scratch.address()) == 0 ? scratch.bytes().getLong(Posix.STAT_INODE) : 0;
	}

	/** The flag sits on the end's own file description, so the child's end stays blocking. */
	public static void setNonBlocking(int end) {
		Posix.fcntl(end, Posix.F_SETFL, Posix.O_NONBLOCK);
	}

	private static int aboveStandard(int descriptor) {
		if (descriptor >= FIRST_FREE) {
			return descriptor;
		}
		int moved = Posix.fcntl(descriptor, Posix.F_DUPFD_CLOEXEC, FIRST_FREE);
		Posix.close(descriptor);
		return moved;
	}
}
