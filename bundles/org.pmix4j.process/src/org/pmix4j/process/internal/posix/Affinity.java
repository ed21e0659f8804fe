// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.nio.ByteBuffer;
import java.util.BitSet;

/**
 * Binds the calling thread to processors for a moment, so that a child that it starts is bound from its first instruction. Other threads
 * are not affected. Confined to the thread that made it.
 *
 * @see "sched_setaffinity(2)"
 */
public final class Affinity {
	/** Room for 65536 processors, more than the kernel can be built for. */
	private static final int SIZE = 8192;

	private final NativeBuffer original = new NativeBuffer(SIZE);
	private final NativeBuffer wanted = new NativeBuffer(SIZE);
	private boolean saved;
	private BitSet current = new BitSet();

	/**
	 * Binds the thread. Processors that do not run, or that the control group does not allow, are left out by the kernel.
	 *
	 * @param processors the kernel's numbers
	 * @return 0, or the error number: EINVAL if none of the processors may be used
	 */
	public int bind(BitSet processors) {
		if (!saved && Posix.sched_getaffinity(0, SIZE, original.address()) < 0) {
			return Posix.errno();
		}
		saved = true;
		if (!processors.equals(current)) {
			ByteBuffer bytes = wanted.bytes().clear();
			long[] words = processors.toLongArray();
			if (words.length > SIZE / Long.BYTES) {
				return Errno.EINVAL;
			}
			for (int i = 0; i < SIZE / Long.BYTES; i++) {
				bytes.putLong(i < words.length ? words[i] : 0);
			}
			current = (BitSet) processors.clone();
		}
		return Posix.sched_setaffinity(0, SIZE, wanted.address()) == 0 ? 0 : Posix.errno();
	}

	/** Gives the thread its own processors back. */
	public void restore() {
		Posix.sched_setaffinity(0, SIZE, original.address());
	}
}
