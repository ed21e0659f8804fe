// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.codec;

import java.util.List;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;

/** Packs values into bytes. */
public final class Packer {
	public Packer(Encoding encoding) {
	}

	public Packer put(PmixValue value) throws PmixException {
		throw new UnsupportedOperationException();
	}

	public Packer putAll(DataType type, List<? extends PmixValue> values) throws PmixException {
		throw new UnsupportedOperationException();
	}

	public Packer putRaw(ByteObject packed) {
		throw new UnsupportedOperationException();
	}

	public int size() {
		throw new UnsupportedOperationException();
	}

	public byte[] toByteArray() {
		throw new UnsupportedOperationException();
	}

	public ByteObject toByteObject() {
		throw new UnsupportedOperationException();
	}
}
