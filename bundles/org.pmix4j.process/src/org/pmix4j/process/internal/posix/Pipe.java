// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import org.jspecify.annotations.Nullable;

/**
 * The two ends of a pipe, closed in each child that is not given them.
 *
 * @param reader the descriptor to read from, at least 3
 * @param writer the descriptor to write to, at least 3
 */
public record Pipe(int reader, int writer) {

	/** Lower descriptors are the standard streams; if one of them was closed at the start, a new pipe would take its number. */
	static final int FIRST_FREE = 3;

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

	/** Makes one end non-blocking. The child's end has its own file description and stays blocking. */
	public static void setNonBlocking(int end) {
		Posix.fcntl(end, Posix.F_SETFL, Posix.O_NONBLOCK);
	}

	/**
	 * Puts a new end of the same pipe in the place of one end. With a reading end in the place of the last writing end, readers see the end
	 * of input but the pipe remains.
	 *
	 * @param end   an open end; closed if there cannot be another one
	 * @param write whether the new end is one to write to
	 * @return whether the descriptor is the new end
	 */
	public static boolean turn(int end, boolean write) {
		int access = (write ? Posix.O_WRONLY : 0) | Posix.O_NONBLOCK | Posix.O_CLOEXEC;
		int other = Posix.open(PseudoTerminal.path("/proc/self/fd/" + end).address(), access);
		boolean turned = other >= 0 && Posix.dup3(other, end, Posix.O_CLOEXEC) >= 0;
		if (other >= 0) {
			Posix.close(other);
		}
		if (!turned) {
			Posix.close(end);
		}
		return turned;
	}

	/**
	 * Returns the number of unread bytes in the pipe; 0 if a process still has its reading end open.
	 *
	 * @param scratch at least {@link Posix#POLLFD_SIZE} bytes
	 */
	public static int unread(int writer, NativeBuffer scratch) {
		scratch.bytes().putInt(0, writer).putInt(Posix.POLLFD_EVENTS, 0);
		if (Posix.poll(scratch.address(), 1, 0) != 1 || (scratch.bytes().getShort(Posix.POLLFD_RETURNED) & Posix.POLLERR) == 0) {
			return 0;
		}
		return Posix.ioctl(writer, Posix.FIONREAD, scratch.address()) == 0 ? scratch.bytes().getInt(0) : 0;
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
