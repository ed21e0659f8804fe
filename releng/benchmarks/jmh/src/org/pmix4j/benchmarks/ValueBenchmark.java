// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.benchmarks;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.Packer;
import org.pmix4j.wire.internal.codec.Unpacker;

/** Packing and unpacking of 100 values of one kind, with integers of variable and of fixed length. */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ValueBenchmark {
	private static final int COUNT = 100;

	/** Kind of the packed values. */
	public enum Kind {
		/** Numbers of one byte in variable length. */
		SMALL(DataType.UINT32),
		/** Numbers of nine bytes in variable length. */
		LARGE(DataType.UINT64),
		/** ASCII strings. */
		ASCII(DataType.STRING),
		/** Strings with other than ASCII characters. */
		UTF8(DataType.STRING),
		/** Infos, as in directives and job data. */
		INFO(DataType.INFO);

		private final DataType type;

		Kind(DataType type) {
			this.type = type;
		}

		private List<PmixValue> sample() {
			List<PmixValue> values = new ArrayList<>();
			for (int i = 0; i < COUNT; i++) {
				values.add(switch (this) {
					case SMALL -> new PmixValue.UInt32(i);
					case LARGE -> new PmixValue.UInt64(-1L - i);
					case ASCII -> new PmixValue.Str("pmix.text.of.20.byte" + i);
					case UTF8 -> new PmixValue.Str("pmix.text.\u00fcber.20.byte" + i);
					case INFO -> Samples.infos(COUNT).list().get(i);
				});
			}
			return values;
		}
	}

	/** Kind of the packed values. */
	@Param
	public Kind kind = Kind.SMALL;
	/** Dialect: V41 has integers of variable length, V3 of fixed length. */
	@Param({ "V41", "V3" })
	public Dialect dialect = Dialect.V41;
	private List<PmixValue> values = List.of();
	private byte[] packed = {};

	@Setup
	public void prepare() throws PmixException {
		values = kind.sample();
		packed = pack();
	}

	@Benchmark
	public byte[] pack() throws PmixException {
		return new Packer(new Encoding(dialect, false)).putAll(kind.type, values).toByteArray();
	}

	@Benchmark
	public List<PmixValue> unpack() throws PmixException {
		return new Unpacker(new Encoding(dialect, false), ByteBuffer.wrap(packed), Limits.DEFAULT).getAll(kind.type);
	}
}
