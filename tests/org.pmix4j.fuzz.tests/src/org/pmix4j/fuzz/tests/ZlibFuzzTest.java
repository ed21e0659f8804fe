// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import java.util.Optional;

import org.pmix4j.model.ByteObject;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Zlib;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Fuzzes compressed blocks. An input is a block: the length of the plain bytes, and a zlib stream. */
class ZlibFuzzTest {
	/** Memory per input byte: zlib inflates one byte to at most 1032, and the array for them grows by doubling. */
	private static final long COST_OF_A_BYTE = 4 * 1032;
	private static final long COST_OF_A_BLOCK = 64 << 10;

	@FuzzTest
	void inflate_anyBytes_keepsThePromise(byte[] data) {
		ByteObject block = ByteObject.copyOf(data);

		Optional<ByteObject> plain = Promise.within(COST_OF_A_BLOCK + data.length * COST_OF_A_BYTE,
				() -> Zlib.inflate(block, Limits.DEFAULT));

		if (plain.isPresent()) {
			ByteObject deflated = Zlib.deflate(plain.get());
			Promise.same(plain.get(), Promise.sound(plain.get(), () -> Zlib.inflate(deflated, Limits.DEFAULT)));
		}
	}
}
