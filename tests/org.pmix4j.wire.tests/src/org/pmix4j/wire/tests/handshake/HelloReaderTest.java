// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.frame.FrameWriter;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloCodec;
import org.pmix4j.wire.internal.handshake.HelloReader;

class HelloReaderTest {
	private final HelloReader reader = new HelloReader(Limits.DEFAULT);

	@ParameterizedTest
	@EnumSource
	void next_captured_hasTheExpectedContent(CapturedHello captured) throws MalformedMessageException {
		ByteBuffer bytes = ByteBuffer.wrap(captured.bytes());

		assertThat(reader.next(bytes)).map(Hello::toString).contains(captured.summary());
		assertThat(bytes.hasRemaining()).isFalse();
	}

	@ParameterizedTest
	@EnumSource
	void encode_decodedCapture_givesTheCapturedBytes(CapturedHello captured) throws MalformedMessageException {
		Hello hello = reader.next(ByteBuffer.wrap(captured.bytes())).orElseThrow();

		assertThat(HelloCodec.encode(hello, ByteOrder.LITTLE_ENDIAN)).isEqualTo(captured.bytes());
	}

	@ParameterizedTest
	@EnumSource
	void next_splitAtAnyByte_isUnchanged(CapturedHello captured) throws MalformedMessageException {
		byte[] bytes = captured.bytes();
		for (int cut = 0; cut < bytes.length; cut++) {
			HelloReader fresh = new HelloReader(Limits.DEFAULT);
			assertThat(fresh.next(ByteBuffer.wrap(bytes, 0, cut))).as("cut at %d", cut).isEmpty();
			Optional<Hello> hello = fresh.next(ByteBuffer.wrap(bytes, cut, bytes.length - cut));
			assertThat(hello).as("cut at %d", cut).map(Hello::toString).contains(captured.summary());
		}
	}

	@ParameterizedTest
	@EnumSource
	void next_lengthInTheOtherByteOrder_isUnchanged(CapturedHello captured) throws MalformedMessageException {
		byte[] bytes = captured.bytes();
		ByteBuffer header = ByteBuffer.wrap(bytes);
		header.putInt(8, Integer.reverseBytes(header.getInt(8)));

		assertThat(reader.next(ByteBuffer.wrap(bytes))).map(Hello::toString).contains(captured.summary());
	}

	@ParameterizedTest
	@ValueSource(ints = { 255, 256, 257, 512, 65_535 })
	void next_lengthValidInBothByteOrders_isTheSmaller(int length) throws MalformedMessageException {
		byte[] payload = Arrays.copyOfRange(CapturedHello.CLIENT_3_2.bytes(), FrameWriter.HEADER_SIZE, FrameWriter.HEADER_SIZE + length);
		for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
			ByteBuffer bytes = ByteBuffer.allocate(FrameWriter.HEADER_SIZE + length).putLong(-1).order(order).putInt(length).putInt(0);

			assertThat(new HelloReader(Limits.DEFAULT).next(bytes.put(payload).flip())).as("%s", order).isPresent();
		}
	}

	@Test
	void next_bytesAfterTheHello_areNotRead() throws MalformedMessageException {
		byte[] hello = CapturedHello.CLIENT_3_2.bytes();
		ByteBuffer bytes = ByteBuffer.allocate(100).put(hello).putInt(42).flip();

		assertThat(reader.next(bytes)).isPresent();
		assertThat(bytes.getInt()).isEqualTo(42);
	}

	@Test
	void next_moreThanTheLimit_namesSizeAndLimit() {
		assertThatThrownBy(() -> reader.next(header(70_000))).isInstanceOf(MalformedMessageException.class).hasMessageContaining("70000")
				.hasMessageContaining("65536");
	}

	@Test
	void next_moreThanAnyLimitInBothOrders_isRefused() {
		assertThatThrownBy(() -> reader.next(header(0xffffffff))).isInstanceOf(MalformedMessageException.class);
		assertThatThrownBy(() -> new HelloReader(Limits.DEFAULT).next(header(0x7f7f7f7f))).isInstanceOf(MalformedMessageException.class);
	}

	@Test
	void next_otherProtocol_isRefusedAfterSixteenBytes() {
		ByteBuffer http = ByteBuffer.wrap("GET / HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII));

		assertThatThrownBy(() -> reader.next(http)).isInstanceOf(MalformedMessageException.class).hasMessageContaining("not a hello");
	}

	@Test
	void next_frameInsteadOfAHello_isRefused() {
		ByteBuffer frame = ByteBuffer.allocate(16).putInt(0).putInt(-1).putInt(0).putInt(0).flip();

		assertThatThrownBy(() -> reader.next(frame)).isInstanceOf(MalformedMessageException.class).hasMessageContaining("not a hello");
	}

	private static ByteBuffer header(int length) {
		return ByteBuffer.allocate(16).putLong(-1).order(ByteOrder.nativeOrder()).putInt(length).putInt(0).flip();
	}
}
