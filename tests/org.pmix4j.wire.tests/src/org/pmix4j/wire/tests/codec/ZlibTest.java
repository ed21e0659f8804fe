// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.ByteObject;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.codec.Zlib;

class ZlibTest {
	/** The letter A 5000 times, compressed by PMIx_Data_compress of 5.0.11 and 6.1.0. */
	private static final String LETTERS = "88130000 78daedc13101000000c2a06ceb5fca147e4001000000006f032929f5c5";

	@ParameterizedTest
	@ValueSource(strings = { "lib5:default", "lib6:default" })
	void inflate_blockOfTheLibrary_givesPlainBytes(String library) throws MalformedMessageException {
		String block = GoldenVector.results("golden-5-6-extra.tsv", library, "compress").getOrDefault("5000 x 'A' ok=1", "");
		assertThat(Packs.hex(block)).isEqualTo(Packs.hex(LETTERS));
		assertThat(inflate(block)).isEqualTo("A".repeat(5000));
	}

	@Test
	void inflate_bytesBehindTheStream_areIgnored() throws MalformedMessageException {
		assertThat(inflate(LETTERS + "00ff")).isEqualTo("A".repeat(5000));
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 1023, 1024, 1025, 5000, 1 << 20 })
	void deflate_bytesOfAnyLength_inflateToTheSame(int length) throws MalformedMessageException {
		byte[] plain = new byte[length];
		new Random(length).nextBytes(plain);
		ByteObject block = Zlib.deflate(ByteObject.copyOf(plain));
		assertThat(Zlib.inflate(block, Limits.DEFAULT).toByteArray()).isEqualTo(plain);
		assertThat(block.asBuffer().getShort(4)).as("header of zlib's level 9, as C peers write it").isEqualTo((short) 0x78da);
	}

	@Test
	void inflate_wrongAnnouncedLength_isMalformed() {
		assertMalformed("87130000" + LETTERS.substring(9), "holds more than the announced 4999 bytes");
		assertMalformed("89130000" + LETTERS.substring(9), "holds 5000 bytes but announces 5001");
		assertMalformed("00000000" + LETTERS.substring(9), "holds more than the announced 0 bytes");
	}

	@Test
	void inflate_moreThanTheLimit_isRefusedBeforeInflating() {
		assertMalformed("ffffffff" + LETTERS.substring(9), "4294967295 plain bytes, the limit is 67108864");
		Limits small = new Limits(1, 1, 1, 1, 1, 4999);
		assertThatExceptionOfType(MalformedMessageException.class).isThrownBy(() -> Zlib.inflate(Packs.bytes(LETTERS), small))
				.withMessageContaining("the limit is 4999");
	}

	@Test
	void inflate_damagedBlock_isMalformed() {
		assertMalformed("881300", "compressed block of only 3 bytes");
		assertMalformed("88130000", "truncated compressed block");
		assertMalformed(LETTERS.substring(0, 31), "truncated compressed block");
		assertMalformed(LETTERS.replace("c5", "c6"), "damaged");
		assertMalformed("88130000 0123456789", "damaged");
	}

	private static String inflate(String block) throws MalformedMessageException {
		return new String(Zlib.inflate(Packs.bytes(block), Limits.DEFAULT).toByteArray(), StandardCharsets.US_ASCII);
	}

	private static void assertMalformed(String block, String message) {
		assertThatExceptionOfType(MalformedMessageException.class).isThrownBy(() -> inflate(block)).withMessageContaining(message);
	}
}
