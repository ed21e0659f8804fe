// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.connection.ConnectionTest;
import org.pmix4e.core.launch.LaunchValidator;
import org.pmix4e.core.launch.PlacementPreview;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.spi.LaunchProblem;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;

/** Tests what a launch configuration says about its engine, without other nodes. */
class EngineSettingsTest {
	@RegisterExtension
	final Jobs jobs = new Jobs();

	private ILaunchConfigurationWorkingCopy job(String engine) throws CoreException {
		ILaunchConfigurationWorkingCopy copy = jobs.program(2, "/bin/sh");
		copy.setAttribute(PmixLaunchConstants.ATTR_ENGINE, engine);
		return copy;
	}

	/** Returns a configuration in whose PATH there is no program of another engine. */
	private ILaunchConfigurationWorkingCopy jobWithoutPrograms(String engine) throws Exception {
		ILaunchConfigurationWorkingCopy copy = job(engine);
		copy.setAttribute(ILaunchManager.ATTR_ENVIRONMENT_VARIABLES, Map.of("PATH", Jobs.scratch().toString()));
		return copy;
	}

	private static List<String> errors(ILaunchConfigurationWorkingCopy copy) {
		return LaunchValidator.validate(copy).stream().filter(LaunchProblem::isError).map(LaunchProblem::message).toList();
	}

	private static void assertError(ILaunchConfigurationWorkingCopy copy, String text) {
		assertThat(errors(copy)).singleElement().asString().contains(text);
		assertThatThrownBy(() -> copy.launch(ILaunchManager.RUN_MODE, new NullProgressMonitor())).hasMessageContaining(text);
		assertThatThrownBy(() -> ConnectionTest.run(copy, new NullProgressMonitor())).hasMessageContaining(text);
	}

	@Test
	void validate_engineThatDoesNotExist_listsThose() throws Exception {
		assertError(job("cloud"), "Option --engine must be local, slurm, slurm:srun, prrte, prrte:WHERE");
	}

	@Test
	void validate_srun_isRefusedByName() throws Exception {
		assertError(job("slurm:srun"), "he engine slurm:srun is for 'pmix4j run' only; use the engine slurm");
	}

	@Test
	void validate_optionsOfSlurmForAnotherEngine_areRefused() throws Exception {
		ILaunchConfigurationWorkingCopy copy = job("local");
		copy.setAttribute(PmixLaunchConstants.ATTR_SLURM, "nodes=3");

		assertError(copy, "Option --slurm is for the engines slurm and slurm:srun.");
	}

	@Test
	void validate_prteIsNotInThePath_saysWhatToInstall() throws Exception {
		assertError(jobWithoutPrograms("prrte"), "he program prte of PRRTE is not in the PATH; install PRRTE 3");
		ILaunchConfigurationWorkingCopy other = jobWithoutPrograms("");
		other.setAttribute(PmixLaunchConstants.ATTR_HOSTS, "some-other-machine:2");
		assertThat(errors(other)).singleElement().asString().startsWith("Other machines need the engine prrte, but the program prte");
	}

	@Test
	void validate_slurmIsNotInstalled_saysWhatToInstall() throws Exception {
		assertError(jobWithoutPrograms("slurm"), "he program salloc of Slurm is not in the PATH; install Slurm's clients");
	}

	@Test
	void validate_hostfileIsWrong_namesTheLine() throws Exception {
		ILaunchConfigurationWorkingCopy copy = job("");
		copy.setAttribute(PmixLaunchConstants.ATTR_HOSTFILE, Files.writeString(Jobs.scratch().resolve("hosts"), "a slots=two\n").toString());

		assertThat(errors(copy)).singleElement().asString().contains("line 1", "'two'");
	}

	@Test
	void validate_moreRanksThanProcessors_warnsOnThisMachineOnly() throws Exception {
		ILaunchConfigurationWorkingCopy copy = job("local");
		copy.setAttribute(PmixLaunchConstants.ATTR_RANKS, 60_000);
		assertThat(LaunchValidator.validate(copy)).singleElement().extracting(LaunchProblem::message).asString().startsWith("Oversubscribed");

		copy.setAttribute(PmixLaunchConstants.ATTR_ENGINE, "prrte:12345");
		assertThat(LaunchValidator.validate(copy)).isEmpty();
	}

	@Test
	void preview_ofAnotherEngine_saysWhoPlacesTheRanks() throws Exception {
		assertThatThrownBy(() -> PlacementPreview.of(job("prrte"))).hasMessageContaining("engine prrte places the ranks");
		assertThat(PlacementPreview.of(job("local")).nodes()).hasSize(1);
	}

	@Test
	void test_ofThisMachine_countsItsSlots() throws Exception {
		assertThat(ConnectionTest.run(job(""), new NullProgressMonitor())).containsExactly(
				"The job runs on this machine, as no other one is named.",
				"This machine has " + Runtime.getRuntime().availableProcessors() + " slots.");
	}

	@Test
	void launch_serverThatDoesNotExist_isNamed() throws Exception {
		ILaunchConfigurationWorkingCopy copy = job("prrte:file:/no/such/file");

		assertThatThrownBy(() -> copy.launch(ILaunchManager.RUN_MODE, new NullProgressMonitor())).hasMessageContaining("/no/such/file");
		assertThatThrownBy(() -> ConnectionTest.run(copy, new NullProgressMonitor())).hasMessageContaining("/no/such/file");
		assertThat(Jobs.manager().getLaunches()).isEmpty();
	}

	@Test
	void launch_serverOfPmix4j_runsTheJobThereWithAllCapabilities() throws Exception {
		Path scratch = Jobs.scratch();
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(scratch))) {
			ILaunchConfigurationWorkingCopy copy = jobs.script(2, "echo from $PMIX_RANK; exec sleep 1000");
			copy.setAttribute(PmixLaunchConstants.ATTR_ENGINE, "local:" + host.uri());
			Launched launched = Launched.launch(copy);
			launched.awaitOutput("from 1");
			jobs.await(() -> launched.namespace().ranks().stream().allMatch(rank -> rank.state() == ElementState.RUNNING));

			assertThat(host.jobs()).singleElement().extracting(org.pmix4j.job.Job::nspace).isEqualTo(launched.namespace().name());
			assertThat(launched.namespace().hasLocalProcesses()).isTrue();
			launched.namespace().ranks().get(1).terminate();
			jobs.await(() -> launched.namespace().ranks().get(1).state().isEnded());
			launched.process().terminate();
			launched.awaitEnd();
			assertThat(launched.namespace().state()).isEqualTo(ElementState.KILLED);
		}
	}
}
