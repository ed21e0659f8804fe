// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.List;
import java.util.OptionalLong;

import org.pmix4j.model.bytes.ByteStrings;

/** Computes the memory sizes that the C library reports for values on 64-bit machines. Stateless. */
final class CSizes {
	/** Size of pmix_value_t. */
	private static final int VALUE = 32;
	/** Size of pmix_info_t. */
	private static final int INFO = 552;
	/** Size of pmix_data_array_t. */
	private static final int ARRAY = 24;
	private static final int POINTER = 8;
	private static final int COORDINATE = 4;

	private CSizes() {
	}

	/** Returns the size of a value with its pmix_value_t; empty if the library refuses its type. */
	static OptionalLong of(PmixValue value) {
		if (value instanceof Info info) {
			OptionalLong size = of(info.value());
			return size.isEmpty() ? size : OptionalLong.of(size.getAsLong() + key(info.key()) + INFO);
		}
		if (value instanceof DataArray array) {
			long sum = VALUE + ARRAY;
			for (PmixValue element : array.elements()) {
				OptionalLong size = ofElement(element);
				if (size.isEmpty()) {
					return size;
				}
				sum += size.getAsLong();
			}
			return array.elementType().equals(DataType.UNDEF) ? OptionalLong.empty() : OptionalLong.of(sum);
		}
		long size = content(value);
		return size < 0 ? OptionalLong.empty() : OptionalLong.of(VALUE + size);
	}

	private static OptionalLong ofElement(PmixValue element) {
		return switch (element) {
			case Info info -> of(info);
			case DataArray array -> OptionalLong.empty();
			case PmixValue.Str text -> OptionalLong.of(POINTER + text(text.value()));
			case PmixValue.NullStr text -> OptionalLong.of(POINTER + 1L);
			default -> {
				long size = content(element);
				yield size < 0 ? OptionalLong.empty() : OptionalLong.of(size);
			}
		};
	}

	private static long key(String key) {
		return Math.min(text(key), Info.MAX_KEY_LENGTH);
	}

	/** With the NUL at the end. */
	private static long text(String text) {
		return ByteStrings.encode(text).length + 1L;
	}

	/** Returns the size without the pmix_value_t; negative if the library does not know it. */
	private static long content(PmixValue value) {
		return switch (value) {
			case PmixValue.Str v -> text(v.value());
			case PmixValue.NullStr v -> 1;
			case PmixValue.Bool v -> 1;
			case PmixValue.RawByte v -> 1;
			case PmixValue.Int8 v -> 1;
			case PmixValue.UInt8 v -> 1;
			case Persistence v -> 1;
			case Scope v -> 1;
			case DataRange v -> 1;
			case ProcState v -> 1;
			case JobState v -> 1;
			case LinkState v -> 1;
			case AllocDirective v -> 1;
			case PmixValue.Int16 v -> 2;
			case PmixValue.UInt16 v -> 2;
			case StorageAccessType v -> 2;
			case Locality v -> 2;
			case PmixValue.Int v -> 4;
			case PmixValue.UInt v -> 4;
			case PmixValue.Int32 v -> 4;
			case PmixValue.UInt32 v -> 4;
			case PmixValue.Pid v -> 4;
			case PmixValue.Float32 v -> 4;
			case Status v -> 4;
			case Rank v -> 4;
			case PmixValue.Size v -> 8;
			case PmixValue.Int64 v -> 8;
			case PmixValue.UInt64 v -> 8;
			case PmixValue.Float64 v -> 8;
			case PmixValue.Time v -> 8;
			case PmixValue.Pointer v -> POINTER;
			case StorageMedium v -> 8;
			case StorageAccessibility v -> 8;
			case StoragePersistence v -> 8;
			case DeviceType v -> 8;
			case TimeVal v -> 16;
			case Nspace v -> Nspace.MAX_LENGTH;
			default -> struct(value);
		};
	}

	private static long struct(PmixValue value) {
		return switch (value) {
			case Proc v -> 260;
			case ByteObject v -> 16 + v.size();
			case PmixValue.Regex v -> 16 + v.content().size();
			case DataBuffer v -> 40 + v.content().size();
			case ProcInfo v -> 296 + text(v.hostname()) + text(v.executable());
			case Envar v -> 24 + text(v.name()) + text(v.value());
			case Coord v -> coord(v);
			case Geometry v -> 40 + text(v.uuid()) + text(v.osName()) + v.coordinates().stream().mapToLong(CSizes::coord).sum();
			case DeviceDistance v -> 32 + text(v.uuid()) + text(v.osName());
			case Endpoint v -> 32 + text(v.uuid()) + text(v.osName()) + v.address().size();
			case RegisteredAttribute v -> 536 + text(v.name()) + texts(v.description());
			case ProcStats v -> 352 + text(v.node()) + text(v.command());
			case DiskStats v -> disk(v);
			case NetStats v -> network(v);
			case NodeStats v -> 104 + text(v.node()) + v.disks().stream().mapToLong(CSizes::disk).sum()
					+ v.networks().stream().mapToLong(CSizes::network).sum();
			default -> -1;
		};
	}

	private static long coord(Coord coord) {
		return 24 + (long) coord.coordinates().size() * COORDINATE;
	}

	private static long disk(DiskStats disk) {
		return 96 + text(disk.disk());
	}

	private static long network(NetStats network) {
		return 56 + text(network.interfaceName());
	}

	private static long texts(List<String> lines) {
		return lines.stream().mapToLong(CSizes::text).sum();
	}
}
