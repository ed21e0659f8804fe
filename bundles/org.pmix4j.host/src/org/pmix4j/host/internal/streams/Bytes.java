// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.streams;

/** Searches bytes. Stateless. */
final class Bytes {
	private Bytes() {
	}

	/** Returns the first index of the byte in the part, or -1. */
	static int indexOf(byte[] bytes, byte wanted, int from, int to) {
		for (int i = from; i < to; i++) {
			if (bytes[i] == wanted) {
				return i;
			}
		}
		return -1;
	}

	/** Returns the last index of the byte, or -1. */
	static int lastIndexOf(byte[] bytes, byte wanted) {
		for (int i = bytes.length - 1; i >= 0; i--) {
			if (bytes[i] == wanted) {
				return i;
			}
		}
		return -1;
	}
}
