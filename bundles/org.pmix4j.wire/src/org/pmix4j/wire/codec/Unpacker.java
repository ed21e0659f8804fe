// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.codec;

import java.nio.ByteBuffer;
import java.util.List;

import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixValue;

/** Unpacks values from bytes. */
public final class Unpacker {
	public Unpacker(Encoding encoding, ByteBuffer buffer, Limits limits) {
	}

	public boolean hasRemaining() {
		throw new UnsupportedOperationException();
	}

	public PmixValue get(DataType type) throws MalformedMessageException {
		throw new UnsupportedOperationException();
	}

	public <T extends PmixValue> T get(DataType type, Class<T> as) throws MalformedMessageException {
		throw new UnsupportedOperationException();
	}

	public List<PmixValue> getAll(DataType type) throws MalformedMessageException {
		throw new UnsupportedOperationException();
	}

	public ByteBuffer remaining() {
		throw new UnsupportedOperationException();
	}
}
