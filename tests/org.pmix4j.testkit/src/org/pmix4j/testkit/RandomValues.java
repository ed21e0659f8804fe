// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.Supplier;

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
import org.pmix4j.model.Infos;
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
import org.pmix4j.model.PmixValue;
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
import org.pmix4j.model.bytes.ByteStrings;

/** Creates values of chosen types from a seed. Owned by one test; not thread-safe. */
public final class RandomValues {
	private final Random random;
	private final List<DataType> types = new ArrayList<>();
	private int depth;

	/**
	 * @param wanted which types occur, also in other values
	 * @param seed   start of the sequence
	 */
	public RandomValues(Predicate<DataType> wanted, long seed) {
		random = new Random(seed);
		for (int code = 1; code <= DataType.NODE_PID.code(); code++) {
			if (wanted.test(DataType.of(code))) {
				types.add(DataType.of(code));
			}
		}
	}

	/** @return the wanted types */
	public List<DataType> types() {
		return types;
	}

	/**
	 * @param type any type
	 * @return a value of this type
	 */
	public PmixValue next(DataType type) {
		depth++;
		PmixValue value = make(type);
		depth--;
		return value;
	}

	/**
	 * @param type any type
	 * @return none to three values of this type
	 */
	public List<PmixValue> list(DataType type) {
		return list(() -> next(type));
	}

	private PmixValue make(DataType type) {
		return switch (type.code()) {
			case 1 -> random.nextBoolean() ? PmixValue.Bool.TRUE : PmixValue.Bool.FALSE;
			case 2 -> new PmixValue.RawByte((byte) bits(8));
			case 3 -> random.nextInt(5) == 0 ? PmixValue.NullStr.INSTANCE : new PmixValue.Str(text());
			case 4 -> new PmixValue.Size(number());
			case 5 -> new PmixValue.Pid((int) number());
			case 6 -> new PmixValue.Int((int) number());
			case 7 -> new PmixValue.Int8((byte) bits(8));
			case 8 -> new PmixValue.Int16((short) number());
			case 9 -> new PmixValue.Int32((int) number());
			case 10 -> new PmixValue.Int64(number());
			case 11 -> new PmixValue.UInt((int) number());
			case 12 -> new PmixValue.UInt8((byte) bits(8));
			case 13 -> new PmixValue.UInt16((short) number());
			case 14 -> new PmixValue.UInt32((int) number());
			case 15 -> new PmixValue.UInt64(number());
			case 16 -> figure();
			case 17 -> PmixValue.Float64.of(random.nextGaussian() * 1e9);
			case 18 -> time();
			case 19 -> new PmixValue.Time(number());
			case 20 -> Status.of((int) number());
			case 21 -> new PmixValue.Boxed(any());
			case 22 -> proc();
			case 23 -> new App(text(), list(this::text), list(this::text), text(), (int) number(), infos());
			case 24 -> info();
			case 25 -> new PublishedData(proc(), text(), any());
			case 26 -> new PackedBuffer(random.nextBoolean(), bytes());
			case 27 -> bytes();
			case 28 -> new Kval(text(), any());
			case 29 -> new Modex(bytes());
			case 30 -> Persistence.of(bits(8));
			case 31 -> PmixValue.Pointer.INSTANCE;
			case 32 -> Scope.of(bits(8));
			case 33 -> DataRange.of(bits(8));
			case 34 -> new PmixValue.Command(bits(8));
			case 35 -> InfoDirectives.of((int) number());
			case 36 -> DataType.of(bits(16));
			case 37 -> ProcState.of(bits(8));
			case 38 -> new ProcInfo(proc(), text(), text(), (int) number(), ProcState.of(bits(8)));
			case 39 -> array();
			case 40 -> Rank.of((int) number());
			case 41 -> new Query(list(this::text), infos());
			case 42 -> new CompressedString(bytes());
			case 43 -> AllocDirective.of(bits(8));
			case 44 -> new InfoArray(infos());
			case 45 -> IofChannel.of(bits(16));
			case 46 -> new Envar(text(), text(), (char) bits(8));
			case 47 -> coord();
			case 48 -> new RegisteredAttribute(text(), text(), DataType.of(bits(16)), list(this::text));
			case 49 -> regex();
			case 50 -> JobState.of(bits(8));
			case 51 -> LinkState.of(bits(8));
			case 52 -> new CpuSet(text());
			case 53 -> new Geometry(number(), text(), text(), list(this::coord));
			case 54 -> new DeviceDistance(text(), text(), deviceType(), (short) number(), (short) number());
			case 55 -> new Endpoint(text(), text(), bytes());
			case 56 -> topology();
			case 57 -> deviceType();
			case 58 -> Locality.of(bits(16));
			case 59 -> new CompressedBytes(bytes());
			case 60 -> new Nspace(text());
			case 61 -> new ProcStats(text(), proc(), (int) number(), text(), (byte) bits(8), time(), (int) number(), (short) number(),
					figure(), figure(), figure(), (short) number(), time());
			case 62 -> diskStats();
			case 63 -> netStats();
			case 64 -> new NodeStats(text(), times(NodeStats.FIGURES, this::figure), time(), list(this::diskStats), list(this::netStats));
			case 65 -> new DataBuffer(bytes());
			case 66 -> StorageMedium.of(number());
			case 67 -> StorageAccessibility.of(number());
			case 68 -> StoragePersistence.of(number());
			case 69 -> StorageAccessType.of(bits(16));
			case 70 -> new Device(text(), text(), deviceType());
			case 71 -> ResourceBlockDirective.of(bits(8));
			case 72 -> new ResourceUnit(deviceType(), number());
			case 73 -> new NodePid(text(), (int) number(), (int) number());
			default -> throw new IllegalArgumentException(type.toString());
		};
	}

	/** Returns a value of any type that is allowed in a VALUE; a simple one at great depth. */
	private PmixValue any() {
		if (depth > 4 || random.nextInt(10) == 0) {
			return random.nextInt(4) == 0 ? PmixValue.Undef.INSTANCE : new PmixValue.UInt32((int) number());
		}
		return next(types.get(random.nextInt(types.size())));
	}

	private DataArray array() {
		if (depth > 4 || random.nextInt(20) == 0) {
			return new DataArray(DataType.UNDEF, times(random.nextInt(3), () -> PmixValue.Undef.INSTANCE));
		}
		DataType type = types.get(random.nextInt(types.size()));
		return new DataArray(type, list(type));
	}

	private Info info() {
		return new Info(text(), any(), InfoDirectives.of((int) number()));
	}

	private Infos infos() {
		return depth > 4 ? Infos.EMPTY : new Infos(list(this::info));
	}

	private Proc proc() {
		return Proc.of(text(), (int) number());
	}

	private TimeVal time() {
		return new TimeVal(number(), number());
	}

	private Coord coord() {
		return new Coord(bits(8), list(() -> (int) number()));
	}

	private DeviceType deviceType() {
		return DeviceType.of(number());
	}

	private PmixValue.Float32 figure() {
		return PmixValue.Float32.of((float) random.nextGaussian() * 1000);
	}

	private DiskStats diskStats() {
		return new DiskStats(text(), times(DiskStats.COUNTERS, this::number));
	}

	private NetStats netStats() {
		return new NetStats(text(), times(NetStats.COUNTERS, this::number));
	}

	private Topology topology() {
		byte[] support = new byte[32];
		random.nextBytes(support);
		return random.nextBoolean() ? new Topology("", ByteObject.EMPTY) : new Topology("<topology/>", ByteObject.wrap(support));
	}

	private PmixValue.Regex regex() {
		String block = "\1\2\0\3";
		String text = switch (random.nextInt(4)) {
			case 0 -> "pmix[n[1:0-" + bits(8) + "]]";
			case 1 -> "raw:a,b" + bits(8);
			case 2 -> "blob:\0component=zlib:\0size=" + block.length() + ":\0" + block;
			default -> "n" + bits(8) + ",m";
		};
		return new PmixValue.Regex(ByteObject.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
	}

	/** Returns a text that is sometimes empty, sometimes not ASCII, and sometimes not UTF-8. */
	private String text() {
		return switch (random.nextInt(8)) {
			case 0 -> "";
			case 1 -> "gr\u00fc\u00df \u20ac \ud83d\ude00";
			case 2 -> {
				byte[] any = new byte[random.nextInt(40)];
				for (int i = 0; i < any.length; i++) {
					any[i] = (byte) (1 + random.nextInt(255));
				}
				yield ByteStrings.decode(any, 0, any.length);
			}
			default -> "pmix.key." + bits(16);
		};
	}

	private ByteObject bytes() {
		byte[] bytes = new byte[random.nextInt(20)];
		random.nextBytes(bytes);
		return ByteObject.wrap(bytes);
	}

	private int bits(int count) {
		return random.nextInt(1 << count);
	}

	/** Returns a number of any magnitude and sign. */
	private long number() {
		return random.nextLong() >> random.nextInt(Long.SIZE);
	}

	private <T> List<T> list(Supplier<T> maker) {
		return times(random.nextInt(4), maker);
	}

	private static <T> List<T> times(int count, Supplier<T> maker) {
		List<T> all = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			all.add(maker.get());
		}
		return all;
	}
}
