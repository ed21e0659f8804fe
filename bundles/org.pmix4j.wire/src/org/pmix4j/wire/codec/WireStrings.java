// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.codec;

/** Texts to bytes and back. */
public final class WireStrings {
	private WireStrings() {
	}

	public static String decode(byte[] bytes, int offset, int length) {
		throw new UnsupportedOperationException();
	}

	public static byte[] encode(String text) {
		throw new UnsupportedOperationException();
	}
}
