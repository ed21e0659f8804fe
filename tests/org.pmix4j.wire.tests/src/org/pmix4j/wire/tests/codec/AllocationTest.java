// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataType;
import org.pmix4j.testkit.Growth;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.codec.NodeRegex;
import org.pmix4j.wire.internal.codec.PpnRegex;
import org.pmix4j.wire.internal.codec.Unpacker;
import org.pmix4j.wire.internal.codec.Zlib;

/** Tests that lengths which are only announced cost no memory. */
class AllocationTest {
	/** Allowance for exceptions, their stack traces and the measurement itself. */
	private static final long OVERHEAD = 256 << 10;
	/** Memory per input byte at most: a list slot, twice while the list grows, and a small object. */
	private static final long PER_BYTE = 64;

	static Stream<Arguments> announcements() {
		return Stream.of(
				Arguments.of("values of a pack", DataType.BYTE, "feffffff0f 01"),
				Arguments.of("a string", DataType.STRING, "02 feffff0f 61"),
				Arguments.of("bytes", DataType.BYTE_OBJECT, "02 ffffffff0f 61"),
				Arguments.of("2^63 bytes", DataType.BYTE_OBJECT, "02 808080808080808080 61"),
				Arguments.of("elements of an array", DataType.DATA_ARRAY, "02 0e ffff7f 01"),
				Arguments.of("2^63 elements of an array", DataType.DATA_ARRAY, "02 0e 808080808080808080 01"),
				Arguments.of("elements that take no bytes", DataType.DATA_ARRAY, "02 00 ffffff01"),
				Arguments.of("infos of a query", DataType.QUERY, "02 00 ffffff7f 01"),
				Arguments.of("arguments of a program", DataType.APP, "02 00 feffff7f 01"),
				Arguments.of("arrays in arrays", DataType.DATA_ARRAY, "02" + "27 ff7f ".repeat(20) + "00".repeat(20_000)),
				Arguments.of("a compressed list", DataType.REGEX,
						"02" + "626c6f623a00 636f6d706f6e656e743d7a6c69623a00 73697a653d3939393939393939393a00 ffffffff"));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("announcements")
	void unpack_hugeAnnouncement_isMalformedAndCheap(String what, DataType type, String hex) {
		byte[] bytes = Packs.hex(hex);
		assertMalformedAndCheap(what, bytes.length, () -> new Unpacker(Packs.V41, ByteBuffer.wrap(bytes), Limits.DEFAULT).getAll(type));
	}

	@Test
	void inflateOrExpand_hugeAnnouncement_isMalformedAndCheap() {
		ByteObject bomb = Zlib.deflate(ByteObject.wrap(new byte[Limits.DEFAULT.maxInflated()]));
		byte[] smallAnnouncement = bomb.toByteArray();
		ByteBuffer.wrap(smallAnnouncement).putInt(0x10270000);
		assertMalformedAndCheap("a bomb that announces 10,000 bytes", smallAnnouncement.length,
				() -> Zlib.inflate(ByteObject.wrap(smallAnnouncement), Limits.DEFAULT));
		assertMalformedAndCheap("a block of nothing", 12, () -> Zlib.inflate(Packs.bytes("00000004 78da 030000000001"), Limits.DEFAULT));
		assertMalformedAndCheap("nodes", 30, () -> NodeRegex.parse("pmix[n[9:0-999999999]]", Limits.DEFAULT));
		assertMalformedAndCheap("digits", 30, () -> NodeRegex.parse("pmix[n[999999999:0]]", Limits.DEFAULT));
		assertMalformedAndCheap("ranks", 30, () -> PpnRegex.parse("pmix[0-4000000000]", Limits.DEFAULT));
	}

	/** Actual values cost memory in proportion to the input. */
	@ParameterizedTest
	@MethodSource("dense")
	void unpack_manySmallValues_costsSmallMultiple(DataType type, String prefix, String element, int count) throws Exception {
		byte[] bytes = Packs.hex(prefix + element.repeat(count));
		Unpacker unpacker = new Unpacker(Packs.V41, ByteBuffer.wrap(bytes), Limits.DEFAULT);
		long before = Growth.allocated();
		int found = unpacker.getAll(type).size();
		long cost = Growth.allocated() - before;
		assertThat(found).isPositive();
		assertThat(cost).isLessThan(PER_BYTE * bytes.length + OVERHEAD);
	}

	static List<Arguments> dense() {
		return List.of(Arguments.of(DataType.BOOL, "80897a", "01", 1_000_000), Arguments.of(DataType.UINT32, "80897a", "7f", 1_000_000),
				Arguments.of(DataType.DATA_ARRAY, "02 27 c0843d", "0100", 1_000_000),
				Arguments.of(DataType.INFO, "c09a0c", "020000 00", 100_000));
	}

	private static void assertMalformedAndCheap(String what, long length, ThrowingCallable decoding) {
		// the first call also loads classes
		catchThrowable(decoding);
		long before = Growth.allocated();
		Throwable outcome = catchThrowable(decoding);
		long cost = Growth.allocated() - before;
		assertThat(outcome).as(what).isInstanceOf(MalformedMessageException.class);
		assertThat(cost).as("bytes allocated for %d bytes of %s", length, what).isLessThan(PER_BYTE * length + OVERHEAD);
	}
}
