// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.Arrays;
import java.util.List;

import org.pmix4j.model.bytes.ByteStrings;

/** Compares values in the order of the C library, field by field. Stateless. */
final class ValueComparer {
	private ValueComparer() {
	}

	static ValueComparison compare(PmixValue one, PmixValue other) {
		if (!one.type().equals(other.type())) {
			return ValueComparison.TYPE_DIFFERENT;
		}
		if (one instanceof DataArray array) {
			return compareArrays(array, (DataArray) other);
		}
		if (one instanceof Info info) {
			int keys = compareTexts(info.key(), ((Info) other).key());
			return keys != 0 ? ValueComparison.of(keys) : compare(info.value(), ((Info) other).value());
		}
		List<Object> parts = parts(one);
		List<Object> others = parts(other);
		if (parts.contains(Missing.ORDER) || parts.contains(Missing.NAME) && others.contains(Missing.NAME)) {
			return ValueComparison.COMPARISON_NOT_AVAIL;
		}
		if (!kind(one).equals(kind(other))) {
			return ValueComparison.INCOMPATIBLE_OBJECTS;
		}
		return ValueComparison.of(compareParts(parts, others));
	}

	private static ValueComparison compareArrays(DataArray one, DataArray other) {
		if (!one.elementType().equals(other.elementType())) {
			return ValueComparison.TYPE_DIFFERENT;
		}
		int sizes = Integer.compare(one.elements().size(), other.elements().size());
		if (sizes != 0) {
			return ValueComparison.of(sizes);
		}
		for (int i = 0; i < one.elements().size(); i++) {
			ValueComparison outcome = compare(one.elements().get(i), other.elements().get(i));
			if (outcome != ValueComparison.EQUAL) {
				return outcome;
			}
		}
		return ValueComparison.EQUAL;
	}

	/** Returns the field that must be equal in both values for an order to exist; the type if there is none. */
	private static Object kind(PmixValue value) {
		return switch (value) {
			case Coord v -> v.view();
			case Geometry v -> v.fabric();
			case DeviceDistance v -> v.deviceType();
			case Device v -> v.deviceType();
			case ResourceUnit v -> v.deviceType();
			default -> value.type();
		};
	}

	private enum Missing {
		/** Stands for the fields of a type that has no order. */
		ORDER,
		/** Stands for the name of a thing that has none. */
		NAME
	}

	/** The fields that are compared, in order: texts, numbers, bytes and lists of these. */
	private static List<Object> parts(PmixValue value) {
		return switch (value) {
			case PmixValue.Undef v -> List.of();
			case PmixValue.Bool v -> List.of(v.value());
			case PmixValue.Str v -> List.of(v.value());
			case PmixValue.NullStr v -> List.of();
			case PmixValue.Size v -> List.of(unsigned(v.value()));
			case PmixValue.UInt64 v -> List.of(unsigned(v.value()));
			case PmixValue.Float32 v -> List.of((double) v.value());
			case PmixValue.Float64 v -> List.of(v.value());
			case TimeVal v -> List.of(v.seconds(), v.microseconds());
			case Nspace v -> List.of(v.name());
			case Proc v -> procParts(v);
			case ByteObject v -> List.of(v);
			case CompressedString v -> List.of(v.block());
			case CompressedBytes v -> List.of(v.block());
			case PmixValue.Regex v -> List.of(v.content());
			case DataBuffer v -> List.of(v.content());
			case Topology v -> List.of(v.xml());
			case CpuSet v -> List.of(v.list());
			case DeviceType v -> List.of(unsigned(v.bits()));
			case StorageMedium v -> List.of(unsigned(v.bits()));
			case StorageAccessibility v -> List.of(unsigned(v.bits()));
			case StoragePersistence v -> List.of(unsigned(v.bits()));
			case StorageAccessType v -> List.of((long) v.bits());
			case Locality v -> List.of((long) v.bits());
			case Persistence v -> List.of((long) v.code());
			case Scope v -> List.of((long) v.code());
			case DataRange v -> List.of((long) v.code());
			case ProcState v -> List.of((long) v.code());
			case JobState v -> List.of((long) v.code());
			case LinkState v -> List.of((long) v.code());
			case AllocDirective v -> List.of((long) v.code());
			default -> ValueType.asNumber(value).isPresent() ? List.of(ValueType.asNumber(value).getAsLong()) : structParts(value);
		};
	}

	private static List<Object> structParts(PmixValue value) {
		return switch (value) {
			case ProcInfo v -> List.of(procParts(v.proc()), v.hostname(), v.executable(), (long) v.pid());
			case Envar v -> List.of(v.name(), v.value(), (long) v.separator());
			case Coord v -> List.of(v.coordinates().stream().map(Integer::toUnsignedLong).toList());
			case Geometry v -> List.of(v.uuid(), v.osName(), v.coordinates());
			case DeviceDistance v -> List.of(v.uuid(), v.osName(), (long) Short.toUnsignedInt(v.min()), (long) Short.toUnsignedInt(v.max()));
			case Endpoint v -> List.of(v.uuid(), v.osName(), v.address());
			case Device v -> List.of(v.uuid(), v.osName());
			case ResourceUnit v -> List.of(unsigned(v.count()));
			case NodePid v -> List.of(v.hostname(), Integer.toUnsignedLong(v.nodeId()), (long) v.pid());
			case RegisteredAttribute v -> List.of(named(v.name()), v.key(), (long) v.valueType().code(), v.description());
			case ProcStats v -> List.of(named(v.node()), procParts(v.proc()), List.of((long) v.pid(), v.command(), (long) v.state(), v.time(),
					(long) v.priority(), (long) v.threads(), v.pss(), v.vsize(), v.rss(), (long) v.processor(), v.sampled()));
			case DiskStats v -> List.of(named(v.disk()), v.counters().stream().map(ValueComparer::unsigned).toList());
			case NetStats v -> List.of(named(v.interfaceName()), v.counters().stream().map(ValueComparer::unsigned).toList());
			case NodeStats v -> List.of(named(v.node()), v.figures(), v.sampled(), v.disks(), v.networks());
			default -> List.of(Missing.ORDER);
		};
	}

	private static List<Object> procParts(Proc proc) {
		return List.of(proc.nspace(), Integer.toUnsignedLong(proc.rank().value()));
	}

	private static Object named(String name) {
		return name.isEmpty() ? Missing.NAME : name;
	}

	/** Maps unsigned numbers to signed ones in the same order. */
	private static Long unsigned(long number) {
		return number ^ Long.MIN_VALUE;
	}

	private static int compareParts(List<?> one, List<?> other) {
		if (one.size() != other.size()) {
			return Integer.compare(one.size(), other.size());
		}
		for (int i = 0; i < one.size(); i++) {
			int difference = comparePart(one.get(i), other.get(i));
			if (difference != 0) {
				return difference;
			}
		}
		return 0;
	}

	private static int comparePart(Object one, Object other) {
		return switch (one) {
			case Missing nothing -> other == nothing ? 0 : -1;
			case String text -> other instanceof String ? compareTexts(text, (String) other) : 1;
			case Boolean truth -> truth.compareTo((Boolean) other);
			case Long number -> number.compareTo((Long) other);
			case Double number -> number.compareTo((Double) other);
			case List<?> list -> compareParts(list, (List<?>) other);
			case ByteObject bytes -> compareBytes(bytes, (ByteObject) other);
			case PmixValue value -> compareParts(parts(value), parts((PmixValue) other));
			default -> throw new IllegalStateException("no order for " + one.getClass());
		};
	}

	private static int compareTexts(String one, String other) {
		return Arrays.compareUnsigned(ByteStrings.encode(one), ByteStrings.encode(other));
	}

	private static int compareBytes(ByteObject one, ByteObject other) {
		return one.size() != other.size() ? Integer.compare(one.size(), other.size())
				: Arrays.compareUnsigned(one.toByteArray(), other.toByteArray());
	}
}
