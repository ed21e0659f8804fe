// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.Status;
import org.pmix4j.wire.pack.Compression;
import org.pmix4j.wire.pack.PackBuffer;

/** Tests packing by programs; UtilityValueTest compares the bytes with those of libpmix. */
class PackBufferTest {
	private static final PmixValue.UInt32 NUMBER = new PmixValue.UInt32(70000);
	private static final PmixValue.Str TEXT = new PmixValue.Str("text");

	private static void fails(Status status, Callable call) {
		assertThatThrownBy(call::call).isInstanceOfSatisfying(PmixException.class, e -> assertThat(e.status()).isEqualTo(status));
	}

	private interface Callable {
		void call() throws PmixException;
	}

	@Test
	void unpack_inTheOrderOfPacking_givesTheValues() throws PmixException {
		PackBuffer buffer = PackBuffer.create().pack(NUMBER).pack(DataType.STRING, List.of(TEXT, PmixValue.NullStr.INSTANCE));

		assertThat(buffer.unpack(DataType.UINT32)).isEqualTo(NUMBER);
		assertThat(buffer.unpackAll(DataType.STRING)).containsExactly(TEXT, PmixValue.NullStr.INSTANCE);
		assertThat(buffer.hasRemaining()).isFalse();
		fails(Status.ERR_UNPACK_READ_PAST_END_OF_BUFFER, () -> buffer.unpack(DataType.UINT32));
	}

	@Test
	void unpack_severalValues_needsUnpackAll() throws PmixException {
		PackBuffer buffer = PackBuffer.create().pack(DataType.UINT32, List.of(NUMBER, NUMBER));

		fails(Status.ERR_UNPACK_INADEQUATE_SPACE, () -> buffer.unpack(DataType.UINT32));
		assertThat(buffer.unpackAll(DataType.UINT32)).hasSize(2);
	}

	@Test
	void unpack_otherTypeInADescribedBuffer_leavesTheBufferUnchanged() throws PmixException {
		PackBuffer buffer = PackBuffer.of("v41", true).pack(NUMBER);

		fails(Status.ERR_PACK_MISMATCH, () -> buffer.unpack(DataType.STRING));
		assertThat(buffer.unpack(DataType.UINT32)).isEqualTo(NUMBER);
	}

	@Test
	void unload_afterUnpacking_takesTheRestAndEmptiesTheBuffer() throws PmixException {
		PackBuffer buffer = PackBuffer.create().pack(NUMBER).pack(TEXT);
		buffer.unpack(DataType.UINT32);

		ByteObject rest = buffer.unload();

		assertThat(buffer.hasRemaining()).isFalse();
		assertThat(PackBuffer.create().load(rest).unpack(DataType.STRING)).isEqualTo(TEXT);
	}

	@Test
	void append_copiesTheRestOfTheSource() throws PmixException {
		PackBuffer source = PackBuffer.create().pack(NUMBER).pack(TEXT);
		source.unpack(DataType.UINT32);
		PackBuffer target = PackBuffer.create().pack(NUMBER).append(source);

		assertThat(target.unpack(DataType.UINT32)).isEqualTo(NUMBER);
		assertThat(target.unpack(DataType.STRING)).isEqualTo(TEXT);
		assertThat(source.unpack(DataType.STRING)).isEqualTo(TEXT);
		fails(Status.ERR_BAD_PARAM, () -> target.append(PackBuffer.of("v3", false)));
	}

	@Test
	void of_module_decidesWhichTypesArePacked() throws PmixException {
		fails(Status.ERR_NOT_SUPPORTED, () -> PackBuffer.of("xml", false));
		fails(Status.ERR_UNKNOWN_DATA_TYPE, () -> PackBuffer.create().pack(ResourceBlockDirective.DEFINE));
		assertThat(PackBuffer.of("v61", false).pack(ResourceBlockDirective.DEFINE).hasRemaining()).isTrue();
		assertThat(PackBuffer.of("v3", false).pack(NUMBER).unload()).isNotEqualTo(PackBuffer.create().pack(NUMBER).unload());
	}

	@Test
	void decompress_damagedBytes_fails() {
		fails(Status.ERR_UNPACK_FAILURE, () -> Compression.decompress(ByteObject.wrap(new byte[] { 1, 0, 0, 0, 9 })));
	}
}
