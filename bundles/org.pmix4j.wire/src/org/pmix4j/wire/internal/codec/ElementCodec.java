// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.App;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.CompressedBytes;
import org.pmix4j.model.CompressedString;
import org.pmix4j.model.Coord;
import org.pmix4j.model.CpuSet;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataBuffer;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Device;
import org.pmix4j.model.DeviceDistance;
import org.pmix4j.model.DeviceType;
import org.pmix4j.model.DiskStats;
import org.pmix4j.model.Endpoint;
import org.pmix4j.model.Envar;
import org.pmix4j.model.Geometry;
import org.pmix4j.model.Info;
import org.pmix4j.model.InfoArray;
import org.pmix4j.model.InfoDirectives;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.JobState;
import org.pmix4j.model.Kval;
import org.pmix4j.model.LinkState;
import org.pmix4j.model.Locality;
import org.pmix4j.model.Modex;
import org.pmix4j.model.NetStats;
import org.pmix4j.model.NodePid;
import org.pmix4j.model.NodeStats;
import org.pmix4j.model.Nspace;
import org.pmix4j.model.PackedBuffer;
import org.pmix4j.model.Persistence;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.PmixValue.Bool;
import org.pmix4j.model.PmixValue.Boxed;
import org.pmix4j.model.PmixValue.Command;
import org.pmix4j.model.PmixValue.Float32;
import org.pmix4j.model.PmixValue.Float64;
import org.pmix4j.model.PmixValue.Int;
import org.pmix4j.model.PmixValue.Int16;
import org.pmix4j.model.PmixValue.Int32;
import org.pmix4j.model.PmixValue.Int64;
import org.pmix4j.model.PmixValue.Int8;
import org.pmix4j.model.PmixValue.NullStr;
import org.pmix4j.model.PmixValue.Opaque;
import org.pmix4j.model.PmixValue.Pid;
import org.pmix4j.model.PmixValue.Pointer;
import org.pmix4j.model.PmixValue.RawByte;
import org.pmix4j.model.PmixValue.Regex;
import org.pmix4j.model.PmixValue.Size;
import org.pmix4j.model.PmixValue.Str;
import org.pmix4j.model.PmixValue.Time;
import org.pmix4j.model.PmixValue.UInt;
import org.pmix4j.model.PmixValue.UInt16;
import org.pmix4j.model.PmixValue.UInt32;
import org.pmix4j.model.PmixValue.UInt64;
import org.pmix4j.model.PmixValue.UInt8;
import org.pmix4j.model.PmixValue.Undef;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.ProcState;
import org.pmix4j.model.ProcStats;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Query;
import org.pmix4j.model.Rank;
import org.pmix4j.model.RegisteredAttribute;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.ResourceUnit;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.StorageAccessType;
import org.pmix4j.model.StorageAccessibility;
import org.pmix4j.model.StorageMedium;
import org.pmix4j.model.StoragePersistence;
import org.pmix4j.model.TimeVal;
import org.pmix4j.model.Topology;

/**
 * Encodes and decodes one bare value by its type. A value of unknown type is encoded as the bytes with which it came. A new type must be
 * added here, to {@link TypeCodes}, and to each {@link Dialect} that knows it.
 */
final class ElementCodec {
	private ElementCodec() {
	}

	/** Writes a value whose type is {@code code}, which the dialect must know. */
	static void put(WireWriter out, int code, PmixValue value) throws PmixException {
		if (value instanceof Opaque opaque) {
			out.raw(opaque.content());
			return;
		}
		switch (code) {
			case TypeCodes.UNDEF -> {
				// has no bytes
			}
			case TypeCodes.BOOL -> out.int8(((Bool) value).value() ? 1 : 0);
			case TypeCodes.BYTE -> out.int8(((RawByte) value).value());
			case TypeCodes.STRING -> putString(out, value);
			case TypeCodes.SIZE -> out.uint64(((Size) value).value());
			case TypeCodes.PID -> out.uint32(((Pid) value).value());
			case TypeCodes.INT -> out.int32(((Int) value).value());
			case TypeCodes.INT8 -> out.int8(((Int8) value).value());
			case TypeCodes.INT16 -> out.int16(((Int16) value).value());
			case TypeCodes.INT32 -> out.int32(((Int32) value).value());
			case TypeCodes.INT64 -> out.int64(((Int64) value).value());
			case TypeCodes.UINT -> out.int32(((UInt) value).value());
			case TypeCodes.UINT8 -> out.int8(((UInt8) value).value());
			case TypeCodes.UINT16 -> out.uint16(((UInt16) value).value());
			case TypeCodes.UINT32 -> out.uint32(((UInt32) value).value());
			case TypeCodes.UINT64 -> out.uint64(((UInt64) value).value());
			case TypeCodes.FLOAT -> out.pointer(((Float32) value).text());
			case TypeCodes.DOUBLE -> out.pointer(((Float64) value).text());
			case TypeCodes.TIMEVAL -> StructCodec.put(out, (TimeVal) value);
			case TypeCodes.TIME -> out.uint64(((Time) value).seconds());
			case TypeCodes.STATUS -> out.int32(((Status) value).code());
			case TypeCodes.VALUE -> ValueCodec.putTyped(out, ((Boxed) value).value());
			case TypeCodes.PROC -> StructCodec.put(out, (Proc) value);
			case TypeCodes.APP -> StructCodec.put(out, (App) value);
			case TypeCodes.INFO -> StructCodec.put(out, (Info) value);
			case TypeCodes.PDATA -> StructCodec.put(out, (PublishedData) value);
			case TypeCodes.BUFFER -> StructCodec.put(out, (PackedBuffer) value);
			case TypeCodes.BYTE_OBJECT -> out.sizedBytes((ByteObject) value);
			case TypeCodes.KVAL -> StructCodec.put(out, (Kval) value);
			case TypeCodes.MODEX -> out.sizedBytes(((Modex) value).content());
			case TypeCodes.PERSIST -> out.int8(((Persistence) value).code());
			case TypeCodes.POINTER -> out.int8(1);
			case TypeCodes.SCOPE -> out.int8(((Scope) value).code());
			case TypeCodes.DATA_RANGE -> out.int8(((DataRange) value).code());
			case TypeCodes.COMMAND -> out.int8(((Command) value).code());
			case TypeCodes.INFO_DIRECTIVES -> out.uint32(((InfoDirectives) value).bits());
			case TypeCodes.DATA_TYPE -> out.uint16(((DataType) value).code());
			case TypeCodes.PROC_STATE -> out.int8(((ProcState) value).code());
			case TypeCodes.PROC_INFO -> StructCodec.put(out, (ProcInfo) value);
			case TypeCodes.DATA_ARRAY -> ValueCodec.putArray(out, (DataArray) value);
			case TypeCodes.PROC_RANK -> out.uint32(((Rank) value).value());
			case TypeCodes.QUERY -> StructCodec.put(out, (Query) value);
			case TypeCodes.COMPRESSED_STRING -> out.sizedBytes(((CompressedString) value).block());
			case TypeCodes.ALLOC_DIRECTIVE -> out.int8(((AllocDirective) value).code());
			case TypeCodes.INFO_ARRAY -> StructCodec.put(out, ((InfoArray) value).infos());
			case TypeCodes.IOF_CHANNEL -> out.uint16(((IofChannel) value).bits());
			case TypeCodes.ENVAR -> StructCodec.put(out, (Envar) value);
			case TypeCodes.COORD -> DeviceCodec.put(out, (Coord) value);
			case TypeCodes.REGATTR -> StructCodec.put(out, (RegisteredAttribute) value);
			case TypeCodes.REGEX -> RegexCodec.put(out, ((Regex) value).content());
			case TypeCodes.JOB_STATE -> out.int8(((JobState) value).code());
			case TypeCodes.LINK_STATE -> out.int8(((LinkState) value).code());
			case TypeCodes.PROC_CPUSET -> out.pointer(((CpuSet) value).list());
			case TypeCodes.GEOMETRY -> DeviceCodec.put(out, (Geometry) value);
			case TypeCodes.DEVICE_DIST -> DeviceCodec.put(out, (DeviceDistance) value);
			case TypeCodes.ENDPOINT -> DeviceCodec.put(out, (Endpoint) value);
			case TypeCodes.TOPO -> DeviceCodec.put(out, (Topology) value);
			case TypeCodes.DEVTYPE -> out.uint64(((DeviceType) value).bits());
			case TypeCodes.LOCTYPE -> out.uint16(((Locality) value).bits());
			case TypeCodes.COMPRESSED_BYTE_OBJECT -> out.sizedBytes(((CompressedBytes) value).block());
			case TypeCodes.PROC_NSPACE -> out.string(((Nspace) value).name());
			case TypeCodes.PROC_STATS -> StatsCodec.put(out, (ProcStats) value);
			case TypeCodes.DISK_STATS -> StatsCodec.put(out, (DiskStats) value);
			case TypeCodes.NET_STATS -> StatsCodec.put(out, (NetStats) value);
			case TypeCodes.NODE_STATS -> StatsCodec.put(out, (NodeStats) value);
			case TypeCodes.DATA_BUFFER -> out.sizedBytes(((DataBuffer) value).content());
			case TypeCodes.STOR_MEDIUM -> out.uint64(((StorageMedium) value).bits());
			case TypeCodes.STOR_ACCESS -> out.uint64(((StorageAccessibility) value).bits());
			case TypeCodes.STOR_PERSIST -> out.uint64(((StoragePersistence) value).bits());
			case TypeCodes.STOR_ACCESS_TYPE -> out.uint16(((StorageAccessType) value).bits());
			case TypeCodes.DEVICE -> DeviceCodec.put(out, (Device) value);
			case TypeCodes.RESBLOCK_DIRECTIVE -> out.int8(((ResourceBlockDirective) value).code());
			case TypeCodes.RESOURCE_UNIT -> DeviceCodec.put(out, (ResourceUnit) value);
			case TypeCodes.NODE_PID -> DeviceCodec.put(out, (NodePid) value);
			default -> throw new IllegalStateException(value.type() + " has no encoding");
		}
	}

	/**
	 * Reads a value.
	 *
	 * @param code     type of the value, known to the dialect
	 * @param embedded integer type announced before the run, see {@link WireReader#embeddedType}
	 */
	static PmixValue element(WireReader in, int code, int embedded) throws MalformedMessageException {
		return switch (code) {
			case TypeCodes.UNDEF -> Undef.INSTANCE;
			case TypeCodes.BOOL -> in.int8() == 0 ? Bool.FALSE : Bool.TRUE;
			case TypeCodes.BYTE -> new RawByte(in.int8());
			case TypeCodes.STRING -> string(in);
			case TypeCodes.SIZE -> new Size(in.embedded(embedded));
			case TypeCodes.PID -> new Pid(in.embedded32(embedded));
			case TypeCodes.INT -> new Int(in.embedded32(embedded));
			case TypeCodes.INT8 -> new Int8(in.int8());
			case TypeCodes.INT16 -> new Int16(in.int16());
			case TypeCodes.INT32 -> new Int32(in.int32());
			case TypeCodes.INT64 -> new Int64(in.int64());
			case TypeCodes.UINT -> new UInt(in.embedded32(embedded));
			case TypeCodes.UINT8 -> new UInt8(in.int8());
			case TypeCodes.UINT16 -> new UInt16((short) in.uint16());
			case TypeCodes.UINT32 -> new UInt32(in.uint32());
			case TypeCodes.UINT64 -> new UInt64(in.uint64());
			case TypeCodes.FLOAT -> new Float32(in.string());
			case TypeCodes.DOUBLE -> new Float64(in.string());
			case TypeCodes.TIMEVAL -> StructCodec.timeVal(in);
			case TypeCodes.TIME -> new Time(in.uint64());
			case TypeCodes.STATUS -> Status.of(in.int32());
			case TypeCodes.VALUE -> new Boxed(ValueCodec.typed(in));
			case TypeCodes.PROC -> StructCodec.proc(in);
			case TypeCodes.APP -> StructCodec.app(in);
			case TypeCodes.INFO -> StructCodec.info(in);
			case TypeCodes.PDATA -> StructCodec.publishedData(in);
			case TypeCodes.BUFFER -> StructCodec.packedBuffer(in);
			case TypeCodes.BYTE_OBJECT -> in.sizedBytes();
			case TypeCodes.KVAL -> StructCodec.kval(in);
			case TypeCodes.MODEX -> new Modex(in.sizedBytes());
			case TypeCodes.PERSIST -> Persistence.of(code(in));
			case TypeCodes.POINTER -> pointer(in);
			case TypeCodes.SCOPE -> Scope.of(code(in));
			case TypeCodes.DATA_RANGE -> DataRange.of(code(in));
			case TypeCodes.COMMAND -> new Command(code(in));
			case TypeCodes.INFO_DIRECTIVES -> InfoDirectives.of(in.uint32());
			case TypeCodes.DATA_TYPE -> DataType.of(in.uint16());
			case TypeCodes.PROC_STATE -> ProcState.of(code(in));
			case TypeCodes.PROC_INFO -> StructCodec.procInfo(in);
			case TypeCodes.DATA_ARRAY -> ValueCodec.array(in);
			case TypeCodes.PROC_RANK -> Rank.of(in.uint32());
			case TypeCodes.QUERY -> StructCodec.query(in);
			case TypeCodes.COMPRESSED_STRING -> new CompressedString(in.sizedBytes());
			case TypeCodes.ALLOC_DIRECTIVE -> AllocDirective.of(code(in));
			case TypeCodes.INFO_ARRAY -> new InfoArray(StructCodec.infos(in));
			case TypeCodes.IOF_CHANNEL -> IofChannel.of(in.uint16());
			case TypeCodes.ENVAR -> StructCodec.envar(in);
			case TypeCodes.COORD -> DeviceCodec.coord(in);
			case TypeCodes.REGATTR -> StructCodec.registeredAttribute(in);
			case TypeCodes.REGEX -> new Regex(RegexCodec.content(in));
			case TypeCodes.JOB_STATE -> JobState.of(code(in));
			case TypeCodes.LINK_STATE -> LinkState.of(code(in));
			case TypeCodes.PROC_CPUSET -> new CpuSet(in.string());
			case TypeCodes.GEOMETRY -> DeviceCodec.geometry(in);
			case TypeCodes.DEVICE_DIST -> DeviceCodec.deviceDistance(in);
			case TypeCodes.ENDPOINT -> DeviceCodec.endpoint(in);
			case TypeCodes.TOPO -> DeviceCodec.topology(in);
			case TypeCodes.DEVTYPE -> DeviceCodec.deviceType(in);
			case TypeCodes.LOCTYPE -> Locality.of(in.uint16());
			case TypeCodes.COMPRESSED_BYTE_OBJECT -> new CompressedBytes(in.sizedBytes());
			case TypeCodes.PROC_NSPACE -> new Nspace(in.string());
			case TypeCodes.PROC_STATS -> StatsCodec.procStats(in);
			case TypeCodes.DISK_STATS -> StatsCodec.diskStats(in);
			case TypeCodes.NET_STATS -> StatsCodec.netStats(in);
			case TypeCodes.NODE_STATS -> StatsCodec.nodeStats(in);
			case TypeCodes.DATA_BUFFER -> new DataBuffer(in.sizedBytes());
			case TypeCodes.STOR_MEDIUM -> StorageMedium.of(in.uint64());
			case TypeCodes.STOR_ACCESS -> StorageAccessibility.of(in.uint64());
			case TypeCodes.STOR_PERSIST -> StoragePersistence.of(in.uint64());
			case TypeCodes.STOR_ACCESS_TYPE -> StorageAccessType.of(in.uint16());
			case TypeCodes.DEVICE -> DeviceCodec.device(in);
			case TypeCodes.RESBLOCK_DIRECTIVE -> ResourceBlockDirective.of(code(in));
			case TypeCodes.RESOURCE_UNIT -> DeviceCodec.resourceUnit(in);
			case TypeCodes.NODE_PID -> DeviceCodec.nodePid(in);
			default -> throw new IllegalStateException(DataType.of(code) + " has no encoding");
		};
	}

	private static void putString(WireWriter out, PmixValue value) throws PmixException {
		if (value instanceof Str text) {
			out.string(text.value());
		} else {
			out.nullString();
		}
	}

	private static PmixValue string(WireReader in) throws MalformedMessageException {
		String text = in.nullableString();
		return text == null ? NullStr.INSTANCE : new Str(text);
	}

	private static Pointer pointer(WireReader in) throws MalformedMessageException {
		in.int8();
		return Pointer.INSTANCE;
	}

	private static int code(WireReader in) throws MalformedMessageException {
		return in.int8() & 0xff;
	}
}
