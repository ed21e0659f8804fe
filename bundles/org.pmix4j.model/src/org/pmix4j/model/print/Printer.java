// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.print;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.function.Function;

import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.App;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.CTime;
import org.pmix4j.model.Coord;
import org.pmix4j.model.CoordView;
import org.pmix4j.model.CpuSet;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataBuffer;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.DataType;
import org.pmix4j.model.DeviceDistance;
import org.pmix4j.model.DeviceType;
import org.pmix4j.model.Endpoint;
import org.pmix4j.model.Envar;
import org.pmix4j.model.Geometry;
import org.pmix4j.model.Info;
import org.pmix4j.model.InfoDirectives;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.JobState;
import org.pmix4j.model.LinkState;
import org.pmix4j.model.Locality;
import org.pmix4j.model.Nspace;
import org.pmix4j.model.Persistence;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.ProcState;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Query;
import org.pmix4j.model.Rank;
import org.pmix4j.model.RegisteredAttribute;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.StorageAccessType;
import org.pmix4j.model.StorageAccessibility;
import org.pmix4j.model.StorageMedium;
import org.pmix4j.model.StoragePersistence;
import org.pmix4j.model.TimeVal;
import org.pmix4j.model.Topology;
import org.pmix4j.model.ValueType;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.bytes.ByteStrings;

/**
 * Prints values in the form of libpmix 5.0, which C tools show and scripts parse. Texts in the values are printed as they are: the caller
 * must replace control characters before it shows the result on a terminal. Stateless.
 */
public final class Printer {
	private static final String BLANK = " ";
	private static final String NULL = "NULL";
	private static final String NONE = "        NONE";

	private final String prefix;

	private Printer(String prefix) {
		this.prefix = prefix;
	}

	/**
	 * Prints a value of any type. C: PMIx_Data_print.
	 *
	 * @param prefix put before each line; the C library uses a blank if it gets none
	 * @param value  the value
	 * @return one line or several lines, without a line break at the end
	 */
	public static String data(String prefix, PmixValue value) {
		return new Printer(prefix).print(value);
	}

	/**
	 * Prints a value with the name of its type. C: PMIx_Value_string.
	 *
	 * @param value the value
	 * @return one line or several lines, without a line break at the end
	 */
	public static String value(PmixValue value) {
		return new Printer(BLANK).boxed(value);
	}

	/**
	 * Prints an info with the name of its attribute, its flags and its value. C: PMIx_Info_string.
	 *
	 * @param info the info
	 * @return three lines or more, without a line break at the end
	 */
	public static String info(Info info) {
		return new Printer(BLANK).print(info);
	}

	/**
	 * Prints an application: command, arguments, environment and directives. C: PMIx_App_string.
	 *
	 * @param app the application
	 * @return several lines, without a line break at the end
	 */
	public static String app(App app) {
		StringJoiner lines = new StringJoiner("\n");
		lines.add("CMD: " + app.command());
		section(lines, "ARGV", app.arguments());
		section(lines, "ENV", app.environment());
		lines.add("    CWD: " + orNull(app.workingDirectory()));
		lines.add("    MAXPROCS: " + app.maxProcs());
		lines.add(app.infos().isEmpty() ? "    INFO: NONE" : "    INFO:");
		for (int i = 0; i < app.infos().size(); i++) {
			lines.add("        INFO[" + i + "]: " + info(app.infos().list().get(i)));
		}
		return lines.toString();
	}

	private static void section(StringJoiner lines, String name, List<String> texts) {
		lines.add("    " + name + ":");
		if (texts.isEmpty()) {
			lines.add(NONE);
		}
		for (int i = 0; i < texts.size(); i++) {
			lines.add("        " + name + "[" + i + "]: " + texts.get(i));
		}
	}

	private static String orNull(String text) {
		return text.isEmpty() ? NULL : text;
	}

	private static String attribute(String key) {
		return KnownAttributes.nameOf(key);
	}

	private String boxed(PmixValue value) {
		return prefix + "PMIX_VALUE: " + new Printer(BLANK).print(value);
	}

	private String typed(String type, Object text) {
		return prefix + "Data type: " + type + "\tValue: " + text;
	}

	private String print(PmixValue value) {
		return switch (value) {
			case PmixValue.Undef v -> prefix + "Data type: PMIX_UNDEF";
			case PmixValue.Bool v -> typed("PMIX_BOOL", v.value() ? "TRUE" : "FALSE");
			case PmixValue.RawByte v -> typed("PMIX_BYTE", Integer.toHexString(Byte.toUnsignedInt(v.value())));
			case PmixValue.Str v -> typed("PMIX_STRING", v.value());
			case PmixValue.NullStr v -> typed("PMIX_STRING", "NULL pointer");
			case PmixValue.Size v -> typed("PMIX_SIZE", Long.toUnsignedString(v.value()));
			case PmixValue.UInt64 v -> typed("PMIX_UINT64", Long.toUnsignedString(v.value()));
			case PmixValue.Pid v -> typed("PMIX_PID", Long.toUnsignedString(v.value()));
			case PmixValue.Float32 v -> typed("PMIX_FLOAT", PmixValue.Float32.of(v.value()).text());
			case PmixValue.Float64 v -> typed("PMIX_DOUBLE", PmixValue.Float64.of(v.value()).text());
			case PmixValue.Time v -> typed("PMIX_TIME", CTime.format(
					LocalDateTime.ofInstant(Instant.ofEpochSecond(v.seconds()), ZoneId.systemDefault())));
			case TimeVal v -> typed("PMIX_TIMEVAL", seconds(v));
			case Status v -> typed("PMIX_STATUS", Wording.of(v));
			case Rank v -> typed("PMIX_PROC_RANK", Wording.constant(v));
			case Nspace v -> typed("PMIX_PROC_NSPACE", v.name());
			case Proc v -> prefix + "PROC: " + v.nspace() + ":" + Wording.constant(v.rank());
			case ByteObject v -> prefix + "Data type: PMIX_BYTE_OBJECT\tSize: " + v.size();
			case PmixValue.Boxed v -> boxed(v.value());
			default -> ValueType.asNumber(value).isPresent()
					? typed(Wording.of(value.type()), ValueType.asNumber(value).getAsLong()) : printCode(value);
		};
	}

	private String printCode(PmixValue value) {
		return switch (value) {
			case Persistence v -> typed("PMIX_PERSIST", v.code());
			case Scope v -> typed("PMIX_SCOPE", Wording.of(v));
			case DataRange v -> typed("PMIX_DATA_RANGE", Wording.of(v));
			case ProcState v -> typed("PMIX_PROC_STATE", Wording.of(v));
			case JobState v -> typed("PMIX_JOB_STATE", Wording.of(v));
			case LinkState v -> typed("PMIX_LINK_STATE", Wording.of(v));
			case AllocDirective v -> typed("PMIX_ALLOC_DIRECTIVE", Wording.of(v));
			case IofChannel v -> typed("PMIX_IOF_CHANNEL", Wording.of(v));
			case InfoDirectives v -> typed("PMIX_INFO_DIRECTIVES", Wording.of(v));
			case DataType v -> typed("PMIX_DATA_TYPE", Wording.of(v));
			case DeviceType v -> typed("PMIX_DEVICE_TYPE", "0x" + Long.toHexString(v.bits()));
			case Locality v -> typed("PMIX_LOCALITY", Wording.of(v));
			case StorageMedium v -> typed("PMIX_STOR_MEDIUM", v.contains(StorageMedium.UNKNOWN) ? "UNKNOWN"
					: Wording.ofBits(v.bits() >>> 1, "TAPE", "HDD", "SSD", "NVME", "PMEM", "RAM"));
			case StorageAccessibility v -> typed("PMIX_STOR_ACCESS",
					Wording.ofBits(v.bits(), "NODE", "SESSION", "JOB", "RACK", "CLUSTER", "REMOTE"));
			case StoragePersistence v -> typed("PMIX_STOR_PERSIST",
					Wording.ofBits(v.bits(), "TEMPORARY", "NODE", "SESSION", "JOB", "SCRATCH", "PROJECT", "ARCHIVE"));
			case StorageAccessType v -> typed("PMIX_STOR_ACCESS_TYPE", Wording.ofBits(v.bits(), "READ", "WRITE"));
			default -> printStruct(value);
		};
	}

	private String printStruct(PmixValue value) {
		return switch (value) {
			case Info v -> prefix + "KEY: " + attribute(v.key()) + "\n" + prefix + "\t" + print(v.flags()) + "\n" + prefix + "\t"
					+ boxed(v.value());
			case PublishedData v -> prefix + "  " + print(v.publisher()) + "  KEY: " + attribute(v.key()) + BLANK + boxed(v.value());
			case ProcInfo v -> printProcInfo(v);
			case DataArray v -> printArray(v);
			case Query v -> printQuery(v);
			case App v -> app(v);
			case Envar v -> prefix + "Data type: PMIX_ENVAR\tName: " + orNull(v.name()) + "\tValue: " + orNull(v.value()) + "\tSeparator: "
					+ (v.separator() == 0 ? " " : character(v.separator()));
			case Coord v -> prefix + "Data type: PMIX_COORD\tView: " + CoordView.of(v.view()).constantName().orElse("UNRECOGNIZED") + "\tDims: "
					+ v.coordinates().size();
			case Geometry v -> printGeometry(v);
			case DeviceDistance v -> typed("PMIX_DEVICE_DIST", "UUID: " + orNull(v.uuid()) + " OSName: " + orNull(v.osName()) + " Type: "
					+ Wording.of(v.deviceType()) + " Min: " + Short.toUnsignedInt(v.min()) + " Max: " + Short.toUnsignedInt(v.max()));
			case Endpoint v -> typed("PMIX_ENDPOINT", orNull(v.uuid()) + "(" + orNull(v.osName()) + ") #bytes: " + v.address().size());
			case RegisteredAttribute v -> prefix + "Data type: PMIX_REGATTR\tName: " + orNull(v.name()) + "\tString: " + orNull(v.key());
			case CpuSet v -> typed("PMIX_CPUSET", v.list());
			case Topology v -> typed("PMIX_TOPO", "hwloc XML of " + v.xml().length() + " characters");
			case DataBuffer v -> prefix + "PMIX_DATA_BUFFER NumBytesUsed: " + v.content().size();
			default -> StatisticsPrinter.print(prefix, value).orElseGet(
					() -> " Data type: " + Wording.of(value.type()) + "(" + value.type().code() + ")\tValue: UNPRINTABLE");
		};
	}

	private String printProcInfo(ProcInfo info) {
		Printer inner = new Printer(prefix + "\t");
		return prefix + "Data type: PMIX_PROC_INFO\tValue:\n" + inner.print(info.proc()) + "\n" + inner.prefix + "Hostname: "
				+ orNull(info.hostname()) + "\tExecutable: " + orNull(info.executable()) + "\n" + inner.prefix + "Pid: "
				+ Long.toUnsignedString(info.pid()) + "\tExit code: 0\tState: " + Wording.of(info.state());
	}

	private String printArray(DataArray array) {
		String elements = array.elements().isEmpty() ? NULL : lines(array.elements(), "\n" + prefix, this::print);
		return prefix + "Data type: PMIX_DATA_ARRAY\tType: " + Wording.of(array.elementType()) + "\tSize: " + array.elements().size() + "\n"
				+ prefix + elements;
	}

	private String printQuery(Query query) {
		Printer inner = new Printer(prefix + "\t");
		StringBuilder lines = new StringBuilder(prefix + "Data type: PMIX_QUERY\tValue:");
		query.keys().forEach(key -> lines.append("\n").append(inner.prefix).append("Key: ").append(key));
		query.qualifiers().forEach(info -> lines.append("\n").append(inner.print(info)));
		return lines.toString();
	}

	private String printGeometry(Geometry geometry) {
		String first = typed("PMIX_GEOMETRY", "Fabric: " + Long.toUnsignedString(geometry.fabric()) + " UUID: " + orNull(geometry.uuid())
				+ " OSName: " + orNull(geometry.osName()));
		return geometry.coordinates().isEmpty() ? first : first + "\n" + lines(geometry.coordinates(), "\n", this::print);
	}

	private static String lines(List<? extends PmixValue> values, String separator, Function<PmixValue, String> printed) {
		StringJoiner lines = new StringJoiner(separator);
		values.forEach(value -> lines.add(printed.apply(value)));
		return lines.toString();
	}

	/** Returns the text for a byte that C prints as a character. */
	static String character(int code) {
		return ByteStrings.decode(new byte[] { (byte) code });
	}

	static String seconds(TimeVal time) {
		return String.format(Locale.ROOT, "%d.%06d", time.seconds(), time.microseconds());
	}
}
