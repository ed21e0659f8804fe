// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.job.events.JobStage;
import org.pmix4j.job.events.RankStage;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.job.options.ReportOptions;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.JobState;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.ExitStatus;
import org.pmix4j.process.internal.process.Program;
import org.pmix4j.process.internal.process.SpawnException;

/** The order in which a job and its ranks enter their stages. */
class StageOrderTest {
	/** The order of {@code prterun --prtemca state_base_verbose 5} of PRRTE 3.0.8, job 1. */
	private static final List<JobStage> START = List.of(JobStage.INIT, JobStage.INIT_COMPLETE, JobStage.ALLOCATE,
			JobStage.ALLOCATION_COMPLETE, JobStage.LAUNCH_DAEMONS, JobStage.DAEMONS_REPORTED, JobStage.VM_READY, JobStage.MAP,
			JobStage.MAP_COMPLETE, JobStage.SYSTEM_PREP, JobStage.LAUNCH_APPS, JobStage.SEND_LAUNCH_MSG, JobStage.STARTED,
			JobStage.RUNNING);
	private static final List<JobStage> END = List.of(JobStage.TERMINATED, JobStage.NOTIFY_COMPLETED, JobStage.NOTIFIED);

	private final List<JobStage> stages = new ArrayList<>();
	private final List<RankStage> ranks = new ArrayList<>();
	private final List<JobState> states = new ArrayList<>();
	private final JobListener listener = new JobListener() {
		@Override
		public void onEvent(Job job, EngineEvent event) {
			if (event instanceof EngineEvent.JobEntered entered) {
				stages.add(entered.stage());
			} else if (event instanceof EngineEvent.RankEntered entered && entered.who().rank().value() == 0) {
				ranks.add(entered.stage());
			}
		}

		@Override
		public void jobChanged(Job job, JobState state) {
			states.add(state);
		}
	};
	private final OneNodeHost host;

	StageOrderTest(@TempDir Path directory) throws Exception {
		host = new OneNodeHost(directory);
	}

	@AfterEach
	void close() {
		host.close();
	}

	private static JobSpec spec() {
		return OneNodeHost.spec(2);
	}

	private Job launch(JobSpec spec) {
		return host.launch(spec, listener);
	}

	private JobResult end(Job job, ExitStatus status) {
		host.exitAll(status);
		return host.result(job);
	}

	private static List<JobStage> join(List<JobStage> begin, List<JobStage> end) {
		List<JobStage> all = new ArrayList<>(begin);
		all.addAll(end);
		return all;
	}

	@Test
	void job_endsWell_passesTheStagesOfPrrte() {
		end(launch(spec()), ExitStatus.exited(0));

		assertThat(stages).isEqualTo(join(START, END));
		assertThat(ranks).containsExactly(RankStage.RUNNING, RankStage.WAITPID_FIRED, RankStage.IOF_COMPLETE, RankStage.TERMINATED);
		assertThat(states).containsExactly(JobState.LAUNCH_UNDERWAY, JobState.RUNNING, JobState.TERMINATED);
	}

	@Test
	void job_ranksCallInit_areRegistered() {
		Job job = launch(spec());
		for (RankProcess rank : job.ranks()) {
			host.loop.perform(() -> host.host.upcalls.clientConnected(rank.proc(), rank, Infos.EMPTY));
			assertThat(rank.stage()).isEqualTo(RankStage.REGISTERED);
			host.loop.perform(() -> host.host.upcalls.clientFinalized(rank.proc(), rank));
		}
		assertThat(job.stage()).isEqualTo(JobStage.REGISTERED);
		end(job, ExitStatus.exited(0));

		assertThat(stages).isEqualTo(join(join(START, List.of(JobStage.REGISTERED)), END));
		assertThat(ranks).startsWith(RankStage.RUNNING, RankStage.REGISTERED, RankStage.WAITPID_FIRED);
	}

	@Test
	void job_ofMoreRanksThanANodeRuns_isMappedAndNotStarted() {
		JobResult result = host.result(launch(OneNodeHost.spec(AppSpec.MAX_STARTED + 1)));

		assertThat(result.status()).isEqualTo(Status.ERR_JOB_FAILED_TO_LAUNCH);
		assertThat(result.message().orElseThrow()).contains("it has 65537 ranks, and at most 65536 are started");
		assertThat(stages).doesNotContain(JobStage.LAUNCH_APPS);
	}

	@Test
	void job_rankDiesOfSignal_failsAndTerminates() {
		Job job = launch(spec());
		end(job, ExitStatus.signaled(Signals.KILL, false));

		assertThat(stages).isEqualTo(join(join(START, List.of(JobStage.ABORTED_BY_SIG)), END));
		assertThat(ranks).containsExactly(RankStage.RUNNING, RankStage.ABORTED_BY_SIG, RankStage.WAITPID_FIRED, RankStage.IOF_COMPLETE,
				RankStage.TERMINATED);
		assertThat(states).containsExactly(JobState.LAUNCH_UNDERWAY, JobState.RUNNING, JobState.TERMINATED_WITH_ERROR);
		assertThat(job.ranks().get(0).stage()).isEqualTo(RankStage.ABORTED_BY_SIG);
	}

	@Test
	void job_suspendedAndResumed_returnsToItsStage() {
		Job job = launch(spec());
		job.signal(Signals.TSTP);
		host.loop.run();
		assertThat(job.stage()).isEqualTo(JobStage.SUSPENDED);

		job.signal(Signals.CONT);
		host.loop.run();

		assertThat(job.stage()).isEqualTo(JobStage.RUNNING);
	}

	@Test
	void job_notLaunched_preparesNoNodeAndEndsAtOnce() {
		host.result(launch(spec().withOption(JobOptions.DO_NOT_LAUNCH, true)));

		List<JobStage> expected = new ArrayList<>(START.subList(0, START.indexOf(JobStage.STARTED)));
		expected.remove(JobStage.LAUNCH_DAEMONS);
		expected.add(JobStage.ALL_JOBS_COMPLETE);
		assertThat(stages).isEqualTo(expected);
	}

	@Test
	void reportState_tellsEachStageInTheWordsOfPrrte() {
		Job job = launch(spec().withOption(ReportOptions.STAGES, true));
		end(job, ExitStatus.exited(0));

		assertThat(host.messages()).startsWith("JOB " + job.nspace() + " STATE PENDING INIT", "JOB " + job.nspace() + " STATE INIT_COMPLETE")
				.contains("PROC [" + job.nspace() + ",1] STATE RUNNING").endsWith("JOB " + job.nspace() + " STATE NOTIFIED");
	}

	private void report(JobSpec spec, Consumer<Job> event, JobStage stage) {
		Job job = launch(spec.withOption(ReportOptions.STAGES, true));
		event.accept(job);
		host.loop.run();
		host.exitAll(ExitStatus.exited(0));
		host.result(job);

		assertThat(stages).contains(stage);
		assertThat(host.messages()).contains("JOB " + job.nspace() + " STATE " + stage.label());
	}

	private void connectAll(Job job) {
		job.ranks().forEach(host::connect);
	}

	@Test
	void reportState_exitCode_isNonZeroTermination() {
		report(spec(), job -> host.node.processes().get(0).exit(ExitStatus.exited(3)), JobStage.NON_ZERO_TERM);
	}

	@Test
	void reportState_exitWithoutFinalize_isTerminationWithoutSync() {
		report(spec(), job -> {
			connectAll(job);
			host.node.processes().get(0).exit(ExitStatus.exited(0));
		}, JobStage.ABORTED_WO_SYNC);
	}

	@Test
	void reportState_abort_isCalledAbort() {
		report(spec(), job -> host.loop.call(() -> {
			Proc caller = job.ranks().get(0).proc();
			return host.host.upcalls.abort(caller, caller, Status.of(7), "over", List.of());
		}), JobStage.CALLED_ABORT);
	}

	@Test
	void reportState_timeLimit_isKilledByCommand() {
		report(spec().withTimeout(Duration.ofSeconds(9)), job -> host.loop.advance(Duration.ofSeconds(9)), JobStage.KILLED_BY_CMD);
	}

	@Test
	void reportState_nodeNeverReady_isFailedToLaunch() {
		host.node.stick();
		report(spec(), job -> host.loop.advance(Duration.ofSeconds(10)), JobStage.FAILED_TO_LAUNCH);
	}

	@Test
	void reportState_anotherHost_isFailedAllocation() {
		report(withOption(PlacementOptions.HOSTS, "elsewhere"), job -> {
		}, JobStage.ALLOC_FAILED);
	}

	@Test
	void reportState_policyThatDoesNotFit_isFailedMap() {
		report(withOption(PlacementOptions.MAP_BY, "ppr:1:node"), job -> {
		}, JobStage.MAP_FAILED);
		assertThat(stages).doesNotContain(JobStage.FAILED_TO_START);
	}

	@Test
	void reportState_stopInInit_isReadyForDebug() {
		report(spec(), job -> {
			Infos infos = Infos.of(Info.of(DebuggerAttributes.BREAKPOINT, "pmix-init"), Info.of(NodeAttributes.LOCAL_SIZE, 2));
			host.loop.call(() -> host.host.upcalls.notifyEvent(Status.READY_FOR_DEBUG, new Proc(job.nspace(), Rank.LOCAL_PEERS), DataRange.RM,
					infos));
		}, JobStage.READY_FOR_DEBUG);
	}

	@Test
	void reportState_missingProgram_isFailedStart() {
		host.node.refuse(catchThrowableOfType(SpawnException.class,
				() -> Program.find("no-such-program", Path.of("/"), Map.of("PATH", "/nowhere"))));
		report(spec(), job -> {
		}, JobStage.FAILED_TO_START);
	}

	/** Returns a job whose program has the option. */
	private static JobSpec withOption(JobOption<String> option, String value) {
		AppSpec app = AppSpec.of(2, "program");
		return OneNodeHost.spec(new AppSpec(app.program(), app.arguments(), app.options().with(option, value)));
	}

	@Test
	void reportState_notAskedFor_saysNothing() {
		end(launch(spec()), ExitStatus.exited(0));

		assertThat(host.messages()).isEmpty();
	}
}
