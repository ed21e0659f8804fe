// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataBuffer;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.testkit.Growth;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.codec.Packer;
import org.pmix4j.wire.internal.message.KvalBlob;

class KvalBlobTest {
	private static final Limits LIMITS = Limits.DEFAULT;
	private static final Encoding V41 = new Encoding(Dialect.V41, false);
	private static final Encoding V41_DESCRIBED = new Encoding(Dialect.V41, true);
	private static final Encoding V3 = new Encoding(Dialect.V3, false);
	private static final Kval TEXT = new Kval("text", new PmixValue.Str("value"));
	private static final Kval NUMBER = new Kval("number", new PmixValue.UInt32(70000));
	/** Packed as in recorded commits. */
	private static final ByteObject TEXT_V41 = ByteObject.wrap(Peers.bytes("020a74657874 00 030c76616c756500"));
	/** Key x has a value of type 300, which takes all following bytes. */
	private static final ByteObject UNKNOWN_V41 = ByteObject.wrap(Peers.bytes("02047800 ac02 010203"));
	/** Not a valid pack. */
	private static final ByteObject NONSENSE = ByteObject.wrap(new byte[] { 2, 2 });

	@Test
	void encodedFor_encodingOfTheSender_isTheSameObjectAndNeverDecoded() throws PmixException {
		assertThat(KvalBlob.packed(V41, NONSENSE).encodedFor(V41, LIMITS)).isSameAs(NONSENSE);
	}

	@Test
	void encodedFor_anotherEncoding_isEncodedOnce() throws PmixException {
		KvalBlob blob = KvalBlob.packed(V41, TEXT_V41);

		ByteObject described = blob.encodedFor(V41_DESCRIBED, LIMITS);
		ByteObject fixed = blob.encodedFor(V3, LIMITS);

		assertThat(described.toByteArray()).isEqualTo(Peers.bytes("09021c0a74657874 00 030c76616c756500"));
		assertThat(fixed.toByteArray()).isEqualTo(Peers.bytes("00000001 00000005 7465787400 0003 00000006 76616c756500"));
		assertThat(blob.encodedFor(V41_DESCRIBED, LIMITS)).isSameAs(described);
		assertThat(blob.encodedFor(V3, LIMITS)).isSameAs(fixed);
	}

	@Test
	void encodedFor_ownValues_isEncodedOnce() throws PmixException {
		KvalBlob blob = KvalBlob.of(List.of(TEXT));

		assertThat(blob.encodedFor(V41, LIMITS)).isEqualTo(TEXT_V41).isSameAs(blob.encodedFor(V41, LIMITS));
	}

	@Test
	void encodedFor_dialectThatLacksTypes_leavesThoseKeysOut() throws PmixException {
		PmixValue unknown = new DataBuffer(ByteObject.EMPTY);
		Kval nested = new Kval("nested", DataArray.of(Infos.of(Info.of("inner", unknown))));
		KvalBlob blob = KvalBlob.of(List.of(TEXT, new Kval("buffer", unknown), nested, NUMBER));

		ByteObject packed = blob.encodedFor(V3, LIMITS);

		assertThat(KvalBlob.packed(V3, packed).kvals(LIMITS)).containsExactly(TEXT, NUMBER);
	}

	private static KvalBlob numbered(int from, int count, int value) {
		return KvalBlob.of(IntStream.range(from, from + count).mapToObj(at -> new Kval("key" + at, new PmixValue.UInt32(value))).toList());
	}

	private static KvalBlob packed(KvalBlob blob) throws PmixException {
		return KvalBlob.packed(V41, blob.encodedFor(V41, LIMITS));
	}

	@Test
	void plus_fewPairs_replacesThoseWithTheSameKeys() throws PmixException {
		KvalBlob sum = KvalBlob.of(List.of(TEXT, NUMBER)).plus(KvalBlob.of(List.of(new Kval("text", new PmixValue.Str("newer")))), LIMITS);

		assertThat(sum.kvals(LIMITS)).containsExactly(NUMBER, new Kval("text", new PmixValue.Str("newer")));
	}

	@Test
	void plus_oneOfMany_replacesItForReadersAndFollowsItForPeers() throws PmixException {
		KvalBlob sum = packed(numbered(0, 5_000, 1)).plus(packed(numbered(7, 1, 2)), LIMITS);

		assertThat(sum.kvals(LIMITS)).hasSize(5_000).doesNotContain(new Kval("key7", new PmixValue.UInt32(1)))
				.contains(new Kval("key7", new PmixValue.UInt32(2)));
		assertThat(sum.keys(LIMITS)).hasSize(5_000);
		assertThat(sum.contains("key7", LIMITS) && sum.contains("key8", LIMITS)).isTrue();
		assertThat(sum.contains("other", LIMITS)).isFalse();
		assertThat(packed(sum).kvals(LIMITS)).hasSize(5_001).last().isEqualTo(new Kval("key7", new PmixValue.UInt32(2)));
		assertThat(KvalBlob.packed(V3, sum.encodedFor(V3, LIMITS)).kvals(LIMITS)).hasSize(5_001);
	}

	@Test
	void plus_allOfThemAgain_keepsTheNewOnesAlone() throws PmixException {
		KvalBlob again = packed(numbered(0, 5_001, 2));

		assertThat(packed(numbered(0, 5_000, 1)).plus(packed(numbered(5_000, 1, 1)), LIMITS).plus(again, LIMITS)).isSameAs(again);
	}

	/** A process that overwrites the same keys must not fill the memory with old values. */
	@Test
	void plus_sameKeysOften_keepsTheSizeInBounds() throws PmixException {
		KvalBlob sum = packed(numbered(0, 5_000, 1));
		long before = sum.heldSize(LIMITS);
		for (int turn = 0; turn < 10_000; turn++) {
			sum = sum.plus(packed(numbered(turn % 100, 1, turn)), LIMITS);
		}
		assertThat(sum.heldSize(LIMITS)).isLessThan(2 * before);
	}

	@Test
	void plus_oneAfterTheOther_takesTimeInProportion() {
		Growth.requireLinear(8_000, count -> {
			try {
				KvalBlob sum = packed(numbered(0, count, 1));
				for (int turn = 0; turn < count; turn++) {
					sum = sum.plus(packed(numbered(count + turn, 1, turn)), LIMITS);
				}
				assertThat(sum.kvals(LIMITS)).hasSize(2 * count);
			} catch (PmixException e) {
				throw new AssertionError(e);
			}
		});
	}

	private static Kval seat(int row) {
		return new Kval("pmix.qual.val", DataArray.of(Infos.of(Info.of("seat", new PmixValue.UInt32(row)),
				Info.of("row", new PmixValue.UInt32(row)))));
	}

	@ParameterizedTest
	@ValueSource(ints = { 3, 5_000 })
	void minus_someKeys_removesThemForReadersAndPeers(int count) throws PmixException {
		KvalBlob rest = packed(numbered(0, count, 1)).minus(Set.of("key1", "key2", "absent"), LIMITS);

		assertThat(rest.kvals(LIMITS)).hasSize(count - 2).extracting(Kval::key).contains("key0").doesNotContain("key1", "key2");
		assertThat(rest.keys(LIMITS)).hasSize(count - 2).contains("key0").doesNotContain("key1", "key2");
		assertThat(rest.contains("key0", LIMITS)).isTrue();
		assertThat(rest.contains("key1", LIMITS)).isFalse();
		assertThat(packed(rest).keys(LIMITS)).isEqualTo(rest.keys(LIMITS));
		assertThat(KvalBlob.packed(V3, rest.encodedFor(V3, LIMITS)).keys(LIMITS)).isEqualTo(rest.keys(LIMITS));
	}

	@Test
	void minus_absentKeys_isTheSame() throws PmixException {
		KvalBlob many = packed(numbered(0, 5_000, 1));

		assertThat(many.minus(Set.of("absent"), LIMITS)).isSameAs(many);
	}

	@ParameterizedTest
	@ValueSource(ints = { 3, 5_000 })
	void minus_allKeysInTurn_leavesNothing(int count) throws PmixException {
		KvalBlob rest = packed(numbered(0, count, 1));
		for (int key = 0; key < count; key++) {
			rest = rest.minus(Set.of("key" + key), LIMITS);
			assertThat(rest.contains("key" + key, LIMITS)).isFalse();
		}

		assertThat(rest.isEmpty()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(ints = { 3, 5_000 })
	void minus_thenPlus_hasTheNewValueAlone(int count) throws PmixException {
		KvalBlob sum = packed(numbered(0, count, 1)).minus(Set.of("key1", "key2"), LIMITS).plus(packed(numbered(1, 1, 2)), LIMITS);

		for (KvalBlob each : List.of(sum, packed(sum))) {
			assertThat(each.kvals(LIMITS)).hasSize(count - 1).filteredOn(kval -> kval.key().equals("key1"))
					.containsExactly(new Kval("key1", new PmixValue.UInt32(2)));
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 3, 5_000 })
	void with_valuesThatDifferInQualifiers_keepsAll(int count) throws PmixException {
		KvalBlob sum = packed(numbered(0, count, 1)).with(KvalBlob.of(List.of(seat(1))), LIMITS)
				.with(KvalBlob.of(List.of(seat(2))), LIMITS).minus(Set.of("key0"), LIMITS);

		assertThat(sum.kvals(LIMITS)).hasSize(count + 1).endsWith(seat(1), seat(2));
		assertThat(packed(sum).kvals(LIMITS)).hasSize(count + 1).endsWith(seat(1), seat(2));
		assertThat(sum.contains("seat", LIMITS)).isTrue();
		assertThat(sum.minus(Set.of("seat"), LIMITS).contains("seat", LIMITS)).as("a delete removes values without qualifiers").isTrue();
	}

	/** Counts allocated bytes, which do not depend on the load of the machine. */
	@Test
	void minusAndWith_oneOfManyPairs_workDoesNotGrowWithTheirNumber() throws PmixException {
		KvalBlob few = packed(numbered(0, 4_000, 1));
		KvalBlob many = packed(numbered(0, 64_000, 1));
		for (KvalBlob each : List.of(few, many)) {
			// finds the keys
			change(each, 1);
		}

		assertThat(Growth.allocated(() -> change(many, 100))).isLessThan(2 * Growth.allocated(() -> change(few, 100)));
	}

	private static void change(KvalBlob blob, int times) {
		try {
			for (int turn = 0; turn < times; turn++) {
				assertThat(blob.minus(Set.of("key7"), LIMITS).with(KvalBlob.of(List.of(seat(turn))), LIMITS).heldSize(LIMITS)).isPositive();
			}
		} catch (PmixException e) {
			throw new AssertionError(e);
		}
	}

	@Test
	void minusAndWith_oneAfterTheOther_workIsInProportion() {
		assertThat(Growth.allocated(() -> churn(4_000))).isLessThan(8 * Growth.allocated(() -> churn(1_000)));
	}

	private static void churn(int count) {
		try {
			KvalBlob blob = packed(numbered(0, count, 1));
			for (int turn = 0; turn < count; turn++) {
				blob = blob.minus(Set.of("key" + turn), LIMITS).with(KvalBlob.of(List.of(seat(turn))), LIMITS);
			}
			assertThat(blob.kvals(LIMITS)).hasSize(count);
		} catch (PmixException e) {
			throw new AssertionError(e);
		}
	}

	/** Later pairs must not become part of the value. */
	@ParameterizedTest
	@ValueSource(ints = { 1, 2_000 })
	void plus_afterManyPairsAndAValueOfAnUnknownType_keepsTheLaterKeys(int more) throws PmixException {
		Packer packer = new Packer(V41);
		packer.putRaw(numbered(0, 2_000, 1).encodedFor(V41, LIMITS));
		packer.putRaw(UNKNOWN_V41);
		KvalBlob sum = KvalBlob.packed(V41, packer.toByteObject()).plus(packed(numbered(2_000, more, 2)), LIMITS);

		assertThat(sum.keys(LIMITS)).hasSize(2_001 + more).contains("x", "key1999", "key2000");
		assertThat(packed(sum).keys(LIMITS)).hasSize(2_000 + more).contains("key1999", "key2000");
	}

	@Test
	void encodedFor_valueOfAnUnknownType_isPassedOnOnlyInItsOwnEncoding() throws PmixException {
		Packer packer = new Packer(V41);
		packer.putRaw(TEXT_V41);
		packer.putRaw(UNKNOWN_V41);
		ByteObject packed = packer.toByteObject();
		KvalBlob blob = KvalBlob.packed(V41, packed);

		assertThat(blob.encodedFor(V41, LIMITS)).isSameAs(packed);
		assertThat(KvalBlob.packed(V41_DESCRIBED, blob.encodedFor(V41_DESCRIBED, LIMITS)).kvals(LIMITS)).containsExactly(TEXT);
	}

	@Test
	void keys_ofPackedData_areInOrderAndKept() throws PmixException {
		KvalBlob blob = KvalBlob.packed(V41, KvalBlob.of(List.of(NUMBER, TEXT)).encodedFor(V41, LIMITS));

		assertThat(blob.keys(LIMITS)).containsExactly("number", "text").isSameAs(blob.keys(LIMITS));
		assertThat(blob.contains("text", LIMITS)).isTrue();
		assertThat(blob.contains("other", LIMITS)).isFalse();
	}

	@Test
	void keys_ofValuesWithQualifiers_includesTheirKeys() throws PmixException {
		Info value = Info.of("seat", new PmixValue.UInt32(7));
		KvalBlob blob = KvalBlob.of(List.of(new Kval("pmix.qual.val", DataArray.of(Infos.of(value, Info.of("row", new PmixValue.UInt32(1))))),
				new Kval("pmix.qual.val", new PmixValue.UInt32(1))));

		assertThat(blob.keys(LIMITS)).containsExactly("pmix.qual.val", "seat");
	}

	@Test
	void kvals_ofMalformedBytes_isRefused() {
		KvalBlob blob = KvalBlob.packed(V41, NONSENSE);

		assertThatThrownBy(() -> blob.kvals(LIMITS)).isInstanceOf(MalformedMessageException.class);
		assertThatThrownBy(() -> blob.keys(LIMITS)).isInstanceOf(MalformedMessageException.class);
		assertThatThrownBy(() -> blob.encodedFor(V3, LIMITS)).isInstanceOf(MalformedMessageException.class);
	}

	@Test
	void packed_withoutBytes_isEmptyInEveryEncoding() throws PmixException {
		assertThat(KvalBlob.packed(V41, ByteObject.EMPTY)).isEqualTo(KvalBlob.EMPTY);
		assertThat(KvalBlob.EMPTY.isEmpty()).isTrue();
		assertThat(KvalBlob.EMPTY.encodedFor(V3, LIMITS).size()).isZero();
		assertThat(KvalBlob.packed(V41, TEXT_V41).isEmpty()).isFalse();
	}
}
