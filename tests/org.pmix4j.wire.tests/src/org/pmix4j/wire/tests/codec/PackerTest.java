// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.pmix4j.wire.tests.codec.Packs.V3;
import static org.pmix4j.wire.tests.codec.Packs.V41;
import static org.pmix4j.wire.tests.codec.Packs.V41_DESCRIBED;
import static org.pmix4j.wire.tests.codec.Packs.hex;
import static org.pmix4j.wire.tests.codec.Packs.pack;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.App;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Coord;
import org.pmix4j.model.CpuSet;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.InfoArray;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.Modex;
import org.pmix4j.model.PackedBuffer;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.ProcState;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.codec.Packer;

/** Bytes that are in no golden vector: written by hand from the description of the format, or cut from recorded messages. */
class PackerTest {
	@Test
	void put_severalValues_appendsPacks() throws PmixException {
		Packer packer = new Packer(V41).put(new PmixValue.Command(4)).put(new PmixValue.Size(0));
		assertThat(packer.size()).isEqualTo(4);
		assertThat(packer.putRaw(Packs.bytes("abcd")).toByteArray()).isEqualTo(hex("0204 0200 abcd"));
		assertThat(packer.toByteObject()).isEqualTo(Packs.bytes("02040200abcd"));
	}

	/** Taken from the C library's reply to a request for job data. */
	@Test
	void put_kval_isKeyTypeAndValue() throws PmixException {
		Kval size = new Kval("pmix.job.size", new PmixValue.UInt32(4));
		assertThat(pack(V41, size)).isEqualTo(hex("02 1c 706d69782e6a6f622e73697a6500 0e 04"));
		assertThat(pack(V3, size)).isEqualTo(hex("00000001 0000000e 706d69782e6a6f622e73697a6500 000e 00000004"));
	}

	/** Taken from a commit of the C library: a buffer of 45 bytes without descriptions, shortened to 2. */
	@Test
	void put_packedBuffer_hasItsKindAndSizeInFront() throws PmixException {
		assertThat(pack(V41, new PackedBuffer(false, Packs.bytes("abcd")))).isEqualTo(hex("02 01 02 abcd"));
		assertThat(pack(V41_DESCRIBED, new PackedBuffer(true, Packs.bytes("ab")))).isEqualTo(hex("09 02 1a 02 01 ab"));
	}

	@Test
	void put_typesOfOldReleases_areSizedContents() throws PmixException {
		assertThat(pack(V3, new Modex(Packs.bytes("abcd")))).isEqualTo(hex("00000001 000f 0000000000000002 abcd"));
		assertThat(pack(V3, new InfoArray(Infos.of(Info.of("k", PmixValue.Bool.TRUE)))))
				.isEqualTo(hex("00000001 000f 0000000000000001 00000002 6b00 00000000 0001 01"));
	}

	@Test
	void put_cpuSet_isListAsString() throws PmixException {
		assertThat(pack(V41, new CpuSet("0-3,8"))).isEqualTo(hex("02 0c 302d332c3800"));
		assertThat(pack(V41, new CpuSet(""))).isEqualTo(hex("02 00"));
	}

	/** The integer type precedes all values of a pack or an array once; measured with the C library. */
	@Test
	void putAll_integersOfMachineWidth_haveTheirTypeOnce() throws PmixException {
		List<PmixValue> pids = List.of(new PmixValue.Pid(1), new PmixValue.Pid(2));
		assertThat(new Packer(V41).putAll(DataType.PID, pids).toByteArray()).isEqualTo(hex("04 0e 01 02"));
		assertThat(pack(V41, new DataArray(DataType.PID, pids))).isEqualTo(hex("02 05 02 0e 01 02"));
		List<PmixValue> sizes = List.of(new PmixValue.Size(1), new PmixValue.Size(2));
		assertThat(pack(V3, new DataArray(DataType.SIZE, sizes)))
				.isEqualTo(hex("00000001 0004 000f 0000000000000002 000f 0000000000000001 0000000000000002"));
		assertThat(pack(V3, new DataArray(DataType.INT, List.of()))).isEqualTo(hex("00000001 0006 000f 0000000000000000"));
	}

	@Test
	void put_emptyText_isNullOnlyWhereCHasAPointer() throws PmixException {
		ProcInfo pointers = new ProcInfo(Proc.of("", 0), "", "", 0, ProcState.UNDEF);
		assertThat(pack(V41, pointers)).as("namespace is an array, host and executable are pointers")
				.isEqualTo(hex("02 0200 00 00 00 0e00 00"));
		App app = new App("", List.of("", "b"), List.of(""), "", 1, Infos.EMPTY);
		assertThat(pack(V41, app)).as("an argument may be empty, but NULL would end the list")
				.isEqualTo(hex("02 00 04 0200 046200 02 0200 00 02 00"));
		assertThat(pack(V41, Info.of("", PmixValue.NullStr.INSTANCE))).isEqualTo(hex("02 0200 00 03 00"));
		assertThat(pack(V41, Info.of("", new PmixValue.Str("")))).isEqualTo(hex("02 0200 00 03 0200"));
	}

	/** As in the C library: a text in no known form is sent as a pack of type STRING. */
	@Test
	void put_regexWithoutPrefix_isPackOfString() throws PmixException {
		PmixValue.Regex plain = new PmixValue.Regex(Packs.bytes("612c62"));
		assertThat(pack(V41, plain)).isEqualTo(hex("02 02 08 612c6200"));
		assertThat(pack(V41_DESCRIBED, plain)).isEqualTo(hex("09 02 31 09 02 03 08 612c6200"));
	}

	@Test
	void put_unknownTypeDeepInside_failsAndLeavesPackerAsItWas() throws PmixException {
		Packer packer = new Packer(V3).put(PmixValue.Bool.TRUE);
		Info nested = Info.of("outer", DataArray.of(Infos.of(Info.of("inner", new Coord(1, List.of())))));
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> packer.put(nested))
				.withMessage("PMIX_COORD is unknown to peers of dialect v3; omit the value")
				.satisfies(e -> assertThat(e.status()).isEqualTo(Status.ERR_UNKNOWN_DATA_TYPE));
		assertThat(packer.put(PmixValue.Bool.FALSE).toByteArray()).isEqualTo(hex("00000001 01 00000001 00"));
	}

	@Test
	void putAll_arrayOfUnknownType_isRefusedUnlessEmpty() throws PmixException {
		assertThat(pack(V3, new DataArray(DataType.COORD, List.of()))).isEqualTo(hex("00000001 002f 000f 0000000000000000"));
		DataArray one = new DataArray(DataType.COORD, List.of(new Coord(1, List.of())));
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> pack(V3, one)).withMessageContaining("COORD");
	}

	@Test
	void put_undef_isRefusedAloneButNotInAValue() throws PmixException {
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> pack(V41, PmixValue.Undef.INSTANCE))
				.satisfies(e -> assertThat(e.status()).isEqualTo(Status.ERR_UNKNOWN_DATA_TYPE));
		assertThat(pack(V41, new PmixValue.Boxed(PmixValue.Undef.INSTANCE))).isEqualTo(hex("02 00"));
	}

	@Test
	void putAll_valueOfAnotherType_isRefused() {
		List<PmixValue> mixed = List.of(new PmixValue.Int(1), new PmixValue.UInt(1));
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> new Packer(V41).putAll(DataType.INT, mixed))
				.withMessage("PMIX_UINT among values of PMIX_INT")
				.satisfies(e -> assertThat(e.status()).isEqualTo(Status.ERR_BAD_PARAM));
	}

	@Test
	void put_textWithNul_isRefused() {
		for (String text : List.of("a\0b", "\u00e9\0")) {
			assertThatExceptionOfType(PmixException.class).isThrownBy(() -> pack(V41, new PmixValue.Str(text)))
					.withMessageContaining("NUL").satisfies(e -> assertThat(e.status()).isEqualTo(Status.ERR_BAD_PARAM));
		}
	}

	@Test
	void put_largeValues_grow() throws PmixException {
		byte[] packed = new Packer(V41).put(ByteObject.wrap(new byte[100_000])).put(new PmixValue.Str("x".repeat(100_000))).toByteArray();
		assertThat(packed).hasSize(1 + 3 + 100_000 + 1 + 3 + 100_001);
	}
}
