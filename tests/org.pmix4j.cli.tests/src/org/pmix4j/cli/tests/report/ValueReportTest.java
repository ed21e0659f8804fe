// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.cli.internal.report.JsonText;
import org.pmix4j.cli.internal.report.ValueReport;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Envar;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.ProcState;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.RegisteredAttribute;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.LevelAttributes;

/** Tests {@link ValueReport}: the names of fields are promised by the help of the commands. */
class ValueReportTest {
	private static final Proc RANK = Proc.of("job", 2);

	private static String json(PmixValue value) {
		return JsonText.of(ValueReport.json(value));
	}

	@Test
	void json_ofNumbers_keepsSignAndFraction() {
		assertThat(json(new PmixValue.UInt64(-1))).isEqualTo("18446744073709551615");
		assertThat(json(new PmixValue.UInt32(-1))).isEqualTo("4294967295");
		assertThat(json(new PmixValue.Int(-1))).isEqualTo("-1");
		assertThat(json(PmixValue.Float64.of(0.5))).isEqualTo("0.500000");
		assertThat(json(new PmixValue.Float32("nan"))).isEqualTo("\"nan\"");
		assertThat(json(new PmixValue.Time(7))).isEqualTo("7");
	}

	@Test
	void json_ofCodes_isTheirConstant() {
		assertThat(json(Status.ERR_NOT_FOUND)).isEqualTo("\"PMIX_ERR_NOT_FOUND\"");
		assertThat(json(Status.of(-99999))).isEqualTo("\"-99999\"");
		assertThat(json(ProcState.LAUNCH_UNDERWAY)).isEqualTo("\"launch-underway\"");
		assertThat(json(ProcState.of(201))).isEqualTo("\"201\"");
		assertThat(json(DataRange.SESSION)).isEqualTo("\"session\"");
	}

	@Test
	void json_ofStructures_hasNamedFields() {
		assertThat(json(Proc.wildcard("job"))).isEqualTo("{\"namespace\":\"job\",\"rank\":\"wildcard\"}");
		assertThat(json(new ProcInfo(RANK, "node", "/bin/true", 12, ProcState.RUNNING))).isEqualTo(
				"{\"namespace\":\"job\",\"rank\":2,\"host\":\"node\",\"pid\":12,\"state\":\"running\",\"executable\":\"/bin/true\"}");
		assertThat(json(Info.of(JobAttributes.JOB_SIZE, 4)))
				.isEqualTo("{\"key\":\"pmix.job.size\",\"name\":\"PMIX_JOB_SIZE\",\"type\":\"PMIX_UINT32\",\"value\":4}");
		assertThat(json(new PublishedData(RANK, "k", new PmixValue.Str("v"))))
				.isEqualTo("{\"key\":\"k\",\"type\":\"PMIX_STRING\",\"value\":\"v\",\"publisher\":{\"namespace\":\"job\",\"rank\":2}}");
		assertThat(json(new RegisteredAttribute("PMIX_X", "pmix.x", DataType.BOOL, List.of("text"))))
				.isEqualTo("{\"name\":\"PMIX_X\",\"key\":\"pmix.x\",\"type\":\"PMIX_BOOL\",\"description\":[\"text\"]}");
		assertThat(json(ByteObject.wrap(new byte[] { 1, 2 }))).isEqualTo("\"AQI=\"");
	}

	@Test
	void json_ofNothing_isNull() {
		assertThat(json(PmixValue.Undef.INSTANCE)).isEqualTo("null");
		assertThat(json(PmixValue.NullStr.INSTANCE)).isEqualTo("null");
	}

	@Test
	void json_ofRareStructure_isText() {
		assertThat(json(new Envar("NAME", "value", ':'))).startsWith("\"").contains("NAME");
	}

	@Test
	void lines_ofListInText_areItsElements() {
		assertThat(ValueReport.lines(Infos.of(Info.of("pmix.qry.ns", new PmixValue.Str("a@1,pmix.job.size")))))
				.containsExactly("PMIX_QUERY_NAMESPACES:", "    a@1", "    PMIX_JOB_SIZE");
	}

	@Test
	void lines_ofNestedInfos_areIndented() {
		Info job = Info.of(LevelAttributes.JOB_INFO_ARRAY,
				DataArray.of(Infos.of(Info.of(JobAttributes.NSPACE, "job"), Info.of(JobAttributes.JOB_SIZE, 4))));

		assertThat(ValueReport.lines(DataArray.of(Infos.of(job)))).containsExactly("    PMIX_JOB_INFO_ARRAY:", "        PMIX_NSPACE: job",
				"        PMIX_JOB_SIZE: 4");
	}
}
