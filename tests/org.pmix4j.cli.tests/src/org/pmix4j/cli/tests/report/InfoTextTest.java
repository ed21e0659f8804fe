// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.cli.internal.report.InfoText;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.PublishAttributes;

/** Tests {@link InfoText}. */
class InfoTextTest {
	@Test
	void parse_attributeByNameOrKey_hasItsType() {
		assertThat(InfoText.parse("PMIX_NSPACE=job@1")).isEqualTo(Info.of(JobAttributes.NSPACE, "job@1"));
		assertThat(InfoText.parse("pmix.nspace=a=b")).isEqualTo(Info.of(JobAttributes.NSPACE, "a=b"));
		assertThat(InfoText.parse("PMIX_RANK=3")).isEqualTo(Info.of(ProcAttributes.RANK, Rank.of(3)));
		assertThat(InfoText.parse("PMIX_PROCID=job@1:3")).isEqualTo(Info.of(ProcAttributes.PROCID, Proc.of("job@1", 3)));
		assertThat(InfoText.parse("PMIX_JOB_CTRL_SIGNAL=-1")).isEqualTo(Info.of(JobControlAttributes.JOB_CTRL_SIGNAL, -1));
		assertThat(InfoText.parse("PMIX_ALLOC_NUM_NODES=18446744073709551615")).isEqualTo(Info.of(AllocAttributes.ALLOC_NUM_NODES, -1L));
		assertThat(InfoText.parse("PMIX_EVENT_NON_DEFAULT")).isEqualTo(Info.of(EventAttributes.EVENT_NON_DEFAULT, true));
		assertThat(InfoText.parse("PMIX_EVENT_NON_DEFAULT=no")).isEqualTo(Info.of(EventAttributes.EVENT_NON_DEFAULT, false));
		assertThat(InfoText.parse("PMIX_RANGE=global")).isEqualTo(Info.of(PublishAttributes.RANGE, DataRange.GLOBAL));
		assertThat(InfoText.parse("my.key=7")).isEqualTo(Info.of("my.key", new PmixValue.Str("7")));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "PMIX_NO_SUCH=1 | there is no attribute 'PMIX_NO_SUCH'",
			"PMIX_JOB_SIZE=many | must be a number, not 'many'",
			"PMIX_JOB_SIZE | must have a value", "PMIX_EVENT_NON_DEFAULT=maybe | neither true nor false", "=1 | there is no attribute ''",
			"PMIX_EVENT_CUSTOM_RANGE=a | PMIX_DATA_ARRAY cannot be written" })
	void parse_wrongText_saysWhatIsWrong(String text, String message) {
		assertThatThrownBy(() -> InfoText.parse(text)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(message);
	}

	@Test
	void proc_withOrWithoutRank_namesProcessOrJob() {
		assertThat(InfoText.proc("p@1:4")).isEqualTo(Proc.of("p@1", 4));
		assertThat(InfoText.proc("p@1")).isEqualTo(Proc.wildcard("p@1"));
		assertThat(InfoText.proc("p@1:*")).isEqualTo(Proc.wildcard("p@1"));
		assertThat(InfoText.proc("a:b")).isEqualTo(Proc.wildcard("a:b"));
		assertThatThrownBy(() -> InfoText.proc("")).hasMessageContaining("NAMESPACE:RANK");
	}

	@Test
	void status_byNameOrNumber_isFound() {
		assertThat(InfoText.status("PMIX_EVENT_JOB_END")).isEqualTo(Status.EVENT_JOB_END);
		assertThat(InfoText.status("event_job_end")).isEqualTo(Status.EVENT_JOB_END);
		assertThat(InfoText.status("-3100")).isEqualTo(Status.of(-3100));
		assertThatThrownBy(() -> InfoText.status("soon")).hasMessageContaining("there is no status 'soon'");
	}

	@Test
	void range_otherWord_isRefused() {
		assertThat(InfoText.range("LOCAL")).isEqualTo(DataRange.LOCAL);
		assertThatThrownBy(() -> InfoText.range("here")).hasMessageContaining("local, namespace, session, global");
	}

	@Test
	void count_mustBePositive() {
		assertThat(InfoText.count("--count", "3")).isEqualTo(3);
		assertThatThrownBy(() -> InfoText.count("--count", "0")).hasMessage("option --count must be at least 1, not 0");
		assertThatThrownBy(() -> InfoText.count("--count", "x")).hasMessage("option --count must be a number, not 'x'");
	}
}
