// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.codec.Packer;
import org.pmix4j.wire.internal.codec.Unpacker;

/** Decodes and encodes every vector of the C library; all bytes must be unchanged. */
class GoldenVectorTest {
	/** Refused because of a bug in the C library, which cannot pack processor sets; this implementation can. */
	private static final String FAULT_OF_LIBRARY = "PROC_CPUSET";

	static List<GoldenVector> written() {
		return GoldenVector.written();
	}

	static List<GoldenVector> refused() {
		return GoldenVector.refused().stream().filter(v -> !v.typeName().equals(FAULT_OF_LIBRARY)).toList();
	}

	@Test
	void written_allRowsOfBothFiles_areRead() {
		assertThat(written()).hasSize(2228);
		assertThat(refused()).hasSize(162);
	}

	@ParameterizedTest
	@MethodSource("written")
	void decodeAndEncode_vector_givesTheSameBytes(GoldenVector vector) throws PmixException {
		Unpacker unpacker = new Unpacker(vector.encoding(), ByteBuffer.wrap(vector.bytes()), Limits.DEFAULT);
		List<PmixValue> values = unpacker.getAll(vector.type());

		assertThat(unpacker.hasRemaining()).isFalse();
		assertThat(values).allSatisfy(value -> assertThat(value.type()).isEqualTo(vector.type()));
		assertThat(new Packer(vector.encoding()).putAll(vector.type(), values).toByteArray()).isEqualTo(vector.bytes());
	}

	/** Dialects from 6.0 on encode the types that they share with v41 identically, as measured with 6.1.0. */
	@ParameterizedTest
	@MethodSource("written")
	void decodeAndEncode_v41VectorInNewerDialects_givesTheSameBytes(GoldenVector vector) throws PmixException {
		for (Dialect newer : List.of(Dialect.V51, Dialect.V61)) {
			if (vector.encoding().dialect() == Dialect.V41) {
				Encoding encoding = new Encoding(newer, vector.encoding().described());
				assertThat(new Packer(encoding).putAll(vector.type(), vector.decode()).toByteArray()).isEqualTo(vector.bytes());
			}
		}
	}

	@ParameterizedTest
	@MethodSource("refused")
	void encode_valueThatLibraryRefuses_isRefusedAndNamesTypeAndDialect(GoldenVector vector) throws PmixException {
		GoldenVector sameInV41 = written().stream().filter(v -> v.encoding().dialect() == Dialect.V41 && v.isSameValue(vector))
				.findFirst().orElseThrow();
		Packer packer = new Packer(vector.encoding()).put(new PmixValue.Int32(1));
		byte[] before = packer.toByteArray();

		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> packer.putAll(vector.type(), sameInV41.decode()))
				.withMessageContaining(" is unknown to peers of dialect " + vector.encoding().dialect().moduleName())
				.satisfies(e -> assertThat(e.status()).isEqualTo(Status.ERR_UNKNOWN_DATA_TYPE));
		assertThat(packer.toByteArray()).isEqualTo(before);
	}

	@Test
	void encode_cpuSet_isPackedThoughTheLibraryCannot() {
		assertThat(GoldenVector.refused()).filteredOn(v -> v.typeName().equals(FAULT_OF_LIBRARY))
				.filteredOn(v -> v.encoding().dialect().knows(DataType.PROC_CPUSET)).hasSize(4);
	}

	@ParameterizedTest
	@MethodSource("written")
	void decode_everyTruncation_endsInMalformedOrShorterValue(GoldenVector vector) {
		byte[] bytes = vector.bytes();
		for (int length = 0; length < bytes.length; length++) {
			Unpacker unpacker = new Unpacker(vector.encoding(), ByteBuffer.wrap(Arrays.copyOf(bytes, length)), Limits.DEFAULT);
			try {
				unpacker.getAll(vector.type());
				assertThat(vector.typeName()).as("ends before byte %d, and yet is whole", length).isIn("DATA_ARRAY", "VALUE", "TOPO");
			} catch (MalformedMessageException e) {
				assertThat(e.status()).isIn(Status.ERR_UNPACK_READ_PAST_END_OF_BUFFER, Status.ERR_UNPACK_FAILURE, Status.ERR_PACK_MISMATCH);
			}
		}
	}
}
