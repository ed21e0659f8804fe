// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.spawn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.host.internal.spawn.SpawnBase;
import org.pmix4j.host.internal.spawn.LaunchRequest;
import org.pmix4j.host.internal.spawn.SpawnRequest;
import org.pmix4j.host.tests.node.SimulatedNode;
import org.pmix4j.job.ErrorPolicy;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.RecoveryOptions;
import org.pmix4j.job.options.ReportOptions;
import org.pmix4j.job.options.SpawnOptions;
import org.pmix4j.model.App;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.LogAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.model.attributes.ToolAttributes;

/** Directives of a spawn about launching and reporting. */
class LaunchReaderTest {
	private static final SpawnBase BASE = new SpawnBase(Path.of("/work"), OptionValues.DEFAULTS, OptionValues.DEFAULTS,
			OutputSink.DISCARD, Map.of(),
			new SpawnBase.Room(SimulatedNode.pool("node", 4), SimulatedNode.pool("node", 4).get(0).node(), Map.of(),
					Path.of("/session"), 4, 4), target -> List.of());

	@Test
	void read_launchDirectives_areRead() throws Exception {
		JobSpec job = job(Infos.of(Info.of(SpawnAttributes.INDEX_ARGV, true), Info.of(SpawnAttributes.DO_NOT_LAUNCH, true),
				Info.of(SpawnAttributes.ABORT_NON_ZERO_TERM, false), Info.of(SpawnAttributes.DISPLAY_MAP, true),
				Info.of(SpawnAttributes.REPORT_BINDINGS, false), Info.of(LogAttributes.LOG_COMPLETION, true)));

		assertThat(job.get(JobOptions.DO_NOT_LAUNCH)).isTrue();
		assertThat(job.get(JobOptions.INDEX_ARGV)).isTrue();
		assertThat(job.get(JobOptions.NON_ZERO_IS_FAILURE)).isFalse();
		assertThat(job.get(ReportOptions.MAP)).isTrue();
		assertThat(job.get(ReportOptions.BINDINGS)).isFalse();
		assertThat(job.get(ReportOptions.COMPLETION)).isTrue();
	}

	@Test
	void read_runtimeOptions_equalDirectives() throws Exception {
		LaunchRequest order = read(Infos.of(Info.of(SpawnAttributes.RUNTIME_OPTIONS,
				"error-nonzero-status=false, show-progress,recoverable,donotlaunch=0,timeout=1:02:03,spawn-timeout=9,exec-agent=nice")), 2);

		assertThat(order.spec().get(JobOptions.NON_ZERO_IS_FAILURE)).isFalse();
		assertThat(order.spec().get(JobOptions.DO_NOT_LAUNCH)).isFalse();
		assertThat(order.spec().get(ReportOptions.PROGRESS)).isTrue();
		assertThat(order.spec().errorPolicy()).isEqualTo(ErrorPolicy.CONTINUE);
		assertThat(order.spec().timeout()).isEqualTo(Duration.ofSeconds(3723));
		assertThat(order.spec().get(SpawnOptions.START_LIMIT)).isEqualTo(Duration.ofSeconds(9));
		assertThat(order.spec().apps().get(0).options().get(AppOptions.AGENT)).isEqualTo("nice");
	}

	@Test
	void read_directiveAndRuntimeOption_directiveWins() throws Exception {
		Infos both = Infos.of(Info.of(SpawnAttributes.DO_NOT_LAUNCH, false), Info.of(SpawnAttributes.RUNTIME_OPTIONS, "donotlaunch"));

		assertThat(job(both).get(JobOptions.DO_NOT_LAUNCH)).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "what", "timeout", "timeout=soon", "timeout=9999999:0:0", "exec-agent" })
	void read_unknownRuntimeOption_isRefused(String options) {
		assertRefused(Status.ERR_BAD_PARAM, Infos.of(Info.of(SpawnAttributes.RUNTIME_OPTIONS, options)), 1);
	}

	@Test
	void read_agent_isThatOfAllPrograms() throws Exception {
		LaunchRequest order = read(Infos.of(Info.of(ToolAttributes.EXEC_AGENT, "/usr/bin/nice -n 5")), 1);

		assertThat(order.spec().apps().get(0).options().get(AppOptions.AGENT)).isEqualTo("/usr/bin/nice -n 5");
	}

	@ParameterizedTest
	@CsvSource({ "pmix.ppr,3:node,3", "pmix.ppr,3:NODE:oversubscribe,3", "pmix.mapby,ppr:3:node,3", "pmix.mapby,slot,4",
			"pmix.ppr,3:core,12" })
	void read_processesPerResource_givesNumberOfRanks(String key, String value, int ranks) throws Exception {
		assertThat(read(Infos.of(Info.of(key, new PmixValue.Str(value))), 0).spec().size()).isEqualTo(ranks);
	}

	@Test
	void read_moreProcessesThanPerResource_cannotBeMapped() throws Exception {
		Info three = Info.of(SpawnAttributes.PPR, "3:node").required();

		assertThat(read(Infos.of(three), 3).spec().size()).isEqualTo(3);
		assertRefused(Status.ERR_JOB_FAILED_TO_MAP, Infos.of(three), 4);
		assertThat(read(Infos.of(Info.of(SpawnAttributes.PPR, "3:core").required()), 3).spec().size()).isEqualTo(3);
		assertRefused(Status.ERR_BAD_PARAM, Infos.of(Info.of(SpawnAttributes.PPR, "3:moon")), 3);
	}

	@ParameterizedTest
	@CsvSource({ "all,-2", "none,", "2,2" })
	void read_stdinTargetAsText_isReadAsByPrrte(String text, @Nullable Integer rank) throws Exception {
		LaunchRequest order = read(Infos.of(Info.of(IofAttributes.FWD_STDIN, true), Info.of(IofAttributes.STDIN_TGT.key(),
				new PmixValue.Str(text))),
				3);

		assertThat(order.spec().stdin().isPushed()).isEqualTo(rank != null);
		if (rank != null) {
			assertThat(order.spec().stdin().target()).isEqualTo(Rank.of(rank));
		}
	}

	@Test
	void read_requiredRestarts_areRead() throws Exception {
		Info restarts = Info.of(SpawnAttributes.MAX_RESTARTS, 3).required();

		assertThat(job(Infos.of(restarts)).apps().get(0).options().get(RecoveryOptions.MAX_RESTARTS)).isEqualTo(3);
	}

	@Test
	void read_attributeWithoutEffect_isReportedByItsName() throws Exception {
		Info mapper = Info.of(SpawnAttributes.MAPPER, "mindist");

		assertThat(read(Infos.of(mapper, mapper), 1).ignored()).containsExactly("PMIX_MAPPER has no effect here");
		assertRefused(Status.ERR_NOT_SUPPORTED, Infos.of(mapper.required()), 1);
	}

	@Test
	void read_keyThatPmixDoesNotDefine_isHandedToTheRanks() throws Exception {
		Info own = Info.of("site.queue", new PmixValue.Str("night"));

		assertThat(read(Infos.of(own), 1).jobInfos().list()).containsExactly(own);
		assertThat(read(Infos.of(own), 1).ignored()).isEmpty();
		assertRefused(Status.ERR_NOT_SUPPORTED, Infos.of(own.required()), 1);
	}

	private static JobSpec job(Infos infos) throws PmixException {
		return read(infos, 1).spec();
	}

	private static LaunchRequest read(Infos infos, int processes) throws PmixException {
		App app = new App("program", List.of("program", "argument"), List.of(), "", processes, Infos.EMPTY);
		return Drafts.order(new SpawnRequest(Proc.of("parent@1", 0), infos, List.of(app)), BASE);
	}

	private static void assertRefused(Status status, Infos infos, int processes) {
		assertThatThrownBy(() -> read(infos, processes)).isInstanceOf(PmixException.class)
				.extracting(problem -> ((PmixException) problem).status()).isEqualTo(status);
	}
}
