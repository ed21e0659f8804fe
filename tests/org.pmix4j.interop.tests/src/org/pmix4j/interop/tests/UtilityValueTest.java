// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmix4j.interop.tests.Library.packed;
import static org.pmix4j.interop.tests.Library.packedAs;
import static org.pmix4j.interop.tests.Library.question;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4j.interop.tests.Library.Question;
import org.pmix4j.model.App;
import org.pmix4j.model.Coord;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataBuffer;
import org.pmix4j.model.DataType;
import org.pmix4j.model.DeviceType;
import org.pmix4j.model.DiskStats;
import org.pmix4j.model.Envar;
import org.pmix4j.model.Geometry;
import org.pmix4j.model.Info;
import org.pmix4j.model.InfoDirectives;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Locality;
import org.pmix4j.model.NetStats;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.RegisteredAttribute;
import org.pmix4j.model.Status;
import org.pmix4j.model.StorageAccessType;
import org.pmix4j.model.StorageAccessibility;
import org.pmix4j.model.StorageMedium;
import org.pmix4j.model.StoragePersistence;
import org.pmix4j.model.TimeVal;
import org.pmix4j.model.ValueComparison;
import org.pmix4j.model.ValueType;
import org.pmix4j.model.print.Printer;
import org.pmix4j.testkit.RandomValues;

/** Compares what libpmix and the Java classes say of values, for random values of all types: truth, order, size, text, packed bytes. */
class UtilityValueTest {
	private static final long SEED = 12;
	private static final int EACH = 40;
	private static final int APPS = 100;
	private static final int LAST = DataType.STOR_ACCESS_TYPE.code();
	/** Types of which a pmix_value_t holds none, and those that libpmix hands to hwloc. */
	private static final Set<DataType> NOT_IN_VALUES = Set.of(DataType.VALUE, DataType.APP, DataType.INFO, DataType.PDATA, DataType.BUFFER,
			DataType.KVAL, DataType.MODEX, DataType.POINTER, DataType.COMMAND, DataType.INFO_DIRECTIVES, DataType.DATA_TYPE, DataType.QUERY,
			DataType.COMPRESSED_STRING, DataType.COMPRESSED_BYTE_OBJECT, DataType.INFO_ARRAY, DataType.IOF_CHANNEL, DataType.REGEX,
			DataType.PROC_CPUSET, DataType.TOPO);
	/** Types that libpmix packs in another form than it unpacks them; a node's statistics only with disks or networks. */
	private static final Set<DataType> DAMAGED = Set.of(DataType.PROC_STATS, DataType.NODE_STATS);
	/** Types for which libpmix makes no array. */
	private static final Set<DataType> NOT_IN_ARRAYS = Set.of(DataType.DATA_ARRAY, DataType.JOB_STATE, DataType.GEOMETRY, DataType.DEVTYPE,
			DataType.LOCTYPE, DataType.DATA_BUFFER, DataType.STOR_MEDIUM, DataType.STOR_ACCESS, DataType.STOR_PERSIST,
			DataType.STOR_ACCESS_TYPE);
	/** Types of which libpmix prints no array. */
	private static final Set<DataType> NOT_PRINTED = Set.of(DataType.UNDEF, DataType.DISK_STATS, DataType.NET_STATS);
	private static final List<String> TRUTHS = List.of("", " ", "\t\n", "0", "1", "00", "2x", "-1", "4294967296", "99999999999999999999",
			"true", "TRUE", "truely", " True", "tru", "yes", "Yes", "yesterday", "no", "NO", "nothing", "none", "false", "FALSE", "fals",
			"on", "off", "x", "+1");
	/** Words that only release 6.1 understands. */
	private static final List<String> NEW_TRUTHS = List.of("t", "T", "y", "f", "F", "n", "enable", "Enabled", "disable", "DISABLED");
	private static final String NO_TRUTH = "2";

	private final RandomValues values = new RandomValues(UtilityValueTest::isInValues, SEED);
	private final Random random = new Random(SEED);
	private final List<Question> questions = new ArrayList<>();

	@TempDir
	private Path scratch;

	private static boolean isInValues(DataType type) {
		return type.code() <= LAST && !NOT_IN_VALUES.contains(type) && !DAMAGED.contains(type);
	}

	/** Returns a value that libpmix can unpack. */
	private PmixValue next(DataType type) {
		return switch (values.next(type)) {
			case DataArray array when NOT_IN_ARRAYS.contains(array.elementType()) -> next(type);
			case DataArray array when array.elementType().equals(DataType.REGATTR) -> next(type);
			case RegisteredAttribute v -> new RegisteredAttribute(v.name(), v.key(), DataType.UINT32, v.description());
			case PmixValue value -> value;
		};
	}

	private void expect(String answer, Object... words) {
		questions.add(new Question(question(words), answer));
	}

	private static String truth(PmixValue value) {
		return value.truth().map(truth -> truth ? "0" : "1").orElse(NO_TRUTH);
	}

	@ParameterizedTest
	@EnumSource
	void truth_isReadAsInC(Library library) throws Exception {
		List<PmixValue> read = new ArrayList<>(
				List.of(PmixValue.Undef.INSTANCE, PmixValue.Bool.TRUE, PmixValue.Bool.FALSE, PmixValue.NullStr.INSTANCE, new PmixValue.Int(1)));
		TRUTHS.forEach(text -> read.add(new PmixValue.Str(text)));
		values.types().forEach(type -> read.add(next(type)));
		for (PmixValue value : read) {
			expect(truth(value), "true", packed(value));
			expect(value.truth().orElse(false) ? "1" : "0", "info-true", packedAs(Info.of("key", value)));
		}
		for (String text : NEW_TRUTHS) {
			expect(NO_TRUTH, "true", packed(new PmixValue.Str(text)));
			assertThat(new PmixValue.Str(text).truth()).as(text).contains("tTyeE".indexOf(text.charAt(0)) >= 0);
		}

		assertThat(library.check(questions, scratch)).contains("0", "1", NO_TRUTH);
	}

	/** The C library crashes when it packs a buffer in a value, and halves the data type of an attribute when it unpacks it. */
	@ParameterizedTest
	@EnumSource
	void packedValues_areUnpackedAndPackedByCWithTheSameBytes(Library library) throws Exception {
		for (PmixValue value : samples()) {
			if (!(value instanceof DataBuffer || value instanceof RegisteredAttribute)) {
				String bytes = packed(value);
				expect(bytes, "repack", bytes);
			}
		}

		library.check(questions, scratch);
	}

	/** Only types with a pmix_value_t that the macro in C reads as a number. */
	@ParameterizedTest
	@EnumSource
	void numbers_areConvertedAsInC(Library library) throws Exception {
		Set<DataType> others = Set.of(DataType.BYTE, DataType.TIME, DataType.STATUS);
		for (PmixValue value : samples()) {
			OptionalLong number = ValueType.asNumber(value);
			boolean exact = !(value instanceof PmixValue.Float32 || value instanceof PmixValue.Float64)
					|| number.isPresent() && number.getAsLong() >= 0;
			if (!others.contains(value.type()) && exact) {
				expect(number.isPresent() ? Long.toUnsignedString(number.getAsLong()) : "none", "number", packed(value));
			}
		}

		assertThat(library.check(questions, scratch)).contains("none");
	}

	@ParameterizedTest
	@EnumSource
	void sizes_areThoseOfC(Library library) throws Exception {
		for (PmixValue value : samples()) {
			if (value.sizeInC().isPresent()) {
				expect(Long.toString(value.sizeInC().getAsLong()), "size", packed(value));
				Info info = Info.of("k".repeat(random.nextInt(Info.MAX_KEY_LENGTH + 1)), value);
				expect(Long.toString(info.sizeInC().orElseThrow()), "info-size", packedAs(info));
			}
		}
		expect("-1", "size", packed(PmixValue.Undef.INSTANCE));
		assertThat(PmixValue.Undef.INSTANCE.sizeInC()).isEmpty();

		library.check(questions, scratch);
	}

	/** A type of devices is printed as an address in C, an empty array not at all, and a shared package as CORE. */
	@ParameterizedTest
	@EnumSource
	void values_arePrintedAsInC(Library library) throws Exception {
		for (PmixValue value : samples()) {
			if (isPrintable(library, value)) {
				String text = Printer.value(value);
				expect(value instanceof Locality ? text.replace("PACKAGE", "CORE") : text, "value", packed(value));
				Info info = new Info(random.nextBoolean() ? "pmix.job.size" : "mine", value, InfoDirectives.of(random.nextInt(32)));
				if (!(value instanceof Locality)) {
					expect(Printer.info(info), "info", packedAs(info));
				}
			}
		}

		library.check(questions, scratch);
	}

	@ParameterizedTest
	@EnumSource(names = "V5_0")
	void apps_arePrintedAsInC(Library library) throws Exception {
		RandomValues apps = new RandomValues(type -> type.equals(DataType.STRING) || type.equals(DataType.UINT32), SEED);
		for (int i = 0; i < APPS; i++) {
			App app = (App) apps.next(DataType.APP);
			if (!app.command().isEmpty()) {
				App plain = new App(app.command(), app.arguments(), app.environment(), app.workingDirectory(), app.maxProcs(), Infos.EMPTY);
				expect(Printer.app(plain), "app", packedAs(plain));
			}
		}

		library.check(questions, scratch);
	}

	@ParameterizedTest
	@EnumSource
	void flags_areSetAndReadAsInC(Library library) throws Exception {
		for (int bits = 0; bits < 32; bits++) {
			Info info = new Info("key", PmixValue.Bool.TRUE, InfoDirectives.of(bits));
			String read = digit(info.isRequired()) + digit(!info.isRequired()) + digit(info.wasProcessed()) + digit(info.isQualifier())
					+ digit(info.flags().contains(InfoDirectives.ARRAY_END));
			Info optional = info.required().optional();
			expect(read + " " + info.required().flags().bits() + " " + optional.flags().bits() + " " + optional.processed().flags().bits() + " "
					+ optional.processed().qualifier().flags().bits(), "flags", packedAs(info));
		}

		library.check(questions, scratch);
	}

	@ParameterizedTest
	@EnumSource
	void comparison_hasTheOutcomesOfC(Library library) throws Exception {
		for (DataType type : values.types()) {
			for (int i = 0; i < EACH; i++) {
				PmixValue one = next(type);
				PmixValue other = i % 8 == 0 ? one : i % 8 == 1 ? next(DataType.BOOL) : next(type);
				if (isOrderedInC(library, one) && isOrderedInC(library, other)) {
					expect(Integer.toString(orderInC(one, other).ordinal()), "compare", packed(one), packed(other));
				}
			}
		}

		assertThat(library.check(questions, scratch)).contains("0", "1", "2", "3", "4", "5");
	}

	private static String digit(boolean bit) {
		return bit ? "1" : "0";
	}

	private List<PmixValue> samples() {
		List<PmixValue> samples = new ArrayList<>();
		for (DataType type : values.types()) {
			for (int i = 0; i < EACH; i++) {
				samples.add(next(type));
			}
		}
		for (int i = 0; i < EACH; i++) {
			samples.add(DataArray.of(Infos.of(Info.of("pmix.job.size", new PmixValue.UInt32(i)), Info.of("k" + i, PmixValue.Bool.TRUE))));
		}
		return samples;
	}

	/** Some texts of the C library are not a function of the value, and ctime fails for a year of many digits. */
	private static boolean isPrintable(Library library, PmixValue value) {
		return switch (value) {
			case DeviceType type -> false;
			case PmixValue.Time time -> time.seconds() >= 0 && time.seconds() < 1L << 36;
			case DiskStats stats -> false;
			case NetStats stats -> false;
			case DataBuffer buffer -> false;
			case Status status -> library == Library.V5_0;
			case ProcInfo info -> library == Library.V5_0 || !info.hostname().isEmpty() && !info.executable().isEmpty();
			case DataArray array -> !NOT_PRINTED.contains(array.elementType()) && !array.elements().isEmpty()
					&& array.elements().stream().allMatch(element -> !(element instanceof Locality) && isPrintable(library, element));
			default -> true;
		};
	}

	/** Excludes values that the C library compares wrongly or beyond their end. */
	private static boolean isOrderedInC(Library library, PmixValue value) {
		return switch (value) {
			case DataArray array -> !Set.of(DataType.STRING, DataType.DATA_ARRAY).contains(array.elementType())
					&& array.elements().stream().allMatch(element -> isOrderedInC(library, element) && !(element instanceof Proc));
			case Coord coord -> coord.coordinates().isEmpty();
			case Geometry geometry -> geometry.coordinates().isEmpty();
			case ProcInfo info -> library == Library.V5_0 || !info.hostname().isEmpty() && !info.executable().isEmpty();
			case Envar envar -> !envar.name().isEmpty() && !envar.value().isEmpty();
			default -> true;
		};
	}

	/** Returns the outcome of the Java class, except that numbers are ordered by their bytes in memory. */
	private static ValueComparison orderInC(PmixValue one, PmixValue other) throws PmixException {
		if (!one.type().equals(other.type())) {
			return one.compareWith(other);
		}
		if (one instanceof DataArray first && first.elementType().equals(((DataArray) other).elementType())
				&& first.elements().size() == ((DataArray) other).elements().size()) {
			for (int i = 0; i < first.elements().size(); i++) {
				ValueComparison outcome = orderInC(first.elements().get(i), ((DataArray) other).elements().get(i));
				if (outcome != ValueComparison.EQUAL) {
					return outcome;
				}
			}
			return ValueComparison.EQUAL;
		}
		byte[] memory = memory(one);
		return memory.length == 0 ? one.compareWith(other)
				: outcome(Arrays.compareUnsigned(memory, memory(other)), one.compareWith(other) == ValueComparison.EQUAL);
	}

	private static ValueComparison outcome(int difference, boolean same) {
		assertThat(difference == 0).isEqualTo(same);
		return same ? ValueComparison.EQUAL : difference > 0 ? ValueComparison.VALUE1_GREATER : ValueComparison.VALUE2_GREATER;
	}

	/** Returns the bytes of a number in memory; none if the value is not a number. */
	private static byte[] memory(PmixValue value) {
		return switch (value) {
			case PmixValue.Float32 v -> bytes(Integer.toUnsignedLong(Float.floatToIntBits(v.value())));
			case PmixValue.Float64 v -> bytes(Double.doubleToLongBits(v.value()));
			case TimeVal v -> ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putLong(v.seconds()).putLong(v.microseconds()).array();
			case DeviceType v -> bytes(v.bits());
			case Locality v -> bytes(v.bits());
			case StorageMedium v -> bytes(v.bits());
			case StorageAccessibility v -> bytes(v.bits());
			case StoragePersistence v -> bytes(v.bits());
			case StorageAccessType v -> bytes(v.bits());
			default -> ValueType.asNumber(value).isPresent() ? bytes(ValueType.asNumber(value).getAsLong()) : new byte[0];
		};
	}

	private static byte[] bytes(long number) {
		return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(number).array();
	}
}
