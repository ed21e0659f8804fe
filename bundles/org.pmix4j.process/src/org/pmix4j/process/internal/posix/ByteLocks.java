// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.BitSet;

import org.pmix4j.model.bytes.ByteStrings;

/**
 * Locks on single bytes of a shared file (fcntl(2), open file description locks), by which processes of any user see what others hold. The
 * kernel releases the locks of a process that ends, however it ends. Each object has its own locks, also beside others in this process.
 * Closed by its owner; not thread-safe.
 */
public final class ByteLocks implements AutoCloseable {
	private static final int F_OFD_GETLK = 36;
	private static final int F_OFD_SETLK = 37;
	private static final short F_WRLCK = 1;
	private static final short F_UNLCK = 2;
	/** Offsets in struct flock, whose size is 32. */
	private static final int START = 8;
	private static final int LENGTH = 16;
	private static final int SIZE = 32;

	private final NativeBuffer flock = new NativeBuffer(SIZE);
	private final int descriptor;

	private ByteLocks(int descriptor) {
		this.descriptor = descriptor;
	}

	/**
	 * Opens the file, and creates it for all users if it is missing.
	 *
	 * @throws IOException if that is impossible
	 */
	public static ByteLocks open(Path file) throws IOException {
		int descriptor = descriptor(file);
		if (descriptor < 0) {
			try {
				Files.createFile(file);
				Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
			} catch (FileAlreadyExistsException e) {
				// by another process, just now
			}
			descriptor = descriptor(file);
		}
		if (descriptor < 0) {
			throw new IOException("cannot open " + file + ": " + Errno.text(Posix.errno()));
		}
		return new ByteLocks(descriptor);
	}

	private static int descriptor(Path file) {
		byte[] path = ByteStrings.encode(file + "\0");
		NativeBuffer text = new NativeBuffer(path.length);
		text.bytes().put(path);
		return Posix.open(text.address(), Posix.O_RDWR | Posix.O_CLOEXEC);
	}

	/** Tries to lock a byte; returns whether this object holds it now. */
	public boolean lock(int index) {
		return call(F_OFD_SETLK, F_WRLCK, index, 1);
	}

	/** Releases a byte. */
	public void unlock(int index) {
		call(F_OFD_SETLK, F_UNLCK, index, 1);
	}

	/** Returns which of the bytes before the end others have locked. */
	public BitSet lockedByOthers(int end) {
		BitSet locked = new BitSet();
		find(0, end, locked);
		return locked;
	}

	/** The kernel names any lock within the range, so the rest on both sides is requested as well. */
	private void find(int from, int end, BitSet locked) {
		if (from < end && call(F_OFD_GETLK, F_WRLCK, from, end - from) && flock.bytes().getShort(0) != F_UNLCK) {
			long start = flock.bytes().getLong(START);
			long length = flock.bytes().getLong(LENGTH);
			int first = (int) Math.max(from, start);
			int last = length == 0 ? end : (int) Math.min(end, start + length);
			if (first < last) {
				locked.set(first, last);
				find(from, first, locked);
				find(last, end, locked);
			}
		}
	}

	private boolean call(int command, short type, long start, long length) {
		for (int i = 0; i < SIZE; i += Long.BYTES) {
			flock.bytes().putLong(i, 0);
		}
		flock.bytes().putShort(0, type).putLong(START, start).putLong(LENGTH, length);
		return Posix.fcntl(descriptor, command, flock.address()) == 0;
	}

	/** Releases all bytes. */
	@Override
	public void close() {
		Posix.close(descriptor);
	}
}
