// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A value of one of PMIx's data types. Each type has a record; {@link #type()} returns its code on the wire.
 *
 * <p>Unsigned numbers are held in the Java type of the same width: read them with {@code Integer.toUnsignedLong} and similar methods.
 *
 * @see "PMIx Standard, chapter Data Structures and Types, Generalized Data Types"
 */
public sealed interface PmixValue permits PmixValue.Undef, PmixValue.Bool, PmixValue.RawByte, PmixValue.Str, PmixValue.NullStr,
		PmixValue.Size, PmixValue.Pid, PmixValue.Int, PmixValue.Int8, PmixValue.Int16, PmixValue.Int32, PmixValue.Int64, PmixValue.UInt,
		PmixValue.UInt8, PmixValue.UInt16, PmixValue.UInt32, PmixValue.UInt64, PmixValue.Float32, PmixValue.Float64, PmixValue.Time,
		PmixValue.Pointer, PmixValue.Command, PmixValue.Boxed, CompressedString, CompressedBytes,
		DataBuffer, PackedBuffer, Modex, InfoArray, PmixValue.Regex, PmixValue.Opaque, TimeVal,
		Status, Proc, Rank, Nspace, App, Info, PublishedData, ByteObject, Kval, Persistence, Scope, DataRange, InfoDirectives, DataType,
		ProcState, ProcInfo, DataArray, Query, AllocDirective, IofChannel, Envar, Coord, RegisteredAttribute, JobState, LinkState, CpuSet,
		Geometry, DeviceDistance, Endpoint, Topology, DeviceType, Locality, ProcStats, DiskStats, NetStats, NodeStats, StorageMedium,
		StorageAccessibility, StoragePersistence, StorageAccessType, Device, ResourceBlockDirective, ResourceUnit, NodePid {

	/** {@return the data type, whose code precedes the value on the wire} */
	DataType type();

	/**
	 * Reads a truth value as the C library does: a bool; nothing or a blank text, which mean true; a text that begins with a number, with
	 * yes, true, enable, no, false or disable, or that is y, t, n or f, in any case. Releases before 6.1 know neither the single letters nor
	 * enable and disable. C: PMIx_Value_true.
	 *
	 * @return the truth value; empty if this is none
	 */
	default Optional<Boolean> truth() {
		return TruthReader.read(this);
	}

	/**
	 * Compares this value with another one, field by field. Texts are compared by their bytes, arrays and bytes first by their size, numbers
	 * as numbers. The C library compares numbers by their bytes in memory, so 256 is less than 1 on little-endian machines. C:
	 * PMIx_Value_compare.
	 *
	 * @param other second value
	 * @return one of six outcomes, in which this is the first value
	 */
	default ValueComparison compareWith(PmixValue other) {
		return ValueComparer.compare(this, other);
	}

	/**
	 * Returns the memory that the C library reports for this value on machines with pointers of 64 bits, for instance to compare it with a
	 * limit that is given for C programs. C: PMIx_Value_get_size.
	 *
	 * @return size in bytes, including the C struct for values; empty if the C library does not know the size of this type
	 */
	default OptionalLong sizeInC() {
		return CSizes.of(this);
	}

	/** No value. */
	record Undef() implements PmixValue {
		/** The only instance needed. */
		public static final Undef INSTANCE = new Undef();

		@Override
		public DataType type() {
			return DataType.UNDEF;
		}
	}

	/**
	 * A truth value, wire type BOOL.
	 *
	 * @param value the truth value
	 */
	record Bool(boolean value) implements PmixValue {
		/** True. */
		public static final Bool TRUE = new Bool(true);
		/** False. */
		public static final Bool FALSE = new Bool(false);

		@Override
		public DataType type() {
			return DataType.BOOL;
		}
	}

	/**
	 * A byte without a meaning, wire type BYTE.
	 *
	 * @param value one byte
	 */
	record RawByte(byte value) implements PmixValue {
		@Override
		public DataType type() {
			return DataType.BYTE;
		}
	}

	/**
	 * A text, wire type STRING.
	 *
	 * @param value the text; bytes that are not valid UTF-8 on the wire are kept as lone surrogates U+DC80 to U+DCFF
	 */
	record Str(String value) implements PmixValue {
		@Override
		public DataType type() {
			return DataType.STRING;
		}
	}

	/** A NULL pointer instead of a string in C, as opposed to an empty string. */
	record NullStr() implements PmixValue {
		/** The only instance needed. */
		public static final NullStr INSTANCE = new NullStr();

		@Override
		public DataType type() {
			return DataType.STRING;
		}
	}

	/**
	 * A size of 64 bits, wire type SIZE; Java holds its bits in a signed long.
	 *
	 * @param value a size_t, unsigned
	 */
	record Size(long value) implements PmixValue {
		@Override
		public DataType type() {
			return DataType.SIZE;
		}
	}

	/**
	 * A process id, wire type PID.
	 *
	 * @param value the id of an operating system process
	 */
	record Pid(int value) implements PmixValue {
		@Override
		public DataType type() {
			return DataType.PID;
		}
	}

	/**
	 * A signed number of 32 bits, wire type INT.
	 *
	 * @param value a C int
	 */
	record Int(int value) implements PmixValue {
		@Override
		public DataType type() {
			return DataType.INT;
		}
	}

	/**
	 * A signed number of 8 bits, wire type INT8.
	 *
	 * @param value an int8_t
	 */
	record Int8(byte value) implements PmixValue {
		@Override
		public DataType type() {
			return DataType.INT8;
		}
	}

	/**
	 * A signed number of 16 bits, wire type INT16.
	 *
	 * @param value an int16_t
	 */
	record Int16(short value) implements PmixValue {
		@Override
		public DataType type() {
			return DataType.INT16;
		}
	}

	/**
	 * A signed number of 32 bits, wire type INT32.
	 *
	 * @param value an int32_t
	 */
	record Int32(int value) implements PmixValue {
		@Override
		public DataType type() {
			return DataType.INT32;
		}
	}

	/**
	 * A signed number of 64 bits, wire type INT64.
	 *
	 * @param value an int64_t
	 */
	record Int64(long value) implements PmixValue {
		@Override
		public DataType type() {
			return DataType.INT64;
		}
	}

	/**
	 * An unsigned number of 32 bits, wire type UINT; Java holds its bits in a signed int.
	 *
	 * @param value a C unsigned int
	 */
	record UInt(int value) implements PmixValue {
		@Override
		public DataType type() {
			return DataType.UINT;
		}
	}

	/**
	 * An unsigned number of 8 bits, wire type UINT8; Java holds its bits in a signed byte.
	 *
	 * @param value a uint8_t
	 */
	record UInt8(byte value) implements PmixValue {
		@Override
		public DataType type() {
			return DataType.UINT8;
		}
	}

	/**
	 * An unsigned number of 16 bits, wire type UINT16; Java holds its bits in a signed short.
	 *
	 * @param value a uint16_t
	 */
	record UInt16(short value) implements PmixValue {
		@Override
		public DataType type() {
			return DataType.UINT16;
		}
	}

	/**
	 * An unsigned number of 32 bits, wire type UINT32; Java holds its bits in a signed int.
	 *
	 * @param value a uint32_t
	 */
	record UInt32(int value) implements PmixValue {
		@Override
		public DataType type() {
			return DataType.UINT32;
		}
	}

	/**
	 * An unsigned number of 64 bits, wire type UINT64; Java holds its bits in a signed long.
	 *
	 * @param value a uint64_t
	 */
	record UInt64(long value) implements PmixValue {
		@Override
		public DataType type() {
			return DataType.UINT64;
		}
	}

	/**
	 * A float, wire type FLOAT.
	 *
	 * @param text the number as C prints it with %f; the wire carries this text, not the bits
	 */
	record Float32(String text) implements PmixValue {
		/**
		 * {@return the number with the six decimals that C keeps}
		 *
		 * @param value a number
		 */
		public static Float32 of(float value) {
			return new Float32(CNumbers.format(value));
		}

		/** {@return the number} */
		public float value() {
			return (float) CNumbers.parse(text);
		}

		@Override
		public DataType type() {
			return DataType.FLOAT;
		}
	}

	/**
	 * A double, wire type DOUBLE.
	 *
	 * @param text the number as C prints it with %f; the wire carries this text, not the bits
	 */
	record Float64(String text) implements PmixValue {
		/**
		 * {@return the number with the six decimals that C keeps}
		 *
		 * @param value a number
		 */
		public static Float64 of(double value) {
			return new Float64(CNumbers.format(value));
		}

		/** {@return the number} */
		public double value() {
			return CNumbers.parse(text);
		}

		@Override
		public DataType type() {
			return DataType.DOUBLE;
		}
	}

	/**
	 * A point in time, wire type TIME.
	 *
	 * @param seconds since 1970-01-01T00:00Z, a time_t
	 */
	record Time(long seconds) implements PmixValue {
		@Override
		public DataType type() {
			return DataType.TIME;
		}
	}

	/** A pointer, of which only its presence is sent. */
	record Pointer() implements PmixValue {
		/** The only instance needed. */
		public static final Pointer INSTANCE = new Pointer();

		@Override
		public DataType type() {
			return DataType.POINTER;
		}
	}

	/**
	 * A command, wire type COMMAND.
	 *
	 * @param code a command of the protocol, 0 to 255
	 */
	record Command(int code) implements PmixValue {
		/**
		 * Accepts a command in the byte that the wire has for it.
		 *
		 * @throws IllegalArgumentException if the code is not in the range 0 to 255
		 */
		public Command {
			if (code < 0 || code > 255) {
				throw new IllegalArgumentException("the command must be in the range 0 to 255, not " + code);
			}
		}

		@Override
		public DataType type() {
			return DataType.COMMAND;
		}
	}

	/**
	 * A value in a value, wire type VALUE.
	 *
	 * @param value a value preceded by its type: the wire type VALUE
	 */
	record Boxed(PmixValue value) implements PmixValue {
		@Override
		public DataType type() {
			return DataType.VALUE;
		}
	}

	/**
	 * A regular expression, wire type REGEX.
	 *
	 * @param content a regular expression for nodes or ranks in any form, with its prefix
	 */
	record Regex(ByteObject content) implements PmixValue {
		@Override
		public DataType type() {
			return DataType.REGEX;
		}
	}

	/**
	 * A value of a type that this release does not know; preserved, so that it can be passed on.
	 *
	 * @param type    the unknown type
	 * @param content all bytes between the type and the end of the enclosing buffer
	 */
	record Opaque(DataType type, ByteObject content) implements PmixValue {
	}
}
