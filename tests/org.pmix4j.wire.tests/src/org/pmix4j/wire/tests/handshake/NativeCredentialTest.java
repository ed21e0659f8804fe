// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.ByteObject;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.handshake.HelloReader;
import org.pmix4j.wire.internal.handshake.NativeCredential;

class NativeCredentialTest {
	@Test
	void parse_captured_isTheUserOfTheProcess() throws MalformedMessageException {
		ByteBuffer captured = ByteBuffer.wrap(CapturedHello.CLIENT_4_2_UID_65534.bytes());
		ByteObject bytes = new HelloReader(Limits.DEFAULT).next(captured).orElseThrow().credential();

		assertThat(NativeCredential.parse(bytes, ByteOrder.LITTLE_ENDIAN)).contains(new NativeCredential(65534, 65534));
	}

	@Test
	void parse_otherByteOrder_isAnotherUser() {
		ByteObject bytes = new NativeCredential(1000, 100).encode(ByteOrder.BIG_ENDIAN);

		assertThat(NativeCredential.parse(bytes, ByteOrder.BIG_ENDIAN)).contains(new NativeCredential(1000, 100));
		assertThat(NativeCredential.parse(bytes, ByteOrder.LITTLE_ENDIAN)).contains(new NativeCredential(0xe8030000, 0x64000000));
	}

	@Test
	void parse_emptyShortOrLong_isNone() {
		for (int length : new int[] { 0, 7, 9, 144 }) {
			assertThat(NativeCredential.parse(ByteObject.wrap(new byte[length]), ByteOrder.LITTLE_ENDIAN)).as("%d bytes", length).isEmpty();
		}
	}

	@Test
	void toString_largestUid_isUnsigned() {
		assertThat(new NativeCredential(-1, 5)).hasToString("uid 4294967295 gid 5");
	}
}
