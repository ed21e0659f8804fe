// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.testkit.RandomValues;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.codec.Packer;
import org.pmix4j.wire.internal.codec.Unpacker;

/** Tests random values and damaged bytes in each dialect, from a fixed seed. */
class RandomValueTest {
	private static final long SEED = 20261120;
	private static final int ROUNDS = 60;
	private static final Limits SMALL = new Limits(1 << 16, 1 << 20, 1 << 16, 1 << 16, 32, 1 << 20);

	static List<Encoding> encodings() {
		return Stream.of(Dialect.values()).flatMap(d -> Stream.of(new Encoding(d, false), new Encoding(d, true))).toList();
	}

	@ParameterizedTest
	@MethodSource("encodings")
	void packAndUnpack_valuesOfEveryType_giveEqualValues(Encoding encoding) throws PmixException {
		RandomValues values = new RandomValues(encoding.dialect()::knows, SEED);
		for (int round = 0; round < ROUNDS; round++) {
			Packer packer = new Packer(encoding);
			List<PmixValue> packed = new ArrayList<>();
			for (DataType type : values.types()) {
				packed.add(values.next(type));
				packer.put(packed.get(packed.size() - 1));
			}
			Unpacker unpacker = new Unpacker(encoding, packer.toByteObject().asBuffer(), Limits.DEFAULT);
			for (PmixValue value : packed) {
				assertThat(unpacker.get(value.type())).isEqualTo(value);
			}
			assertThat(unpacker.hasRemaining()).isFalse();
		}
	}

	@ParameterizedTest
	@MethodSource("encodings")
	void packAndUnpack_severalOfEveryType_giveEqualValues(Encoding encoding) throws PmixException {
		RandomValues values = new RandomValues(encoding.dialect()::knows, SEED);
		for (int round = 0; round < ROUNDS; round++) {
			for (DataType type : values.types()) {
				List<PmixValue> packed = values.list(type);
				byte[] bytes = new Packer(encoding).putAll(type, packed).toByteArray();

				assertThat(new Unpacker(encoding, ByteBuffer.wrap(bytes), Limits.DEFAULT).getAll(type)).isEqualTo(packed);
			}
		}
	}

	@ParameterizedTest
	@MethodSource("encodings")
	void unpack_damagedBytes_endsInValueThatCanBePackedOrMalformed(Encoding encoding) throws PmixException {
		RandomValues values = new RandomValues(encoding.dialect()::knows, SEED);
		Random random = new Random(SEED);
		int whole = 0;
		int refused = 0;
		for (int round = 0; round < ROUNDS; round++) {
			for (DataType type : values.types()) {
				byte[] bytes = new Packer(encoding).putAll(type, values.list(type)).toByteArray();
				byte[] damaged = damage(bytes, random);
				try {
					List<PmixValue> found = new Unpacker(encoding, ByteBuffer.wrap(damaged), SMALL).getAll(type);
					new Packer(encoding).putAll(type, found);
					whole++;
				} catch (MalformedMessageException e) {
					assertThat(e).hasMessageContaining(" ");
					refused++;
				}
			}
		}
		assertThat(whole).isGreaterThan(ROUNDS);
		assertThat(refused).isGreaterThan(ROUNDS);
	}

	/** Changes some bytes, and sometimes truncates or extends. */
	private static byte[] damage(byte[] bytes, Random random) {
		byte[] damaged = Arrays.copyOf(bytes, random.nextInt(3) == 0 ? random.nextInt(bytes.length + 20) : bytes.length);
		for (int i = random.nextInt(4); i > 0 && damaged.length > 0; i--) {
			damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
		}
		return damaged;
	}
}
