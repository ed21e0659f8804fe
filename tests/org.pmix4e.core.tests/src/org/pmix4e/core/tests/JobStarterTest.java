// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.preferences.IEclipsePreferences;
import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.core.model.IProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.core.internal.configuration.LaunchOptions;
import org.pmix4e.core.launch.JobRankProcess;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.model.SessionElement;
import org.pmix4j.job.options.JobOptions;

/** Tests launches from the configuration to the end of the job. */
class JobStarterTest {
	@RegisterExtension
	final Jobs jobs = new Jobs();

	@Test
	void launch_fourRanks_showsTaggedOutputAndExitValues() throws Exception {
		Launched launched = Launched.launch(jobs.script(4, "echo rank $PMIX_RANK; echo bad >&2")).awaitEnd();

		assertThat(launched.out().lines()).containsExactlyInAnyOrder("[0] rank 0", "[1] rank 1", "[2] rank 2", "[3] rank 3");
		assertThat(launched.err().lines()).containsExactlyInAnyOrder("[0] bad", "[1] bad", "[2] bad", "[3] bad");
		assertThat(launched.launch().isTerminated()).isTrue();
		assertThat(launched.process().getExitValue()).isZero();
		assertThat(launched.process().ranks()).hasSize(4).allSatisfy(rank -> assertThat(rank.getExitValue()).isZero());
	}

	@Test
	void label_ofJobOfSeveralPrograms_namesEachOnce() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(2, "/bin/echo");
		copy.setAttribute(PmixLaunchConstants.ATTR_MORE_PROGRAMS, List.of("1 /bin/true", "1 /bin/echo a"));
		assertThat(Launched.launch(copy).awaitEnd().process().getLabel()).isEqualTo("4 ranks of echo, true");
		copy.setAttribute(PmixLaunchConstants.ATTR_MORE_PROGRAMS, List.of("1 /bin/true", "1 /bin/cat /dev/null", "1 /bin/uname"));
		assertThat(Launched.launch(copy).awaitEnd().process().getLabel()).isEqualTo("5 ranks of echo, true, cat, ...");
	}

	@Test
	void launch_children_areJobAndItsRanks() throws Exception {
		Launched launched = Launched.launch(jobs.script(2, "echo $$"));
		launched.awaitEnd();

		assertThat(launched.launch().getProcesses()).containsExactly(launched.process());
		IProcess[] processes = Arrays.copyOf(launched.launch().getChildren(), 3, IProcess[].class);
		assertThat(processes[0].getLabel()).isEqualTo("2 ranks of sh");
		assertThat(processes[0].getAttribute(PmixLaunchConstants.PROCESS_NAMESPACE)).isEqualTo(launched.namespace().name());
		assertThat(Arrays.stream(processes).skip(1)).allSatisfy(rank -> assertThat(rank.getStreamsProxy()).isNull());
		String pid = launched.process().output().text(chunk -> chunk.rank() == 1).strip();
		assertThat(processes[2].getAttribute(IProcess.ATTR_PROCESS_ID)).isEqualTo(pid);
		String node = processes[2].getAttribute(PmixLaunchConstants.PROCESS_NODE);
		assertThat(processes[2].getLabel()).isEqualTo("rank 1 (" + node + ", " + pid + ")");
	}

	@Test
	void launch_whileRanksRun_isNotTerminated() throws Exception {
		Launched launched = Launched.launch(jobs.script(2, "[ $PMIX_RANK = 0 ] || exec sleep 1000"));
		jobs.await(() -> launched.process().ranks().get(0).isTerminated());

		assertThat(launched.namespace().ranks().get(0).state()).isEqualTo(ElementState.FINISHED);
		assertThat(launched.process().ranks().get(1).isTerminated()).isFalse();
		assertThat(launched.process().isTerminated()).isFalse();
		assertThat(launched.launch().isTerminated()).isFalse();
		assertThatThrownBy(launched.process()::getExitValue).isInstanceOf(DebugException.class);
	}

	@Test
	void launch_rankThreeFails_namesItAndEndsOtherRanks() throws Exception {
		Launched launched = Launched.launch(jobs.script(4, "[ $PMIX_RANK = 3 ] && exit 7; exec sleep 1000")).awaitEnd();

		assertThat(launched.process().getExitValue()).isEqualTo(7);
		assertThat(launched.process().ranks().get(3).getExitValue()).isEqualTo(7);
		assertThat(launched.namespace().state()).isEqualTo(ElementState.FAILED);
		assertThat(launched.namespace().firstFailure()).hasValueSatisfying(failure -> {
			assertThat(failure.rank().rank()).isEqualTo(3);
			assertThat(failure.reason()).contains("7");
		});
		assertThat(launched.namespace().ranks()).extracting(RankElement::state).containsExactly(ElementState.KILLED, ElementState.KILLED,
				ElementState.KILLED, ElementState.FAILED);
		assertThat(launched.err()).contains("pmix4j: rank 3 on ", "the other 3 ranks were ended");
	}

	@Test
	void launch_withContinue_letsOtherRanksFinish() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.script(2, "[ $PMIX_RANK = 1 ] && exit 7; echo done");
		copy.setAttribute(PmixLaunchConstants.ATTR_CONTINUE, true);
		Launched launched = Launched.launch(copy).awaitEnd();

		assertThat(launched.process().ranks().get(0).getExitValue()).isZero();
		assertThat(launched.process().getExitValue()).isEqualTo(7);
		assertThat(launched.out()).contains("[0] done");
	}

	@Test
	void terminate_job_endsAllRanks() throws Exception {
		Launched launched = Launched.launch(jobs.script(3, "exec sleep 1000"));
		assertThat(launched.launch().canTerminate()).isTrue();
		launched.launch().terminate();
		launched.awaitEnd();

		assertThat(launched.launch().isTerminated()).isTrue();
		assertThat(launched.launch().canTerminate()).isFalse();
		assertThat(launched.namespace().state()).isEqualTo(ElementState.KILLED);
		assertThat(Jobs.liveRanks()).isEmpty();
	}

	@Test
	void terminate_jobThatIgnoresTerm_killsIt() throws Exception {
		Launched launched = Launched.launch(jobs.script(2, "trap '' TERM; echo ready; while :; do sleep 1000; done"));
		launched.launch().terminate();

		assertThat(launched.awaitEnd().launch().isTerminated()).isTrue();
	}

	@Test
	void terminate_oneRankWithContinue_letsOtherRanksFinish() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.script(3, "[ $PMIX_RANK = 1 ] && exec sleep 1000; read line; echo $line");
		copy.setAttribute(PmixLaunchConstants.ATTR_CONTINUE, true);
		copy.setAttribute(PmixLaunchConstants.ATTR_STDIN, PmixLaunchConstants.STDIN_ALL);
		Launched launched = Launched.launch(copy);
		JobRankProcess rank = launched.process().ranks().get(1);
		rank.terminate();
		jobs.await(() -> launched.namespace().ranks().get(1).state().isEnded());

		assertThat(launched.launch().isTerminated()).isFalse();
		launched.process().getStreamsProxy().write("on\n");
		launched.awaitEnd();
		assertThat(rank.getExitValue()).isEqualTo(128 + 15);
		assertThat(launched.out().lines()).containsExactlyInAnyOrder("[0] on", "[2] on");
	}

	@Test
	void terminate_oneRankByDefault_endsJob() throws Exception {
		Launched launched = Launched.launch(jobs.script(3, "exec sleep 1000"));
		launched.process().ranks().get(1).terminate();
		launched.awaitEnd();

		assertThat(launched.namespace().firstFailure()).as("a rank that the user ends has not failed").isEmpty();
		assertThat(launched.process().getExitValue()).isEqualTo(128 + 15);
	}

	@Test
	void launch_repeated_usesSameServer() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.script(2, "echo again");
		ILaunchConfiguration saved = copy.doSave();
		Set<SessionElement> sessions = new HashSet<>();
		for (int i = 0; i < 3; i++) {
			Launched launched = Launched.launch(saved).awaitEnd();
			assertThat(launched.out().lines()).containsExactlyInAnyOrder("[0] again", "[1] again");
			assertThat(launched.launch().getLaunchConfiguration()).isEqualTo(saved);
			sessions.add(launched.namespace().session());
		}
		assertThat(sessions).as("one server serves all launches").hasSize(1);
	}

	@Test
	void launch_canceled_endsJob() throws Exception {
		NullProgressMonitor monitor = new NullProgressMonitor() {
			@Override
			public void subTask(String name) {
				if (name.endsWith("ranks started")) {
					setCanceled(true);
				}
			}
		};
		jobs.script(4, "exec sleep 1000").launch(ILaunchManager.RUN_MODE, monitor);

		assertThat(Jobs.liveRanks()).isEmpty();
	}

	@Test
	void launch_missingProgram_namesItAndAddsNoLaunch() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(2, "/no/such/program");

		assertThatThrownBy(() -> Launched.launch(copy)).isInstanceOf(CoreException.class)
				.hasMessage("The program /no/such/program does not exist.");
		assertThat(Jobs.manager().getLaunches()).isEmpty();
	}

	@Test
	void launch_brokenProgram_reportsErrorOfSystem() throws Exception {
		Path program = Files.writeString(Jobs.scratch().resolve("broken"), "#!/no/such/interpreter\n");
		program.toFile().setExecutable(true);

		assertThatThrownBy(() -> Launched.launch(jobs.program(2, program.toString()))).isInstanceOf(CoreException.class)
				.hasMessageContaining("/no/such/interpreter");
		Launched launched = Launched.of(Jobs.manager().getLaunches()[0]).awaitEnd();
		assertThat(launched.launch().isTerminated()).isTrue();
		assertThat(launched.process().getExitValue()).isEqualTo(126);
	}

	@Test
	void launch_directoryAndEnvironment_areTakenFromConfiguration() throws Exception {
		Path directory = Jobs.scratch();
		ILaunchConfigurationWorkingCopy copy = jobs.script(1, "pwd; echo $GREETING");
		copy.setAttribute(DebugPlugin.ATTR_WORKING_DIRECTORY, directory.toString());
		copy.setAttribute(ILaunchManager.ATTR_ENVIRONMENT_VARIABLES, Map.of("GREETING", "hello you"));
		Launched launched = Launched.launch(copy).awaitEnd();

		assertThat(launched.out().lines()).containsExactly("[0] " + directory.toRealPath(), "[0] hello you");
		assertThat(launched.process().getAttribute(DebugPlugin.ATTR_WORKING_DIRECTORY)).isEqualTo(directory.toString());
	}

	@Test
	void launch_sessionDirectory_isCreatedInGivenDirectory() throws Exception {
		Path base = Jobs.scratch();
		ILaunchConfigurationWorkingCopy copy = jobs.script(1, "echo hi");
		copy.setAttribute(PmixLaunchConstants.ATTR_SESSION_DIRECTORY, base.toString());
		Launched launched = Launched.launch(copy).awaitEnd();

		assertThat(launched.namespace().session().directory().orElseThrow().startsWith(base)).isTrue();
	}

	@Test
	void launch_timeout_endsJob() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.script(2, "exec sleep 1000");
		copy.setAttribute(PmixLaunchConstants.ATTR_TIMEOUT, 1);
		Launched launched = Launched.launch(copy).awaitEnd();

		assertThat(launched.process().getExitValue()).isEqualTo(110);
		assertThat(launched.err()).contains("time limit of 1 s");
	}

	@Test
	void terminate_withKillTimeoutOfPreferences_letsRanksSaveTheirState() throws Exception {
		IEclipsePreferences preferences = InstanceScope.INSTANCE.getNode(PmixPreferences.NODE);
		preferences.putInt(PmixPreferences.KILL_TIMEOUT, 600);
		try {
			// longer than the host's default
			ILaunchConfigurationWorkingCopy copy = jobs.script(1,
					"trap 'sleep 4; echo saved; exit 0' TERM; echo ready; while :; do sleep 0.1; done");
			Launched launched = Launched.launch(copy);
			launched.awaitOutput("ready");
			launched.launch().terminate();
			launched.awaitEnd();

			assertThat(launched.out()).contains("saved");
			assertThat(LaunchOptions.read(copy).get(JobOptions.KILL_TIMEOUT)).isEqualTo(Duration.ofMinutes(10));
			copy.setAttribute(PmixLaunchConstants.ATTR_KILL_TIMEOUT, 1);
			assertThat(LaunchOptions.read(copy).get(JobOptions.KILL_TIMEOUT)).isEqualTo(Duration.ofSeconds(1));
		} finally {
			preferences.remove(PmixPreferences.KILL_TIMEOUT);
		}
		assertThat(LaunchOptions.read(jobs.script(1, "")).isSet(JobOptions.KILL_TIMEOUT)).isFalse();
	}

	@Test
	void launch_ranks_areRemembered() throws Exception {
		Launched.launch(jobs.script(3, "exit 0")).awaitEnd();

		assertThat(PmixPreferences.ranks()).isEqualTo(3);
	}
}
