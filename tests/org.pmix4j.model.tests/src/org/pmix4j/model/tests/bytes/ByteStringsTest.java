// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.tests.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.model.bytes.ByteStrings;

class ByteStringsTest {
	/** Expected texts are Python's os.fsdecode of the same bytes. */
	@ParameterizedTest
	@CsvSource({ "'', ''", "616263, abc", "c3a9, \u00e9", "e282ac, \u20ac", "f09f9880, \ud83d\ude00", "efbfbd, \ufffd" })
	void decode_utf8_givesTextAndBack(String hex, String text) {
		assertThat(decode(hex)).isEqualTo(text);
		assertThat(ByteStrings.encode(text)).isEqualTo(hex(hex));
	}

	@Test
	void decode_bytesThatAreNotUtf8_becomeLoneSurrogates() {
		assertThat(decode("61 ff 62")).isEqualTo("a\udcffb");
		assertThat(decode("e9")).as("Latin-1").isEqualTo("\udce9");
		assertThat(decode("e282 41")).as("cut in the middle").isEqualTo("\udce2\udc82A");
		assertThat(decode("f09f98")).as("cut at the end").isEqualTo("\udcf0\udc9f\udc98");
		assertThat(decode("c080")).as("overlong").isEqualTo("\udcc0\udc80");
		assertThat(decode("edb280")).as("a surrogate in UTF-8").isEqualTo("\udced\udcb2\udc80");
		assertThat(decode("f09f9880 80 efbfbd")).as("beside valid ones").isEqualTo("\ud83d\ude00\udc80\ufffd");
	}

	@Test
	void encode_decodedBytes_givesTheSameBytes() {
		Random random = new Random(1);
		for (int round = 0; round < 20_000; round++) {
			byte[] bytes = new byte[random.nextInt(12)];
			for (int i = 0; i < bytes.length; i++) {
				// mostly bytes that start or continue a sequence
				bytes[i] = (byte) (random.nextInt(3) == 0 ? 'a' : 0x80 | random.nextInt(128));
			}
			assertThat(ByteStrings.encode(ByteStrings.decode(bytes, 0, bytes.length))).isEqualTo(bytes);
		}
	}

	@Test
	void encode_surrogateWithoutByte_isQuestionMark() {
		assertThat(ByteStrings.encode("a\ud83d")).isEqualTo(hex("61 3f"));
		assertThat(ByteStrings.encode("\udfff\udcff")).isEqualTo(hex("3f ff"));
	}

	@Test
	void decode_partOfArray_readsOnlyThat() {
		assertThat(ByteStrings.decode(hex("ff 61 62 ff"), 1, 2)).isEqualTo("ab");
	}

	@Test
	void shown_bytesAndCharactersThatTheCharsetLacks_areEscaped() {
		String text = decode("61 ff c3a9 f09f9880");
		assertThat(ByteStrings.shown(text, StandardCharsets.UTF_8)).isEqualTo("a\\xff\u00e9\ud83d\ude00");
		assertThat(ByteStrings.shown(text, StandardCharsets.ISO_8859_1)).isEqualTo("a\\xff\u00e9\\xf0\\x9f\\x98\\x80");
		assertThat(ByteStrings.shown(text, StandardCharsets.US_ASCII)).isEqualTo("a\\xff\\xc3\\xa9\\xf0\\x9f\\x98\\x80");
	}

	private static byte[] hex(String text) {
		return HexFormat.of().parseHex(text.replace(" ", ""));
	}

	private static String decode(String hex) {
		byte[] bytes = hex(hex);
		return ByteStrings.decode(bytes, 0, bytes.length);
	}
}
