// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.pmix4j.client.PmixEvent;
import org.pmix4j.dvm.internal.JobOutcome;
import org.pmix4j.dvm.internal.ServerDialect;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.OutputSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.job.options.RecoveryOptions;
import org.pmix4j.job.submission.Submission;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.OutputFormat.Tag;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;

/** Tests what a server of PRRTE is sent, and how its reports are read. */
class PrrteDialectTest {
	private static final Proc SERVER = Proc.of("prte-node-100@0", 0);

	private final ServerDialect dialect = ServerDialect.of(SERVER);

	private static JobSpec job(AppSpec... apps) {
		return JobSpec.of(apps).withEnvironment(Map.of("HOME", "/home/me"));
	}

	/** PRRTE reads them there, and ignores them in the program's. */
	@Test
	void submission_policies_areDirectivesOfTheJob() throws PmixException {
		Submission request = dialect.submission(job(AppSpec.of(2, "prog").withOption(PlacementOptions.MAP_BY, "node")
				.withOption(PlacementOptions.BIND_TO, "core").withOption(PlacementOptions.HOSTS, "a,b")));

		assertThat(request.infos().get(SpawnAttributes.MAPBY)).contains("node");
		assertThat(request.infos().get(SpawnAttributes.BINDTO)).contains("core");
		assertThat(request.apps().get(0).infos().contains(SpawnAttributes.MAPBY)).isFalse();
		assertThat(request.apps().get(0).infos().get(SpawnAttributes.HOST)).contains("a,b");
	}

	@Test
	void submission_formOfTheOutput_isNotSent() {
		Submission request = dialect.submission(job(AppSpec.of(2, "prog")).withOutput(OutputSpec.tagged(Tag.RANK).withMerge(true)));

		assertThat(request.infos().contains(IofAttributes.IOF_TAG_OUTPUT)).isFalse();
		assertThat(request.infos().contains(IofAttributes.IOF_MERGE_STDERR_STDOUT)).isFalse();
	}

	@Test
	void submission_stopsForADebugger_areThoseOfTheStandard() throws PmixException {
		for (Map.Entry<JobOption<Boolean>, Attribute<PmixValue>> stop : Map.of(JobOptions.STOP_IN_INIT, DebuggerAttributes.DEBUG_STOP_IN_INIT,
				JobOptions.STOP_IN_APP, DebuggerAttributes.DEBUG_STOP_IN_APP, JobOptions.STOP_ON_EXEC, DebuggerAttributes.DEBUG_STOP_ON_EXEC)
				.entrySet()) {
			Submission request = dialect.submission(job(AppSpec.of(2, "prog")).withOption(stop.getKey(), true));

			assertThat(request.infos().get(stop.getValue())).contains(new PmixValue.Bool(true));
			assertThat(request.infos().list()).extracting(Info::key).noneMatch(key -> key.startsWith("pmix4j"));
			assertThat(dialect.submission(job(AppSpec.of(2, "prog"))).infos().get(stop.getValue())).isEmpty();
		}
	}

	/** PRRTE ends the job, and reports success. */
	@Test
	void submission_timeLimit_isNotSent() {
		Submission request = dialect.submission(job(AppSpec.of(1, "prog")).withTimeout(Duration.ofSeconds(5)));

		assertThat(JobOptions.TIMEOUT.attributes()).isNotEmpty().noneMatch(request.infos()::contains);
	}

	@Test
	void submission_directoryThatIsNamed_mustExist() throws PmixException {
		Submission request = dialect.submission(job(AppSpec.of(1, "one").withDirectory(Path.of("sub")), AppSpec.of(1, "other"))
				.withDirectory(Path.of("/home/me")));

		assertThat(request.apps().get(0).workingDirectory()).isEqualTo("/home/me/sub");
		assertThat(request.apps().get(0).infos().isTrue(SpawnAttributes.WDIR_USER_SPECIFIED)).isTrue();
		assertThat(request.apps().get(1).workingDirectory()).isEqualTo("/home/me");
		assertThat(request.apps().get(1).infos().contains(SpawnAttributes.WDIR_USER_SPECIFIED)).isFalse();
	}

	/** Without the last variable, each rank of a program of Open MPI 4.1 is a job of its own. */
	@Test
	void submission_environment_hasNoVariablesOfOtherLaunchers() {
		Submission request = dialect.submission(job(AppSpec.of(1, "prog"))
				.withEnvironment(Map.of("HOME", "/home/me", "PMIX_RANK", "3", "SLURM_PROCID", "3")));

		assertThat(request.apps().get(0).environment()).containsExactly("HOME=/home/me", "JSM_JSRUN_PORT=0");
	}

	@Test
	void unsupported_optionsThatPrrteDoesNotHonor_areNamed() {
		JobSpec job = job(AppSpec.of(1, "prog").withOption(AppOptions.PRELOAD_BINARY, true).withOption(RecoveryOptions.MAX_RESTARTS, 2),
				AppSpec.of(1, "other").withOption(PlacementOptions.MAP_BY, "node")).withOption(JobOptions.FILE_MODE_MASK, 027);

		assertThat(dialect.unsupported(job)).hasSize(4).anySatisfy(line -> assertThat(line).contains("--preload-binary", "daemons"))
				.anySatisfy(line -> assertThat(line).contains("mask of PRRTE's daemons"))
				.anySatisfy(line -> assertThat(line).contains("--max-restarts"))
				.anySatisfy(line -> assertThat(line).contains("--map-by", "another program"));
	}

	@Test
	void unsupported_optionsThatAreFollowed_areNone() {
		JobSpec job = job(AppSpec.of(1, "prog").withOption(PlacementOptions.MAP_BY, "node").withOption(AppOptions.RANKS, 3))
				.withOutput(OutputSpec.tagged(Tag.JOB).withXml(false)).withTimeout(Duration.ofSeconds(5));

		assertThat(dialect.unsupported(job)).isEmpty();
	}

	@Test
	void inputPiece_isWhatRemoteRanksGet() {
		assertThat(dialect.inputPiece()).isLessThanOrEqualTo(4096);
	}

	@Test
	void outcome_exitCodeInPlaceOfTheStatus_namesTheFirstFailure() {
		JobOutcome end = JobOutcome.of(end(Status.of(5), Proc.of("prte-node-100@2", 3)));

		assertThat(end).isEqualTo(new JobOutcome(Status.ERR_EXIT_NONZERO_TERM, 5, Optional.of(Proc.of("prte-node-100@2", 3)),
				Optional.of("text")));
	}

	@Test
	void outcome_codeOfASignal_isTheStatusOfASignal() {
		JobOutcome end = JobOutcome.of(end(Status.of(137), Proc.wildcard("prte-node-100@2")));

		assertThat(end.status()).isEqualTo(Status.ERR_JOB_ABORTED_BY_SIG);
		assertThat(end.exitCode()).isEqualTo(137);
		assertThat(end.culprit()).isEmpty();
	}

	@Test
	void outcome_success_hasNoCulprit() {
		JobOutcome end = JobOutcome.of(end(Status.SUCCESS, Proc.of("prte-node-100@2", 0)));

		assertThat(end.status()).isEqualTo(Status.SUCCESS);
		assertThat(end.exitCode()).isZero();
		assertThat(end.culprit()).isEmpty();
	}

	/** The message for it is that of the next failure in PRRTE's list. */
	@Test
	void outcome_limitOfFilesAndADirectoryIsNamed_namesTheDirectory() {
		JobOutcome refusal = new JobOutcome(Status.ERR_JOB_FAILED_TO_LAUNCH, 1, Optional.empty(), Optional.of("refused"));
		Optional<String> text = Optional.of("Error: system limit exceeded on number of files that can be open\n   Node: b\nand more");

		assertThat(refusal.explainedBy(text, job(AppSpec.of(1, "prog").withDirectory(Path.of("/gone")))).message().orElseThrow())
				.startsWith("the working directory /gone does not exist or cannot be entered on b").doesNotContain("and more");
		assertThat(refusal.explainedBy(text, job(AppSpec.of(1, "prog"))).message().orElseThrow()).contains("refused", "and more");
	}

	private static PmixEvent end(Status status, Proc affected) {
		Infos infos = Infos.EMPTY.with(JobAttributes.JOB_TERM_STATUS, status).with(EventAttributes.EVENT_AFFECTED_PROC, affected)
				.with(EventAttributes.EVENT_TEXT_MESSAGE, "text");
		return new PmixEvent(Status.EVENT_JOB_END, SERVER, DataRange.SESSION, infos, Infos.EMPTY);
	}
}
