// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmix4j.wire.tests.codec.Packs.V3;
import static org.pmix4j.wire.tests.codec.Packs.V41;
import static org.pmix4j.wire.tests.codec.Packs.bytes;
import static org.pmix4j.wire.tests.codec.Packs.hex;
import static org.pmix4j.wire.tests.codec.Packs.unpacker;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.PmixValue.Opaque;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.codec.Packer;
import org.pmix4j.wire.internal.codec.Unpacker;

/** Values of types that the dialect does not know; 99 (63 in hex) in these bytes. */
class OpaqueTest {
	private static final DataType UNKNOWN = DataType.of(99);

	@Test
	void get_valueOfUnknownType_takesAllRemainingBytes() throws PmixException {
		assertKept(DataType.VALUE, "02 63 aabbcc", new PmixValue.Boxed(new Opaque(UNKNOWN, bytes("aabbcc"))));
		assertKept(DataType.VALUE, "02 63", new PmixValue.Boxed(new Opaque(UNKNOWN, bytes(""))));
		assertKept(DataType.INFO, "02 046b00 00 63 aabbcc", Info.of("k", new Opaque(UNKNOWN, bytes("aabbcc"))));
		assertKept(DataType.KVAL, "02 046b00 63 aa 02 046c00 01 01", new Kval("k", new Opaque(UNKNOWN, bytes("aa02046c000101"))));
	}

	@Test
	void get_typeOfNewerDialect_isKeptToo() throws PmixException {
		Unpacker unpacker = unpacker(V3, "00000001 002f 01aabb");
		PmixValue value = unpacker.get(DataType.VALUE);
		assertThat(value).isEqualTo(new PmixValue.Boxed(new Opaque(DataType.COORD, bytes("01aabb"))));
		assertThat(new Packer(V3).put(value).toByteArray()).isEqualTo(hex("00000001 002f 01aabb"));
	}

	@Test
	void get_lastOfSeveralInfos_isKept() throws PmixException {
		Opaque opaque = new Opaque(UNKNOWN, bytes("aabb"));
		Unpacker unpacker = unpacker(V41, "04 046b00 00 01 01 046c00 00 63 aabb");
		assertThat(unpacker.getAll(DataType.INFO)).containsExactly(Info.of("k", PmixValue.Bool.TRUE), Info.of("l", opaque));
		assertKept(DataType.QUERY, "02 02 046100 01 046b00 00 63 aabb", new Query(List.of("a"), Infos.of(Info.of("k", opaque))));
	}

	/** The number of infos is known, but not where the next one begins. */
	@Test
	void getAll_infosBehindUnknownType_areMalformed() {
		UnpackerTest.assertFails(unpacker(V41, "04 046b00 00 63 aabb 046c00 00 01 01"), DataType.INFO,
				"only 1 of 2 values of PMIX_INFO");
		UnpackerTest.assertFails(unpacker(V41, "02 02 046100 02 046b00 00 63 aabb"), DataType.QUERY,
				Status.ERR_UNPACK_READ_PAST_END_OF_BUFFER);
	}

	/** The array is kept whole, so that all its bytes can be passed on to a peer that knows the type. */
	@ParameterizedTest
	@CsvSource({ "02 63 02 aabb, 6302aabb", "02 18 02 046b00 00 63 aabb 046c00 00 01 01, 1802046b000063aabb046c00000101",
			"02 27 02 63 01 aa 01 01 00, 27026301aa010100", "02 15 03 01 01 63 aa 01 00, 1503010163aa0100" })
	void get_arrayOfUnknownElements_isKeptWhole(String pack, String content) throws PmixException {
		assertKept(DataType.DATA_ARRAY, pack, new Opaque(DataType.DATA_ARRAY, bytes(content)));
	}

	@Test
	void get_arrayWithUnknownLastElement_isDecoded() throws PmixException {
		Info last = Info.of("l", new Opaque(UNKNOWN, bytes("aabb")));
		assertKept(DataType.DATA_ARRAY, "02 18 02 046b00 00 01 01 046c00 00 63 aabb",
				DataArray.of(Infos.of(Info.of("k", PmixValue.Bool.TRUE), last)));
		assertKept(DataType.DATA_ARRAY, "02 63 00", new DataArray(UNKNOWN, List.of()));
	}

	private static void assertKept(DataType type, String pack, PmixValue expected) throws PmixException {
		Unpacker unpacker = unpacker(V41, pack);
		assertThat(unpacker.get(type)).isEqualTo(expected);
		assertThat(unpacker.hasRemaining()).isFalse();
		assertThat(new Packer(V41).put(expected).toByteArray()).isEqualTo(hex(pack));
	}
}
