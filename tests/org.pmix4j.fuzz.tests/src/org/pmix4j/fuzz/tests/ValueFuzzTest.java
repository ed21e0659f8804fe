// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixValue;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.codec.Packer;
import org.pmix4j.wire.internal.codec.Unpacker;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Fuzzes every data type in every dialect. An input holds an encoding, a type code, and a pack. */
class ValueFuzzTest {
	@FuzzTest
	void unpack_anyBytes_keepsThePromise(byte[] data) {
		Input input = new Input(data);
		Encoding encoding = input.encoding();
		DataType type = DataType.of(input.octet());
		byte[] pack = input.rest();

		Optional<List<PmixValue>> values = Promise.bounded(pack.length, () -> unpack(encoding, type, pack));

		if (values.isPresent()) {
			byte[] packed = Promise.sound(values.get(), () -> new Packer(encoding).putAll(type, values.get()).toByteArray());
			Promise.same(values.get(), Promise.sound(values.get(), () -> unpack(encoding, type, packed)));
		}
	}

	private static List<PmixValue> unpack(Encoding encoding, DataType type, byte[] pack) throws MalformedMessageException {
		return new Unpacker(encoding, ByteBuffer.wrap(pack), Limits.DEFAULT).getAll(type);
	}
}
