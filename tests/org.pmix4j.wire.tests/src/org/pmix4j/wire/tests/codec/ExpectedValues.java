// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.codec;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.App;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.CompressedBytes;
import org.pmix4j.model.CompressedString;
import org.pmix4j.model.Coord;
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
import org.pmix4j.model.InfoDirectives;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.JobState;
import org.pmix4j.model.LinkState;
import org.pmix4j.model.Locality;
import org.pmix4j.model.NetStats;
import org.pmix4j.model.NodePid;
import org.pmix4j.model.NodeStats;
import org.pmix4j.model.Nspace;
import org.pmix4j.model.Persistence;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.PmixValue.Boxed;
import org.pmix4j.model.PmixValue.Float32;
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

/** The values of the golden vectors by type and note; the same in all dialects. */
final class ExpectedValues {
	private static final Info JOB_SIZE = Info.of("pmix.job.size", new PmixValue.UInt32(4));
	private static final Info FOO = Info.of("pmix.foo", new PmixValue.Str("bar")).required();
	private static final Infos TWO_INFOS = Infos.of(JOB_SIZE, FOO);

	private final Map<String, List<PmixValue>> values = new HashMap<>();

	private ExpectedValues() {
		addNumbers();
		addCodes();
		addStructures();
		addHardware();
		addStatistics();
		addArrays();
	}

	static Map<String, List<PmixValue>> all() {
		return new ExpectedValues().values;
	}

	static String key(GoldenVector vector) {
		return vector.typeName() + " " + vector.text();
	}

	private void add(String key, PmixValue... expected) {
		values.put(key, List.of(expected));
	}

	private void addNumbers() {
		add("BOOL n=3 {true,false,true}", PmixValue.Bool.TRUE, PmixValue.Bool.FALSE, PmixValue.Bool.TRUE);
		add("BYTE 0xff", new PmixValue.RawByte((byte) 0xff));
		add("STRING \"hello\"", new PmixValue.Str("hello"));
		add("STRING \"\" (empty)", new PmixValue.Str(""));
		add("STRING NULL", PmixValue.NullStr.INSTANCE);
		add("STRING \"h\\u00e9\" utf-8", new PmixValue.Str("h\u00e9"));
		add("STRING n=3 {\"a\",NULL,\"bc\"}", new PmixValue.Str("a"), PmixValue.NullStr.INSTANCE, new PmixValue.Str("bc"));
		for (String n : List.of("0", "127", "128", "72057594037927935", "72057594037927936", "18446744073709551615")) {
			add("SIZE " + n, new PmixValue.Size(Long.parseUnsignedLong(n)));
			add("UINT64 " + n, new PmixValue.UInt64(Long.parseUnsignedLong(n)));
		}
		add("SIZE n=3 {0,1,127}", new PmixValue.Size(0), new PmixValue.Size(1), new PmixValue.Size(127));
		add("PID 12345", new PmixValue.Pid(12345));
		add("PID -1", new PmixValue.Pid(-1));
		for (int n : List.of(0, 1, -1, 63, 64, -64, -65, Integer.MAX_VALUE, Integer.MIN_VALUE)) {
			add("INT " + n, new PmixValue.Int(n));
			add("INT32 " + n, new PmixValue.Int32(n));
		}
		for (int n : List.of(0, 1, 127, 128, Integer.MAX_VALUE, Integer.MIN_VALUE, -1)) {
			add("UINT " + Integer.toUnsignedString(n), new PmixValue.UInt(n));
			add("UINT32 " + Integer.toUnsignedString(n), new PmixValue.UInt32(n));
		}
		for (long n : List.of(0L, 1L, -1L, 63L, 64L, -64L, -65L, -4294967296L, Long.MAX_VALUE, Long.MIN_VALUE)) {
			add("INT64 " + n, new PmixValue.Int64(n));
		}
		add("INT n=3 {0,1,-1}", new PmixValue.Int(0), new PmixValue.Int(1), new PmixValue.Int(-1));
		add("INT8 -128", new PmixValue.Int8((byte) -128));
		add("INT16 -300", new PmixValue.Int16((short) -300));
		add("INT16 -32768", new PmixValue.Int16(Short.MIN_VALUE));
		add("UINT8 255", new PmixValue.UInt8((byte) 255));
		add("UINT16 65535", new PmixValue.UInt16((short) 65535));
		add("FLOAT -1.5", Float32.of(-1.5f));
		add("FLOAT 1e+10", Float32.of(1e10f));
		add("DOUBLE 3.1415926535897931", PmixValue.Float64.of(Math.PI));
		add("DOUBLE inf", PmixValue.Float64.of(Double.POSITIVE_INFINITY));
		add("DOUBLE nan", PmixValue.Float64.of(Double.NaN));
		add("TIMEVAL {-1,5}", new TimeVal(-1, 5));
		add("TIME 1700000000", new PmixValue.Time(1700000000));
	}

	private void addCodes() {
		add("STATUS -25", Status.of(-25));
		add("STATUS -1331", Status.of(-1331));
		add("PROC_RANK 4294967294", Rank.WILDCARD);
		add("PERSIST 2", Persistence.of(2));
		add("POINTER any", PmixValue.Pointer.INSTANCE);
		add("SCOPE 2", Scope.REMOTE);
		add("DATA_RANGE 2", DataRange.of(2));
		add("COMMAND 2", new PmixValue.Command(2));
		add("INFO_DIRECTIVES 0x80000000", InfoDirectives.of(0x80000000));
		add("DATA_TYPE 500", DataType.of(500));
		add("PROC_STATE 2", ProcState.of(2));
		add("ALLOC_DIRECTIVE 2", AllocDirective.of(2));
		add("IOF_CHANNEL 0x100", IofChannel.of(0x100));
		add("JOB_STATE 2", JobState.of(2));
		add("LINK_STATE 2", LinkState.of(2));
		add("DEVTYPE 0x100", DeviceType.of(0x100));
		add("LOCTYPE 0x4001", Locality.of(0x4001));
		add("STOR_MEDIUM 4", StorageMedium.of(4));
		add("STOR_ACCESS 4", StorageAccessibility.of(4));
		add("STOR_PERSIST 4", StoragePersistence.of(4));
		add("STOR_ACCESS_TYPE 3", StorageAccessType.of(3));
		add("RESBLOCK_DIRECTIVE 2", ResourceBlockDirective.of(2));
	}

	private void addStructures() {
		add("VALUE undef", new Boxed(PmixValue.Undef.INSTANCE));
		add("VALUE string \"foo\"", new Boxed(new PmixValue.Str("foo")));
		add("VALUE uint 5", new Boxed(new PmixValue.UInt(5)));
		add("VALUE envar {NAME,VALUE,':'}", new Boxed(new Envar("NAME", "VALUE", ':')));
		add("VALUE proc_nspace spacex", new Boxed(new Nspace("spacex")));
		add("VALUE regex pmix[n[1:0-3]]", new Boxed(new PmixValue.Regex(bytes("pmix[n[1:0-3]]"))));
		add("VALUE data_array of info x2", new Boxed(DataArray.of(TWO_INFOS)));
		add("PROC {myjob,WILDCARD}", Proc.wildcard("myjob"));
		add("PROC {\"\",UNDEF}", new Proc("", Rank.UNDEF));
		add("PROC n=2 {a,0},{b,200}", Proc.of("a", 0), Proc.of("b", 200));
		add("PROC_NSPACE space", new Nspace("space"));
		add("APP {hostname, argv hostname,-f; env A=1; cwd /tmp; maxprocs 2; 1 info pmix.job.size=4}",
				new App("hostname", List.of("hostname", "-f"), List.of("A=1"), "/tmp", 2, Infos.of(JOB_SIZE)));
		add("APP all empty", new App("", List.of(), List.of(), "", 0, Infos.EMPTY));
		add("INFO {pmix.foo, REQD, string bar}", FOO);
		add("PDATA { {pub,1}, svc, string addr}", new PublishedData(Proc.of("pub", 1), "svc", new PmixValue.Str("addr")));
		add("BYTE_OBJECT deadbeef", hex("deadbeef"));
		add("BYTE_OBJECT empty", ByteObject.EMPTY);
		add("COMPRESSED_STRING 7a7a (raw bytes)", new CompressedString(hex("7a7a")));
		add("COMPRESSED_BYTE_OBJECT 7a7a (raw bytes)", new CompressedBytes(hex("7a7a")));
		add("PROC_INFO { {j,0},h0,a.out,pid 777,(exit_code 9 not sent),RUNNING}",
				new ProcInfo(Proc.of("j", 0), "h0", "a.out", 777, ProcState.RUNNING));
		add("PROC_INFO NULL strings", new ProcInfo(Proc.of("j", 0), "", "", 777, ProcState.RUNNING));
		add("QUERY keys {pmix.qry.ns,pmix.qry.jst} + 1 qualifier",
				new Query(List.of("pmix.qry.ns", "pmix.qry.jst"), Infos.of(JOB_SIZE)));
		add("QUERY empty", new Query(List.of(), Infos.EMPTY));
		add("ENVAR {PATH,/bin,':'}", new Envar("PATH", "/bin", ':'));
		add("ENVAR {NULL,NULL,0}", new Envar("", "", '\0'));
		add("REGATTR {PMIX_JOB_SIZE,pmix.job.size,UINT32,[line1,line2]}",
				new RegisteredAttribute("PMIX_JOB_SIZE", "pmix.job.size", DataType.UINT32, List.of("line1", "line2")));
		add("REGEX pmix[node[3:1-4,8]]", new PmixValue.Regex(bytes("pmix[node[3:1-4,8]]")));
		add("REGEX raw:a,b,c", new PmixValue.Regex(bytes("raw:a,b,c")));
		add("DATA_BUFFER empty", new DataBuffer(ByteObject.EMPTY));
	}

	private void addHardware() {
		List<Coord> coords = List.of(new Coord(1, List.of(1, 2)), new Coord(2, List.of(1, 2, 300)));
		add("COORD {view 1, coords 1,2,300}", new Coord(1, List.of(1, 2, 300)));
		add("GEOMETRY {fabric 7,uuid0,os0,2 coords}", new Geometry(7, "uuid0", "os0", coords));
		add("DEVICE_DIST {u,o,OPENFABRICS(8),1,300}", new DeviceDistance("u", "o", DeviceType.of(8), (short) 1, (short) 300));
		add("ENDPOINT {u,o,0102}", new Endpoint("u", "o", hex("0102")));
		// the library that wrote the vectors encoded 2 where the note says 4
		add("RESOURCE_UNIT {GPU(4),3}", new ResourceUnit(DeviceType.of(2), 3));
		add("DEVICE {u,o,GPU(4)}", new Device("u", "o", DeviceType.of(2)));
		add("NODE_PID {h,nodeid 7,pid 300}", new NodePid("h", 7, 300));
	}

	private void addStatistics() {
		add("PROC_STATS {n0,{j,1},42,prog,'R',{1,2},prio -5,thr 3,1.5,2.5,3.5,proc 7,{9,0}}",
				new ProcStats("n0", Proc.of("j", 1), 42, "prog", (byte) 'R', new TimeVal(1, 2), -5, (short) 3, Float32.of(1.5f),
						Float32.of(2.5f), Float32.of(3.5f), (short) 7, new TimeVal(9, 0)));
		add("DISK_STATS {sda,1..11}", new DiskStats("sda", List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L)));
		add("NET_STATS {eth0,1..6}", new NetStats("eth0", List.of(1L, 2L, 3L, 4L, 5L, 6L)));
		List<Float32> figures = Stream.of(.5f, 1f, 1.5f, 2f, 3f, 4f, 5f, 6f, 7f, 8f, 9f).map(Float32::of).toList();
		add("NODE_STATS {n0,la .5,1,1.5, mem 2..9,{1,0}, no disk/net}",
				new NodeStats("n0", figures, new TimeVal(1, 0), List.of(), List.of()));
	}

	private void addArrays() {
		DataArray numbers = array(DataType.UINT32, new PmixValue.UInt32(1), new PmixValue.UInt32(300), new PmixValue.UInt32(70000));
		add("DATA_ARRAY uint32 {1,300,70000}", numbers);
		add("DATA_ARRAY uint32 empty", array(DataType.UINT32));
		add("DATA_ARRAY undef size 0", array(DataType.UNDEF));
		add("DATA_ARRAY string {\"x\",NULL}", array(DataType.STRING, new PmixValue.Str("x"), PmixValue.NullStr.INSTANCE));
		add("DATA_ARRAY info x2", DataArray.of(TWO_INFOS));
		add("DATA_ARRAY data_array x2 {uint32{1,300,70000}, empty}",
				array(DataType.DATA_ARRAY, numbers, array(DataType.UINT32)));
		add("DATA_ARRAY size x2 {5,500}", array(DataType.SIZE, new PmixValue.Size(5), new PmixValue.Size(500)));
		add("DATA_ARRAY value x2 {bool true,string s}",
				array(DataType.VALUE, new Boxed(PmixValue.Bool.TRUE), new Boxed(new PmixValue.Str("s"))));
		add("INFO {pmix.node.arr, data_array[info x2]} nested", Info.of("pmix.node.arr", DataArray.of(TWO_INFOS)));
	}

	private static DataArray array(DataType type, PmixValue... elements) {
		return new DataArray(type, List.of(elements));
	}

	private static ByteObject bytes(String text) {
		return ByteObject.wrap(text.getBytes(StandardCharsets.US_ASCII));
	}

	private static ByteObject hex(String hex) {
		return ByteObject.wrap(HexFormat.of().parseHex(hex));
	}
}
