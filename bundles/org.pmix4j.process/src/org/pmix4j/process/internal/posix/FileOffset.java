// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Optional;

/**
 * The offset of a file that this process has open together with others, which read on from there. Outlives the channel to the file. Used by
 * one thread at a time.
 */
public final class FileOffset {
	private final int descriptor;
	/** The position at which the last read has ended. */
	private long end = -1;

	private FileOffset(int descriptor) {
		this.descriptor = descriptor;
	}

	/** Returns the offset of an open file; empty if the file has none. */
	public static Optional<FileOffset> of(int file) {
		int own = Posix.lseek(file, 0, Posix.SEEK_CUR) < 0 ? -1 : Posix.fcntl(file, Posix.F_DUPFD_CLOEXEC, Pipe.FIRST_FREE);
		return own < 0 ? Optional.empty() : Optional.of(new FileOffset(own));
	}

	/**
	 * Reads from the offset on, and moves it by the number of bytes that the caller gets: an interrupt makes a read of the channel fail after
	 * the kernel has moved the offset.
	 *
	 * @param channel to the file
	 * @param target  is filled from its position on
	 * @return the number of bytes, or -1 at the end of the file
	 */
	public int read(FileChannel channel, ByteBuffer target) throws IOException {
		long start = Posix.lseek(descriptor, 0, Posix.SEEK_CUR);
		int count = channel.read(target, start);
		end = start + Math.max(0, count);
		Posix.lseek(descriptor, end, Posix.SEEK_SET);
		return count;
	}

	/** Moves the offset back, unless another process has moved it since the last read, and closes the own descriptor. */
	public void release(long count) {
		if (count > 0 && Posix.lseek(descriptor, 0, Posix.SEEK_CUR) == end) {
			Posix.lseek(descriptor, end - count, Posix.SEEK_SET);
		}
		Posix.close(descriptor);
	}
}
