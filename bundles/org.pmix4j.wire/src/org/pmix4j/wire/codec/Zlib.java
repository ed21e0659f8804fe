// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.codec;

import org.pmix4j.model.ByteObject;

/** Compressed blocks. */
public final class Zlib {
	private Zlib() {
	}

	public static ByteObject deflate(ByteObject plain) {
		throw new UnsupportedOperationException();
	}

	public static ByteObject inflate(ByteObject block, Limits limits) throws MalformedMessageException {
		throw new UnsupportedOperationException();
	}
}
