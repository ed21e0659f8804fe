// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.engines.EngineChoice;
import org.pmix4j.engines.EngineReport;
import org.pmix4j.engines.EngineRequest;
import org.pmix4j.engines.EngineStarts;
import org.pmix4j.host.launcher.NamedNodes;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.EngineCapability;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.LauncherOptions;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.job.options.RecoveryOptions;

/** The engine that a job gets, by its name or by its nodes. */
class EngineChoiceTest {
	private static final JobSpec HERE = JobSpec.of(2, "true");
	private static final JobSpec ELSEWHERE = JobSpec.of(AppSpec.of(2, "true").withOption(PlacementOptions.HOSTS, "some-other-machine:2"));

	@TempDir
	private Path bin;

	private static EngineRequest request(String engine, String... slurm) {
		return new EngineRequest(engine, List.of(slurm));
	}

	private static EngineChoice of(EngineRequest request, JobSpec job, Map<String, String> environment) throws Exception {
		return EngineChoice.of(request, new NamedNodes(job), environment);
	}

	/** Returns an environment with programs that do nothing. */
	private Map<String, String> with(String... programs) throws IOException {
		for (String program : programs) {
			assertThat(Files.writeString(bin.resolve(program), "#!/bin/sh\n").toFile().setExecutable(true)).isTrue();
		}
		return Map.of("PATH", bin.toString());
	}

	@Test
	void of_nothingIsNamed_isThisMachine() throws Exception {
		EngineChoice choice = of(EngineRequest.NONE, HERE, with("prte"));

		assertThat(choice.isLocal()).isTrue();
		assertThat(choice.capabilities()).containsExactlyInAnyOrder(EngineCapability.values());
		assertThatThrownBy(() -> EngineStarts.begin(choice, HERE, Map.of(), line -> {
		})).hasMessageContaining("engine local");
	}

	@Test
	void of_anotherMachineIsNamed_isPrrteIfItIsThere() throws Exception {
		EngineChoice missing = of(EngineRequest.NONE, ELSEWHERE, with());
		assertThat(missing.isLocal()).isTrue();
		assertThat(missing.missing()).hasValueSatisfying(text -> assertThat(text).contains("need the engine prrte", "install PRRTE 3"));

		EngineChoice found = of(EngineRequest.NONE, ELSEWHERE, with("prte"));
		assertThat(found.name()).isEqualTo(EngineChoice.PRRTE);
		assertThat(found.description()).contains("as the machine some-other-machine is named");
		assertThat(found.capabilities()).doesNotContain(EngineCapability.LOCAL_PROCESSES);
	}

	@Test
	void of_insideAnAllocationOfSeveralNodes_isSlurm() throws Exception {
		Map<String, String> allocation = Map.of("PATH", with("prte").get("PATH"), "SLURM_JOB_ID", "7", "SLURM_JOB_NUM_NODES", "3");
		EngineChoice choice = of(EngineRequest.NONE, HERE, allocation);

		assertThat(choice.name()).isEqualTo(EngineChoice.SLURM);
		assertThat(choice.requestsAllocation(allocation)).isFalse();
		assertThat(of(request("local"), HERE, allocation).isLocal()).isTrue();
		EngineChoice another = of(request("slurm", "nodes=3"), HERE, allocation);
		assertThatThrownBy(() -> EngineStarts.begin(another, HERE, allocation, line -> {
		})).hasMessageContaining("in one already, 7");
	}

	@Test
	void of_optionsOfSlurm_areForSlurmOnly() throws Exception {
		assertThat(of(request("", "nodes=3"), HERE, with()).name()).isEqualTo(EngineChoice.SLURM);
		assertThatThrownBy(() -> of(request("prrte", "nodes=3"), HERE, with()))
				.hasMessage("option --slurm is for the engines slurm and slurm:srun");
	}

	@Test
	void of_serverThatRuns_isNotOfThisMachineAlone() throws Exception {
		EngineChoice choice = of(request("local:1234"), HERE, with());

		assertThat(choice.name()).isEqualTo(EngineChoice.LOCAL);
		assertThat(choice.where()).isEqualTo("1234");
		assertThat(choice.isLocal()).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "cloud", "prrte:", "slurm:x", "local:" })
	void of_engineThatDoesNotExist_isRefused(String engine) {
		assertThatThrownBy(() -> of(request(engine), HERE, with())).isInstanceOf(IllegalArgumentException.class)
				.hasMessageContaining("option --engine must be").hasMessageContaining("'" + engine + "'");
	}

	@Test
	void unavailable_programIsMissing_saysWhatToInstall() throws Exception {
		assertThat(of(request("prrte"), HERE, with()).unavailable(with())).hasValueSatisfying(text -> assertThat(text).contains("prte"));
		EngineChoice slurm = of(request("slurm"), HERE, with());
		assertThat(slurm.unavailable(with())).hasValueSatisfying(text -> assertThat(text).contains("salloc"));
		assertThat(slurm.unavailable(with("salloc"))).hasValueSatisfying(text -> assertThat(text).contains("prte"));
		assertThat(slurm.unavailable(with("salloc", "prte"))).isEmpty();
		assertThat(of(request("prrte:1"), HERE, Map.of()).unavailable(Map.of())).isEmpty();
	}

	@Test
	void options_ofAnotherEngine_areRefusedByName() throws Exception {
		OptionValues launcher = OptionValues.DEFAULTS.with(LauncherOptions.TMPDIR, Path.of("/tmp"));
		EngineChoice prrte = of(request("prrte"), HERE, with());

		assertThatThrownBy(() -> prrte.requireHonored(launcher)).hasMessage("the engine prrte does not honor --tmpdir, which is for the engine"
				+ " local");
		of(request("local"), HERE, with()).requireHonored(launcher);
		JobSpec restarting = JobSpec.of(AppSpec.of(2, "true").withOption(RecoveryOptions.MAX_RESTARTS, 1));
		assertThat(prrte.unsupported(restarting)).singleElement().asString().startsWith("option --max-restarts: ");
		assertThat(of(request("local:1"), HERE, with()).unsupported(restarting)).isEmpty();
	}

	@Test
	void report_ofEachEngine_hasALine() throws Exception {
		assertThat(EngineReport.of(EngineChoice.LOCAL, with())).singleElement().extracting(EngineReport::isMissing).isEqualTo(false);
		assertThat(EngineReport.of(EngineChoice.PRRTE, with())).singleElement().extracting(EngineReport::isMissing).isEqualTo(true);
		assertThat(EngineReport.of(EngineChoice.SLURM, with())).isNotEmpty().allMatch(EngineReport::isMissing);
	}
}
