// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.LongFunction;

import org.jspecify.annotations.Nullable;

/**
 * Java representation of an attribute's values. Reading is as lenient as in the C library: a number of any width is accepted if it fits,
 * and a switch without a value means true.
 *
 * @param <T> the Java type
 */
public final class ValueType<T> {
	/** Text. */
	public static final ValueType<String> STRING = new ValueType<>("string", DataType.STRING, PmixValue.Str::new,
			v -> v instanceof PmixValue.Str s ? s.value() : null);
	/** A truth value, also as a text: see {@link PmixValue#truth}. */
	public static final ValueType<Boolean> BOOL = new ValueType<>("bool", DataType.BOOL, b -> b ? PmixValue.Bool.TRUE : PmixValue.Bool.FALSE,
			ValueType::truth);
	/** 8 bits, unsigned. */
	public static final ValueType<Integer> UINT8 = number("uint8", DataType.UINT8, 0, 0xff,
			n -> new PmixValue.UInt8((byte) n), n -> (int) n);
	/** 16 bits, unsigned. */
	public static final ValueType<Integer> UINT16 = number("uint16", DataType.UINT16, 0, 0xffff,
			n -> new PmixValue.UInt16((short) n), n -> (int) n);
	/** 32 bits, unsigned: the Integer is negative above 2^31 - 1. */
	public static final ValueType<Integer> UINT32 = number("uint32", DataType.UINT32, 0, 0xffffffffL,
			n -> new PmixValue.UInt32((int) n), n -> (int) n);
	/** 64 bits, unsigned: the Long is negative above 2^63 - 1. */
	public static final ValueType<Long> UINT64 = number("uint64", DataType.UINT64, Long.MIN_VALUE, Long.MAX_VALUE,
			PmixValue.UInt64::new, n -> n);
	/** A size, 64 bits, unsigned: the Long is negative above 2^63 - 1. */
	public static final ValueType<Long> SIZE = number("size", DataType.SIZE, Long.MIN_VALUE, Long.MAX_VALUE, PmixValue.Size::new, n -> n);
	/** A C int. */
	public static final ValueType<Integer> INT = number("int", DataType.INT, Integer.MIN_VALUE, Integer.MAX_VALUE,
			n -> new PmixValue.Int((int) n), n -> (int) n);
	/** 32 bits, signed. */
	public static final ValueType<Integer> INT32 = number("int32", DataType.INT32, Integer.MIN_VALUE, Integer.MAX_VALUE,
			n -> new PmixValue.Int32((int) n), n -> (int) n);
	/** The id of an operating system process. */
	public static final ValueType<Integer> PID = number("pid", DataType.PID, Integer.MIN_VALUE, Integer.MAX_VALUE,
			n -> new PmixValue.Pid((int) n), n -> (int) n);
	/** Seconds since 1970. */
	public static final ValueType<Long> TIME = number("time", DataType.TIME, Long.MIN_VALUE, Long.MAX_VALUE, PmixValue.Time::new, n -> n);
	/** A float with six decimals. */
	public static final ValueType<Float> FLOAT = new ValueType<>("float", DataType.FLOAT, PmixValue.Float32::of,
			v -> v instanceof PmixValue.Float32 f ? (Float) f.value() : null);
	/** A double with six decimals. */
	public static final ValueType<Double> DOUBLE = new ValueType<>("double", DataType.DOUBLE, PmixValue.Float64::of,
			v -> v instanceof PmixValue.Float64 d ? (Double) d.value() : null);
	/** A duration or point in time with microseconds. */
	public static final ValueType<TimeVal> TIMEVAL = of("timeval", DataType.TIMEVAL, TimeVal.class);
	/** Bytes. */
	public static final ValueType<ByteObject> BYTE_OBJECT = of("byte object", DataType.BYTE_OBJECT, ByteObject.class);
	/** An array of values of one type. */
	public static final ValueType<DataArray> DATA_ARRAY = of("data array", DataType.DATA_ARRAY, DataArray.class);
	/** A process. */
	public static final ValueType<Proc> PROC = of("proc", DataType.PROC, Proc.class);
	/** A rank; a plain number is accepted as well. */
	public static final ValueType<Rank> RANK = new ValueType<>("rank", DataType.PROC_RANK, r -> r, ValueType::rank);
	/** A status. */
	public static final ValueType<Status> STATUS = of("status", DataType.STATUS, Status.class);
	/** A change to an environment variable. */
	public static final ValueType<Envar> ENVAR = of("envar", DataType.ENVAR, Envar.class);
	/** A scope. */
	public static final ValueType<Scope> SCOPE = of("scope", DataType.SCOPE, Scope.class);
	/** A data range. */
	public static final ValueType<DataRange> DATA_RANGE = of("data range", DataType.DATA_RANGE, DataRange.class);
	/** A persistence. */
	public static final ValueType<Persistence> PERSISTENCE = of("persistence", DataType.PERSIST, Persistence.class);
	/** The state of a process. */
	public static final ValueType<ProcState> PROC_STATE = of("proc state", DataType.PROC_STATE, ProcState.class);
	/** The state of a link. */
	public static final ValueType<LinkState> LINK_STATE = of("link state", DataType.LINK_STATE, LinkState.class);
	/** A set of kinds of devices. */
	public static final ValueType<DeviceType> DEVICE_TYPE = of("device type", DataType.DEVTYPE, DeviceType.class);
	/** A set of storage media. */
	public static final ValueType<StorageMedium> STORAGE_MEDIUM = of("storage medium", DataType.STOR_MEDIUM, StorageMedium.class);
	/** The places from which a storage system is accessible. */
	public static final ValueType<StorageAccessibility> STORAGE_ACCESSIBILITY = of("storage accessibility", DataType.STOR_ACCESS,
			StorageAccessibility.class);
	/** The persistence of data in a storage system. */
	public static final ValueType<StoragePersistence> STORAGE_PERSISTENCE = of("storage persistence", DataType.STOR_PERSIST,
			StoragePersistence.class);
	/** The kinds of access that a storage system offers. */
	public static final ValueType<StorageAccessType> STORAGE_ACCESS_TYPE = of("storage access type", DataType.STOR_ACCESS_TYPE,
			StorageAccessType.class);
	/** A place in a fabric. */
	public static final ValueType<Geometry> GEOMETRY = of("geometry", DataType.GEOMETRY, Geometry.class);
	/** A set of processors. */
	public static final ValueType<CpuSet> CPUSET = of("cpuset", DataType.PROC_CPUSET, CpuSet.class);
	/** A hardware topology. */
	public static final ValueType<Topology> TOPOLOGY = of("topology", DataType.TOPO, Topology.class);
	/** A value of any type. */
	public static final ValueType<PmixValue> ANY = new ValueType<>("any type", DataType.UNDEF, v -> v, v -> v);

	private final String name;
	private final DataType dataType;
	private final Function<T, PmixValue> writer;
	private final Function<PmixValue, @Nullable T> reader;

	private ValueType(String name, DataType dataType, Function<T, PmixValue> writer, Function<PmixValue, @Nullable T> reader) {
		this.name = name;
		this.dataType = dataType;
		this.writer = writer;
		this.reader = reader;
	}

	private static <T extends PmixValue> ValueType<T> of(String name, DataType dataType, Class<T> type) {
		return new ValueType<>(name, dataType, v -> v, v -> type.isInstance(v) ? type.cast(v) : null);
	}

	private static <T> ValueType<T> number(String name, DataType dataType, long min, long max, LongFunction<PmixValue> writer,
			LongFunction<T> reader) {
		return new ValueType<>(name, dataType, n -> writer.apply(((Number) n).longValue()), v -> {
			OptionalLong number = asNumber(v);
			return number.isPresent() && number.getAsLong() >= min && number.getAsLong() <= max ? reader.apply(number.getAsLong()) : null;
		});
	}

	/** {@return the name of the type in messages} */
	public String name() {
		return name;
	}

	/** {@return the wire type of the values; UNDEF if it varies} */
	public DataType dataType() {
		return dataType;
	}

	/**
	 * {@return the value to send}
	 *
	 * @param value a Java value
	 */
	public PmixValue toValue(T value) {
		return writer.apply(value);
	}

	/**
	 * {@return the Java value; empty if the type is wrong or the number does not fit}
	 *
	 * @param value a received value
	 */
	public Optional<T> fromValue(PmixValue value) {
		return Optional.ofNullable(reader.apply(value));
	}

	private static @Nullable Boolean truth(PmixValue value) {
		return value instanceof PmixValue.Bool b ? (Boolean) b.value() : value.truth().orElse(null);
	}

	/** Also accepts the special ranks as signed numbers, as some programs send them: -2 is all ranks of a job. */
	private static @Nullable Rank rank(PmixValue value) {
		if (value instanceof Rank rank) {
			return rank;
		}
		OptionalLong number = asNumber(value);
		boolean fits = number.isPresent() && number.getAsLong() >= Integer.MIN_VALUE && number.getAsLong() <= 0xffff_ffffL;
		return fits ? Rank.of((int) number.getAsLong()) : null;
	}

	/**
	 * Reads a number of any type. C: PMIx_Value_get_number.
	 *
	 * @param value a received value
	 * @return the number, or empty if it is not a number; a uint64 or size above 2^63 - 1 becomes negative
	 */
	public static OptionalLong asNumber(PmixValue value) {
		if (value instanceof PmixValue.UInt32 v) {
			return OptionalLong.of(Integer.toUnsignedLong(v.value()));
		}
		if (value instanceof PmixValue.Size v) {
			return OptionalLong.of(v.value());
		}
		if (value instanceof PmixValue.Int v) {
			return OptionalLong.of(v.value());
		}
		if (value instanceof PmixValue.UInt16 v) {
			return OptionalLong.of(Short.toUnsignedLong(v.value()));
		}
		if (value instanceof PmixValue.UInt64 v) {
			return OptionalLong.of(v.value());
		}
		if (value instanceof PmixValue.Int32 v) {
			return OptionalLong.of(v.value());
		}
		if (value instanceof PmixValue.Int64 v) {
			return OptionalLong.of(v.value());
		}
		if (value instanceof PmixValue.UInt v) {
			return OptionalLong.of(Integer.toUnsignedLong(v.value()));
		}
		if (value instanceof PmixValue.UInt8 v) {
			return OptionalLong.of(Byte.toUnsignedLong(v.value()));
		}
		if (value instanceof PmixValue.RawByte v) {
			return OptionalLong.of(Byte.toUnsignedLong(v.value()));
		}
		if (value instanceof PmixValue.Int8 v) {
			return OptionalLong.of(v.value());
		}
		if (value instanceof PmixValue.Int16 v) {
			return OptionalLong.of(v.value());
		}
		if (value instanceof PmixValue.Pid v) {
			return OptionalLong.of(v.value());
		}
		if (value instanceof PmixValue.Time v) {
			return OptionalLong.of(v.seconds());
		}
		if (value instanceof PmixValue.Float32 v) {
			return OptionalLong.of((long) v.value());
		}
		if (value instanceof PmixValue.Float64 v) {
			return OptionalLong.of((long) v.value());
		}
		if (value instanceof Rank v) {
			return OptionalLong.of(Integer.toUnsignedLong(v.value()));
		}
		if (value instanceof Status v) {
			return OptionalLong.of(v.code());
		}
		return OptionalLong.empty();
	}
}
