// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Proc;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloCodec;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.handshake.NativeCredential;
import org.pmix4j.wire.internal.handshake.PeerVersion;

class HelloCodecTest {
	private static final String NATIVE_ROOT = "6e617469766500" + "00000008" + "0000000000000000";
	private static final String MYJOB_0 = "6d796a6f6200" + "00000000";

	/** Made by hand from ptl_base_connection_hdlr.c: hellos of release 2.0 end after the version. */
	@Test
	void decode_clientOf2_0_endsAfterTheVersion() throws MalformedMessageException {
		Hello hello = decode(NATIVE_ROOT + "00" + MYJOB_0 + "322e302e3300");

		assertThat(hello).hasToString("hello CLIENT myjob:0, version 2.0.3, psec native, bfrops v20, gds ds12,hash, blob 0 bytes");
	}

	@Test
	void decode_toolOf2_0_hasUserButNoIdentity() throws MalformedMessageException {
		Hello hello = decode(NATIVE_ROOT + "01" + "000003e8" + "00000064" + "322e302e3300");

		assertThat(hello.flag()).isEqualTo(HelloFlag.LEGACY_TOOL);
		assertThat(hello.user()).contains(new NativeCredential(1000, 100));
		assertThat(hello.proc()).isEmpty();
	}

	@Test
	void decode_laterReleaseEndsAfterTheVersion_namesTheMissingField() {
		assertMalformed(NATIVE_ROOT + "00" + MYJOB_0 + "342e302e3300", "bfrops");
	}

	@Test
	void decode_severalDialects_keepsTheirOrder() throws MalformedMessageException {
		Hello hello = decode(NATIVE_ROOT + "00" + MYJOB_0 + "352e3000" + "7635312c76343100" + "01" + "6861736800");

		assertThat(hello.bfrops()).containsExactly("v51", "v41");
	}

	@Test
	void decode_unknownFlag_namesIt() {
		assertMalformed(NATIVE_ROOT + "0c", "flag 12");
	}

	@Test
	void decode_credentialLongerThanTheHello_namesBoth() {
		assertMalformed("6e617469766500" + "00000009" + "0000000000000000", "credential needs 9");
		assertMalformed("6e617469766500" + "ffffffff" + "0000000000000000", "credential needs 4294967295");
	}

	@Test
	void decode_namespaceTooLong_isRefused() {
		assertMalformed(NATIVE_ROOT + "00" + "61".repeat(256) + "00" + "00000000", "namespace");
	}

	@Test
	void decode_namespaceThatIsNotUtf8_keepsItsBytes() throws MalformedMessageException {
		String nspace = "ff".repeat(255) + "00" + "00000000";

		Hello hello = decode(NATIVE_ROOT + "00" + nspace + "342e322e3200" + "76343100" + "01" + "6861736800");

		assertThat(HexFormat.of().formatHex(HelloCodec.encode(hello, ByteOrder.BIG_ENDIAN))).contains(nspace);
	}

	@Test
	void decode_unknownBufferType_namesIt() {
		assertMalformed(NATIVE_ROOT + "00" + MYJOB_0 + "342e322e3200" + "76343100" + "03" + "6861736800", "buffer type 3");
	}

	@ParameterizedTest
	@EnumSource
	void decode_anyPrefixOfACapture_isAHelloOrMalformed(CapturedHello captured) {
		byte[] payload = payload(captured);
		for (int length = 0; length < payload.length; length++) {
			assertDecodesOrFailsInOrder(Arrays.copyOf(payload, length));
		}
	}

	@ParameterizedTest
	@EnumSource
	void decode_anyByteChanged_isAHelloOrMalformed(CapturedHello captured) {
		byte[] payload = payload(captured);
		for (int at = 0; at < payload.length; at++) {
			for (int bad : new int[] { 0, 1, 0x2c, 0x7f, 0x80, 0xff }) {
				byte[] changed = payload.clone();
				changed[at] = (byte) bad;
				assertDecodesOrFailsInOrder(changed);
			}
		}
	}

	@Test
	void hasInfos_paddingByteOf4_2_2_isNoInfo() throws MalformedMessageException {
		assertThat(HelloCodec.decode(payload(CapturedHello.CLIENT_V4)).hasInfos()).isFalse();
		assertThat(HelloCodec.decode(payload(CapturedHello.CLIENT_3_2)).hasInfos()).isFalse();
		assertThat(HelloCodec.decode(payload(CapturedHello.CLIENT_6_1)).hasInfos()).isTrue();
	}

	@Test
	void toString_secretCredential_isNotShown() throws MalformedMessageException {
		assertThat(HelloCodec.decode(payload(CapturedHello.CLIENT_MUNGE)).toString()).doesNotContain("MUNGE:").doesNotContain("4d554e4745");
	}

	@Test
	void encode_lengthOrder_affectsOnlyTheLength() {
		Hello hello = hello(HelloFlag.CLIENT, Optional.empty(), Optional.of(Proc.of("myjob", 0)));
		byte[] little = HelloCodec.encode(hello, ByteOrder.LITTLE_ENDIAN);
		byte[] big = HelloCodec.encode(hello, ByteOrder.BIG_ENDIAN);

		assertThat(HexFormat.of().formatHex(little, 8, 12)).isEqualTo("31000000");
		assertThat(HexFormat.of().formatHex(big, 8, 12)).isEqualTo("00000031");
		assertThat(Arrays.copyOfRange(big, 12, big.length)).isEqualTo(Arrays.copyOfRange(little, 12, little.length));
	}

	@Test
	void constructor_identityThatTheFlagDoesNotCarry_isRefused() {
		assertThatThrownBy(() -> hello(HelloFlag.TOOL_NEEDS_ID, Optional.of(new NativeCredential(0, 0)), Optional.of(Proc.of("x", 0))))
				.isInstanceOf(IllegalArgumentException.class).hasMessageContaining("TOOL_NEEDS_ID");
		assertThatThrownBy(() -> hello(HelloFlag.CLIENT, Optional.empty(), Optional.empty())).isInstanceOf(IllegalArgumentException.class);
		assertThatThrownBy(() -> hello(HelloFlag.SINGLETON, Optional.empty(), Optional.of(Proc.of("x", 0))))
				.isInstanceOf(IllegalArgumentException.class);
	}

	private static Hello hello(HelloFlag flag, Optional<NativeCredential> user, Optional<Proc> proc) {
		return new Hello(NativeCredential.NATIVE, new NativeCredential(0, 0).encode(ByteOrder.LITTLE_ENDIAN), flag, user, proc,
				PeerVersion.parse("4.2.2rc2"), List.of("v41"), false, "hash", ByteObject.EMPTY);
	}

	private static Hello decode(String hex) throws MalformedMessageException {
		return HelloCodec.decode(HexFormat.of().parseHex(hex));
	}

	private static void assertMalformed(String hex, String message) {
		assertThatThrownBy(() -> decode(hex)).isInstanceOf(MalformedMessageException.class).hasMessageContaining(message);
	}

	private static void assertDecodesOrFailsInOrder(byte[] payload) {
		try {
			assertThat(HelloCodec.decode(payload).bfrops()).isNotEmpty();
		} catch (MalformedMessageException inOrder) {
			assertThat(inOrder).hasMessageContaining("hello");
		}
	}

	private static byte[] payload(CapturedHello captured) {
		byte[] bytes = captured.bytes();
		return Arrays.copyOfRange(bytes, 16, bytes.length);
	}
}
