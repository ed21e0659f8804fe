// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.codec;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.codec.Packer;
import org.pmix4j.wire.internal.codec.Unpacker;

/** Shortcuts for tests with bytes in hex; blanks and line breaks in the hex text are ignored. */
final class Packs {
	static final Encoding V41 = new Encoding(Dialect.V41, false);
	static final Encoding V41_DESCRIBED = new Encoding(Dialect.V41, true);
	static final Encoding V3 = new Encoding(Dialect.V3, false);

	private Packs() {
	}

	static byte[] hex(String hex) {
		return HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
	}

	static ByteObject bytes(String hex) {
		return ByteObject.wrap(hex(hex));
	}

	static Unpacker unpacker(Encoding encoding, String hex) {
		return new Unpacker(encoding, ByteBuffer.wrap(hex(hex)), Limits.DEFAULT);
	}

	static List<PmixValue> unpack(Encoding encoding, DataType type, String hex) throws MalformedMessageException {
		return unpacker(encoding, hex).getAll(type);
	}

	static byte[] pack(Encoding encoding, PmixValue value) throws PmixException {
		return new Packer(encoding).put(value).toByteArray();
	}
}
