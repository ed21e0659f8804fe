// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.model.DataType;
import org.pmix4j.model.DeviceType;
import org.pmix4j.model.InfoDirectives;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.JobState;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.LevelAttributes;

/** Tests the methods of the generated classes, and that they contain each row of the tables. */
class GeneratedConstantsTest {
	private static final String VARIABLE = "environment-variable";

	@Test
	void status_eachRowOfTheTable_isAConstantWithItsCode() throws IOException {
		assertThat(table("status.tsv")).hasSizeGreaterThan(100).allSatisfy(row -> {
			Status constant = (Status) Status.class.getField(row[0].substring("PMIX_".length())).get(null);
			assertThat(constant).isSameAs(Status.of(Integer.parseInt(row[1])));
			assertThat(constant.constantName()).isPresent();
		});
	}

	@Test
	void byName_eachRowOfTheTable_hasItsKey() throws IOException {
		List<String[]> attributes = table("attributes.tsv").stream().filter(row -> !row[3].equals(VARIABLE)).toList();
		assertThat(attributes).hasSize(KnownAttributes.all().size()).allSatisfy(row -> {
			assertThat(KnownAttributes.byName(row[0]).orElseThrow().key()).isEqualTo(row[1]);
			assertThat(KnownAttributes.byKey(row[1])).isPresent();
		});
	}

	@Test
	void byKey_sharedKey_returnsThePreferredAttribute() {
		assertThat(KnownAttributes.byKey("pmix.evname")).contains(EventAttributes.EVENT_HDLR_NAME);
		assertThat(KnownAttributes.byKey("pmix.pdata")).contains(LevelAttributes.PROC_INFO_ARRAY);
	}

	@Test
	void byKey_unknownKey_isEmpty() {
		assertThat(KnownAttributes.byKey("my.key")).isEmpty();
	}

	@Test
	void of_unknownCode_survives() {
		assertThat(Status.of(-4711)).isEqualTo(new Status(-4711)).hasToString("Status(-4711)");
		assertThat(Scope.of(77)).isEqualTo(new Scope(77)).hasToString("Scope(77)");
		assertThat(InfoDirectives.of(-1)).isEqualTo(new InfoDirectives(-1)).hasToString("InfoDirectives(0xffffffff)");
	}

	/** OpenPMIx 6.1 gave -400 and -401 a second meaning, for which 7.0 has separate codes. */
	@ParameterizedTest
	@CsvSource({ "0,SUCCESS (0)", "-25,ERR_UNREACH (-25)", "-145,EVENT_JOB_END (-145)", "-400,ERR_PROC_KILLED_BY_CMD (-400)",
			"-401,ERR_PROC_FAILED_TO_START (-401)", "-202,ERR_LOST_PRECISION (-202)", "-203,ERR_CHANGE_SIGN (-203)" })
	void toString_status_showsTheNameInUse(int code, String text) {
		assertThat(Status.of(code)).hasToString(text);
	}

	@Test
	void constant_deprecatedName_isTheSameInstance() {
		assertThat(Status.ERR_JOB_TERMINATED).isSameAs(Status.EVENT_JOB_END);
		assertThat(JobState.PREPPED).isSameAs(JobState.AWAITING_ALLOC).hasToString("JobState.AWAITING_ALLOC");
	}

	@ParameterizedTest
	@CsvSource({ "0,true,false,false", "-157,false,false,false", "-229,false,false,false", "-230,false,true,false", "-330,false,true,false",
			"-331,false,false,false", "-3000,false,false,false", "-3001,false,false,true" })
	void status_atRangeBounds_isOfItsKind(int code, boolean success, boolean system, boolean user) {
		Status status = Status.of(code);
		assertThat(List.of(status.isSuccess(), status.isSystemEvent(), status.isUserDefined())).containsExactly(success, system, user);
	}

	@Test
	void constructor_codeBeyondTheWidth_isRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new Scope(256)).withMessage("pmix_scope_t is 0 to 255, not 256");
		assertThatIllegalArgumentException().isThrownBy(() -> new DataType(-1)).withMessage("pmix_data_type_t is 0 to 65535, not -1");
		assertThatIllegalArgumentException().isThrownBy(() -> IofChannel.of(65536))
				.withMessage("pmix_iof_channel_t is 0 to 65535, not 65536");
	}

	@Test
	void plusAndMinus_channels_combine() {
		IofChannel both = IofChannel.STDOUT.plus(IofChannel.STDERR);
		assertThat(both.bits()).isEqualTo(6);
		assertThat(both.contains(IofChannel.STDERR)).isTrue();
		assertThat(both.contains(IofChannel.STDERR.plus(IofChannel.STDIN))).isFalse();
		assertThat(both.minus(IofChannel.STDERR)).isSameAs(IofChannel.STDOUT);
		assertThat(both).hasToString("IofChannel(0x6)");
	}

	@Test
	void of_bitsAboveAnInt_areNotTruncated() {
		long bits = 0x1_0000_0002L;
		assertThat(DeviceType.of(bits)).isEqualTo(new DeviceType(bits)).hasToString("DeviceType(0x100000002)");
		assertThat(DeviceType.of(2)).isSameAs(DeviceType.GPU);
	}

	@Test
	void type_dataType_isADataTypeItself() {
		assertThat(DataType.STRING.type()).isSameAs(DataType.DATA_TYPE).isSameAs(DataType.of(36));
		assertThat(Scope.LOCAL.type()).isSameAs(DataType.SCOPE);
	}

	private static List<String[]> table(String name) throws IOException {
		Path file = Path.of(System.getProperty("pmix4j.root"), "releng", "generator", "data", name);
		return Files.readAllLines(file).stream().skip(1).map(line -> line.split("\t", -1)).toList();
	}
}
