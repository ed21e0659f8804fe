// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.pmix4j.wire.tests.codec.Packs.V3;
import static org.pmix4j.wire.tests.codec.Packs.V41;
import static org.pmix4j.wire.tests.codec.Packs.V41_DESCRIBED;
import static org.pmix4j.wire.tests.codec.Packs.hex;
import static org.pmix4j.wire.tests.codec.Packs.unpack;
import static org.pmix4j.wire.tests.codec.Packs.unpacker;

import java.nio.ByteBuffer;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.ProcState;
import org.pmix4j.model.Status;
import org.pmix4j.model.Topology;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.codec.Packer;
import org.pmix4j.wire.internal.codec.Unpacker;

class UnpackerTest {
	@Test
	void get_streamOfPacks_endsWithTheBytes() throws MalformedMessageException {
		Unpacker unpacker = unpacker(V41, "0204 0203 06010001");
		assertThat(unpacker.get(DataType.COMMAND)).isEqualTo(new PmixValue.Command(4));
		assertThat(unpacker.get(DataType.SIZE, PmixValue.Size.class).value()).isEqualTo(3);
		assertThat(unpacker.remaining()).isEqualTo(ByteBuffer.wrap(hex("06010001")));
		assertThat(unpacker.getAll(DataType.BOOL)).containsExactly(PmixValue.Bool.TRUE, PmixValue.Bool.FALSE, PmixValue.Bool.TRUE);
		assertThat(unpacker.hasRemaining()).isFalse();
		assertFails(unpacker, DataType.BOOL, Status.ERR_UNPACK_READ_PAST_END_OF_BUFFER);
	}

	@Test
	void constructor_partOfABuffer_readsOnlyThatAndLeavesItsPosition() throws MalformedMessageException {
		ByteBuffer whole = ByteBuffer.wrap(hex("ffff 0204 ffff"), 2, 2);
		for (ByteBuffer buffer : List.of(whole, whole.slice(), whole.asReadOnlyBuffer(), direct("0204"))) {
			int position = buffer.position();
			Unpacker unpacker = new Unpacker(V41, buffer, Limits.DEFAULT);
			assertThat(unpacker.get(DataType.COMMAND)).isEqualTo(new PmixValue.Command(4));
			assertThat(unpacker.hasRemaining()).isFalse();
			assertThat(buffer.position()).isEqualTo(position);
		}
	}

	private static ByteBuffer direct(String hex) {
		return ByteBuffer.allocateDirect(hex.length() / 2).put(hex(hex)).flip();
	}

	@Test
	void get_packOfZeroOrSeveralValues_isMalformed() {
		assertFails(unpacker(V41, "00"), DataType.BOOL, "0 values of PMIX_BOOL instead of one");
		assertFails(unpacker(V41, "04 01 01"), DataType.BOOL, "2 values of PMIX_BOOL instead of one");
	}

	@Test
	void get_nullInsteadOfText_isMalformed() {
		assertThatExceptionOfType(MalformedMessageException.class)
				.isThrownBy(() -> unpacker(V41, "02 00").get(DataType.STRING, PmixValue.Str.class))
				.withMessageContaining("found NullStr instead of Str");
	}

	@Test
	void get_otherTypeInDescribedBuffer_isMismatch() {
		assertThatExceptionOfType(MalformedMessageException.class).isThrownBy(() -> unpack(V41_DESCRIBED, DataType.SIZE, "09 02 01 01"))
				.withMessageStartingWith("found PMIX_BOOL instead of PMIX_SIZE")
				.satisfies(e -> assertThat(e.status()).isEqualTo(Status.ERR_PACK_MISMATCH));
		assertThatExceptionOfType(MalformedMessageException.class).isThrownBy(() -> unpack(V41_DESCRIBED, DataType.SIZE, "02 01"))
				.satisfies(e -> assertThat(e.status()).isEqualTo(Status.ERR_PACK_MISMATCH));
	}

	@Test
	void get_typeThatTheDialectDoesNotKnow_isRefused() {
		assertFails(unpacker(V3, "00000001 00"), DataType.JOB_STATE, Status.ERR_UNKNOWN_DATA_TYPE);
		assertFails(unpacker(V41, "02"), DataType.UNDEF, Status.ERR_UNKNOWN_DATA_TYPE);
	}

	/** A peer with other widths announces its own integer types; derived from the library's source, since no such machine was available. */
	@ParameterizedTest
	@CsvSource({ "00000001 000e 0000012c, 300", "00000001 000e ffffffff, 4294967295", "00000001 000d 012c, 300", "00000001 000c ff, 255",
			"00000001 0009 0000012c, 300", "00000001 000a 000000000000012c, 300", "00000001 0008 012c, 300", "00000001 0007 7f, 127" })
	void get_sizeOfOtherWidth_isTaken(String hex, long value) throws MalformedMessageException {
		assertThat(unpack(V3, DataType.SIZE, hex)).containsExactly(new PmixValue.Size(value));
	}

	@Test
	void getAll_integersOfOtherWidth_areTaken() throws MalformedMessageException {
		assertThat(unpack(V3, DataType.SIZE, "00000002 000e 00000001 00000002")).containsExactly(new PmixValue.Size(1),
				new PmixValue.Size(2));
		assertThat(unpack(V3, DataType.INT, "00000001 000a ffffffffffffffff")).containsExactly(new PmixValue.Int(-1));
		assertThat(unpack(V3, DataType.UINT, "00000001 000f 00000000ffffffff")).containsExactly(new PmixValue.UInt(-1));
		assertThat(unpack(V3, DataType.PID, "00000001 0009 00000005")).containsExactly(new PmixValue.Pid(5));
		assertThat(unpack(V41, DataType.PID, "02 09 0a")).containsExactly(new PmixValue.Pid(5));
	}

	@Test
	void get_integerOfWrongTypeOrTooLarge_isMalformed() {
		assertFails(unpacker(V3, "00000001 0003 00000001 00"), DataType.SIZE, "PMIX_STRING announced instead of an integer type");
		assertFails(unpacker(V3, "00000001 000f 0000000100000000"), DataType.INT, "4294967296 does not fit in 32 bits");
		assertFails(unpacker(V41, "02 8080808010"), DataType.UINT32, "integer that does not fit in 32 bits");
		assertFails(unpacker(V41, "02 808004"), DataType.INT16, "integer that does not fit in 16 bits");
	}

	/** The C library reads numbers that are longer than necessary, but does not write them. */
	@Test
	void get_integerLongerThanNeeded_isTaken() throws MalformedMessageException {
		assertThat(unpack(V41, DataType.UINT32, "02 ac8200")).containsExactly(new PmixValue.UInt32(300));
		assertThat(unpack(V41, DataType.UINT64, "02 808080808080808000")).containsExactly(new PmixValue.UInt64(0));
	}

	@Test
	void get_nullInsideStructure_isEmptyText() throws MalformedMessageException {
		assertThat(unpack(V41, DataType.PROC, "02 00 03")).containsExactly(Proc.of("", 3));
		assertThat(unpack(V41, DataType.PROC_INFO, "02 00 00 00 00 0e00 00").get(0))
				.isEqualTo(new ProcInfo(Proc.of("", 0), "", "", 0, ProcState.UNDEF));
	}

	@Test
	void get_invalidString_isMalformed() {
		assertFails(unpacker(V41, "02 06 616263"), DataType.STRING, "string of 3 bytes without a terminating NUL");
		assertFails(unpacker(V41, "02 08 61006200"), DataType.STRING, "string of 4 bytes with an embedded NUL");
		assertFails(unpacker(V41, "02 01"), DataType.STRING, "string of -1 bytes");
	}

	@Test
	void get_nameLongerThanInC_isMalformed() {
		assertFails(unpacker(V41, "02 8204" + "61".repeat(256) + "00 00"), DataType.PROC, "invalid PMIX_PROC: namespace name of 256");
		assertFails(unpacker(V41, "02 8208" + "61".repeat(512) + "00 00 01 01"), DataType.INFO, "invalid PMIX_INFO: key of 512");
	}

	@Test
	void get_topologyOfReleasesFromSevenOn_hasNoFlags() throws MalformedMessageException, PmixException {
		Encoding encoding = new Encoding(Dialect.V61, false, true);
		Unpacker unpacker = unpacker(encoding, "02 04 7800 02 02");
		Topology bare = new Topology("x", ByteObject.EMPTY);
		assertThat(unpacker.get(DataType.TOPO)).isEqualTo(bare);
		assertThat(unpacker.get(DataType.STATUS)).isEqualTo(Status.of(1));
		assertThat(new Packer(encoding).put(bare).toByteArray()).isEqualTo(hex("02 04 7800"));
		assertThat(new Packer(V41).put(bare).toByteArray()).as("none, rather than half of one").isEqualTo(hex("02 00"));
	}

	/** Release 6.1 writes only the type of a NULL array. */
	@Test
	void get_arrayWithoutSizeAtTheEnd_isEmpty() throws MalformedMessageException {
		DataArray empty = new DataArray(DataType.UNDEF, List.of());
		assertThat(unpack(V41, DataType.DATA_ARRAY, "02 00")).containsExactly(empty);
		assertThat(unpack(V41, DataType.VALUE, "02 27 00")).containsExactly(new PmixValue.Boxed(empty));
		assertThat(unpack(V3, DataType.DATA_ARRAY, "00000001 0000")).containsExactly(empty);
	}

	/** As pack_darray and unpack_darray of OpenPMIx 7.0 (bfrop_base_pack.c, bfrop_base_unpack.c): nothing follows the type. */
	@Test
	void get_arrayWithoutTypeSinceSeven_hasNoSize() throws MalformedMessageException, PmixException {
		Encoding encoding = new Encoding(Dialect.V61, false, true);
		DataArray empty = new DataArray(DataType.UNDEF, List.of());
		Unpacker unpacker = unpacker(encoding, "02 00 02 02");
		assertThat(unpacker.get(DataType.DATA_ARRAY)).isEqualTo(empty);
		assertThat(unpacker.get(DataType.STATUS)).isEqualTo(Status.of(1));
		assertThat(new Packer(encoding).put(empty).toByteArray()).isEqualTo(hex("02 00"));
		assertThat(new Packer(V41).put(empty).toByteArray()).isEqualTo(hex("02 00 00"));
	}

	@Test
	void get_arrayOfUndef_keepsItsCount() throws MalformedMessageException {
		assertThat(unpack(V41, DataType.DATA_ARRAY, "02 00 03").get(0)).isInstanceOfSatisfying(DataArray.class,
				array -> assertThat(array.elements()).hasSize(3).containsOnly(PmixValue.Undef.INSTANCE));
	}

	@Test
	void get_topologyOfOlderHwloc_hasFewerFlagsAtTheEnd() throws MalformedMessageException {
		assertThat(unpack(V41, DataType.TOPO, "02 04 7800" + "01".repeat(31)))
				.containsExactly(new Topology("x", ByteObject.wrap(hex("01".repeat(31)))));
		assertThat(unpack(V41, DataType.TOPO, "02 00")).containsExactly(new Topology("", ByteObject.EMPTY));
		assertFails(unpacker(V41, "02 04 7800" + "01".repeat(28)), DataType.TOPO, Status.ERR_UNPACK_READ_PAST_END_OF_BUFFER);
	}

	@Test
	void get_valuesNestedTooDeeply_isMalformed() throws MalformedMessageException {
		assertThat(unpack(V41, DataType.VALUE, "02" + "15".repeat(31) + "01 01")).hasSize(1);
		assertFails(unpacker(V41, "02" + "15".repeat(32) + "01 01"), DataType.VALUE, "values nested deeper than 32");
		assertFails(unpacker(V41, "02" + "2701".repeat(200_000)), DataType.DATA_ARRAY, "values nested deeper than 32");
	}

	static void assertFails(Unpacker unpacker, DataType type, Status status) {
		assertThatExceptionOfType(MalformedMessageException.class).isThrownBy(() -> unpacker.get(type))
				.satisfies(e -> assertThat(e.status()).isEqualTo(status));
	}

	static void assertFails(Unpacker unpacker, DataType type, String message) {
		assertThatExceptionOfType(MalformedMessageException.class).isThrownBy(() -> unpacker.get(type)).withMessageContaining(message)
				.satisfies(e -> assertThat(e.status()).isEqualTo(Status.ERR_UNPACK_FAILURE));
	}
}
