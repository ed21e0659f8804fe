// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.spawn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.pmix4j.host.internal.spawn.LogRequest;
import org.pmix4j.host.internal.spawn.SpawnBase;
import org.pmix4j.host.internal.spawn.LaunchRequest;
import org.pmix4j.host.internal.spawn.LaunchRequest.Dependence;
import org.pmix4j.host.internal.spawn.SpawnRequest;
import org.pmix4j.host.tests.node.SimulatedNode;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.ErrorPolicy;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.OutputSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.OutputOptions;
import org.pmix4j.job.options.SpawnOptions;
import org.pmix4j.model.App;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.OutputFormat;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.LogAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;

/** The translation of a spawn request to a job. */
class SpawnReaderTest {
	private static final Proc REQUESTER = Proc.of("parent@1", 0);
	private static final SpawnBase BASE = new SpawnBase(Path.of("/work"),
			OptionValues.DEFAULTS.with(OutputOptions.TAG, OutputFormat.Tag.RANK).with(JobOptions.CONTINUE, true), OptionValues.DEFAULTS,
			OutputSink.DISCARD,
			Map.of("OF_PARENT", "yes", "PATH", "/bin", "PWD", "/work"),
			new SpawnBase.Room(SimulatedNode.pool("node", 4), SimulatedNode.pool("node", 4).get(0).node(), Map.of(),
					Path.of("/session"), 4, 1), target -> List.of());

	@Test
	void read_noDirectives_givesSettingsOfTheParent() throws Exception {
		LaunchRequest order = read(Infos.EMPTY, app("program", 2));

		assertThat(order.spec().output()).isEqualTo(OutputSpec.tagged(OutputFormat.Tag.RANK));
		assertThat(order.spec().errorPolicy()).isEqualTo(ErrorPolicy.CONTINUE);
		assertThat(order.spec().timeout()).isZero();
		assertThat(order.spec().options().without(JobOptions.STDIN)).isEqualTo(BASE.inherited());
		assertThat(order.spec().get(SpawnOptions.START_LIMIT)).isZero();
		assertThat(order.news()).isEqualTo(new LaunchRequest.News(false, false, false, false, false, LogRequest.NONE));
		assertThat(order.bonds()).isEqualTo(new LaunchRequest.Bonds(Dependence.FAILS, false));
		AppSpec app = order.spec().apps().get(0);
		assertThat(app.program()).isEqualTo("program");
		assertThat(app.arguments()).containsExactly("argument");
		assertThat(app.ranks()).isEqualTo(2);
		assertThat(app.directory()).isEqualTo(Path.of("/work"));
		assertThat(app.environment().appliedTo(Map.of())).containsEntry("OF_PARENT", "yes").containsEntry("GIVEN", "1").doesNotContainKey("PWD");
	}

	@Test
	void read_noNumberOfProcesses_fillsTheSlots() throws Exception {
		assertThat(read(Infos.EMPTY, app("program", 0)).spec().size()).isEqualTo(4);
	}

	@Test
	void read_directoryOfJobAndProgram_usesThatOfTheProgram() throws Exception {
		App own = new App("program", List.of(), List.of(), "/start", 1, Infos.of(Info.of(SpawnAttributes.WDIR, "below")));
		App none = new App("program", List.of(), List.of(), "/start", 1, Infos.EMPTY);
		LaunchRequest order = read(Infos.of(Info.of(SpawnAttributes.WDIR, "/job")), own, none);

		assertThat(order.spec().apps()).extracting(AppSpec::directory).containsExactly(Path.of("/start/below"), Path.of("/job"));
	}

	@Test
	void read_sessionDirectory_countsLessThanADirectoryOfTheProgram() throws Exception {
		Infos session = Infos.of(Info.of(SpawnAttributes.SET_SESSION_CWD, true));
		App own = new App("program", List.of(), List.of(), "", 1, Infos.of(Info.of(SpawnAttributes.WDIR, "/own")));

		assertThat(read(session, app("program", 1), own).spec().apps()).extracting(app -> app.options().get(AppOptions.SESSION_DIRECTORY))
				.containsExactly(true, false);
	}

	@Test
	void read_outputPolicyAndLimits_areRead() throws Exception {
		LaunchRequest order = read(Infos.of(Info.of(IofAttributes.IOF_TAG_DETAILED_OUTPUT, true), Info.of(IofAttributes.TIMESTAMP_OUTPUT, true),
				Info.of(IofAttributes.MERGE_STDERR_STDOUT, true), Info.of(SpawnAttributes.JOB_CONTINUOUS, false),
				Info.of(SpawnAttributes.JOB_TIMEOUT, 7), Info.of(KeyValueAttributes.TIMEOUT, 3)), app("program", 1));

		assertThat(order.spec().output()).isEqualTo(OutputSpec.tagged(OutputFormat.Tag.DETAILED).withTimestamp(true).withMerge(true));
		assertThat(order.spec().errorPolicy()).isEqualTo(ErrorPolicy.TERMINATE);
		assertThat(order.spec().timeout()).isEqualTo(Duration.ofSeconds(7));
		assertThat(order.spec().get(SpawnOptions.START_LIMIT)).isEqualTo(Duration.ofSeconds(3));
	}

	@Test
	void read_channelsOfLoggedEvents_areRead() throws Exception {
		Info silent = Info.of(LogAttributes.LOG_STDOUT.key(), PmixValue.Bool.FALSE);
		Info syslog = Info.of(LogAttributes.LOG_SYSLOG.key(), PmixValue.Bool.TRUE);
		Info priority = Info.of(LogAttributes.LOG_SYSLOG_PRI, 3);

		LaunchRequest order = read(Infos.of(Info.of(LogAttributes.LOG_COMPLETION, true), silent, syslog, priority), app("program", 1));

		assertThat(order.news().log()).isEqualTo(new LogRequest(List.of(syslog), Infos.of(priority)));
		assertThat(order.ignored()).isEmpty();
		assertThat(read(Infos.of(syslog), app("program", 1)).ignored()).containsExactly("PMIX_LOG_SYSLOG has no effect here");
	}

	@Test
	void read_notificationsAndDependence_areRead() throws Exception {
		LaunchRequest order = read(Infos.of(Info.of(SpawnAttributes.NOTIFY_JOB_EVENTS, true),
				Info.of(SpawnAttributes.NOTIFY_PROC_TERMINATION, true),
				Info.of(SpawnAttributes.SPAWN_CHILD_SEP, false), Info.of(SpawnAttributes.REPORT_CHILD_SEP, true)), app("program", 1));

		assertThat(order.news()).isEqualTo(new LaunchRequest.News(true, true, true, false, false, LogRequest.NONE));
		assertThat(order.bonds()).isEqualTo(new LaunchRequest.Bonds(Dependence.ENDS, true));
	}

	@Test
	void read_debuggerDirectives_arePassedToTheRanks() throws Exception {
		Info hold = Info.of(DebuggerAttributes.DEBUG_STOP_IN_INIT.key(), PmixValue.Bool.TRUE);

		assertThat(read(Infos.of(hold), app("program", 1)).jobInfos().list()).containsExactly(hold);
	}

	@Test
	void read_variables_areSetIfTheyHaveNameAndValue() throws Exception {
		App app = new App("program", List.of(), List.of("A=x=y", "=B", "C"), "", 1, Infos.EMPTY);

		assertThat(read(Infos.EMPTY, app).spec().apps().get(0).environment().appliedTo(Map.of())).containsEntry("A", "x=y")
				.doesNotContainKeys("", "C");
	}

	@Test
	void read_noProgram_isRefused() {
		assertRefused(Status.ERR_JOB_NO_EXE_SPECIFIED, Infos.EMPTY);
		assertRefused(Status.ERR_JOB_NO_EXE_SPECIFIED, Infos.EMPTY, new App("", List.of(), List.of(), "", 1, Infos.EMPTY));
	}

	@Test
	void read_impossibleNumberOfProcesses_isRefused() {
		assertRefused(Status.ERR_BAD_PARAM, Infos.EMPTY, app("program", -1));
		assertRefused(Status.ERR_BAD_PARAM, Infos.EMPTY, app("program", Integer.MAX_VALUE));
		assertRefused(Status.ERR_BAD_PARAM, Infos.EMPTY, app("a", AppSpec.MAX_RANKS), app("b", 1));
	}

	@Test
	void read_moreRanksThanSlots_isRefusedOnlyIfForbidden() throws Exception {
		assertThat(read(Infos.EMPTY, app("program", 2)).spec().size()).isEqualTo(2);
		assertRefused(Status.ERR_JOB_INSUFFICIENT_RESOURCES, Infos.of(Info.of(SpawnAttributes.NO_OVERSUBSCRIBE, true)), app("program", 2));
		assertRefused(Status.ERR_JOB_INSUFFICIENT_RESOURCES, Infos.of(Info.of(SpawnAttributes.MAPBY, "slot:NOOVERSUBSCRIBE")),
				app("program", 2));
	}

	@Test
	void read_requiredDirectiveWithoutEffect_isRefused() throws Exception {
		Info unknown = Info.of("pmix.no.such.directive", PmixValue.Bool.TRUE);
		Info binding = Info.of(SpawnAttributes.BINDTO, "none");

		assertRefused(Status.ERR_NOT_SUPPORTED, Infos.of(unknown.required()), app("program", 1));
		assertThat(read(Infos.of(unknown, binding.required()), app("program", 1)).spec().size()).isEqualTo(1);
	}

	private static App app(String command, int processes) {
		return new App(command, List.of(command, "argument"), List.of("GIVEN=1"), "", processes, Infos.EMPTY);
	}

	@Test
	void read_environmentIsNotForwarded_inheritsOnlyWhatAnyProgramNeeds() throws Exception {
		App app = new App("program", List.of("program"), List.of("GIVEN=1"), "", 1, Infos.EMPTY);
		Infos infos = Infos.EMPTY.with(SpawnAttributes.FWD_ENVIRONMENT, false);

		assertThat(read(infos, app).spec().apps().get(0).environment().appliedTo(Map.of()))
				.containsExactlyInAnyOrderEntriesOf(Map.of("GIVEN", "1", "PATH", "/bin"));
		assertThat(read(infos, app).ignored()).isEmpty();
	}

	@Test
	void read_completionIsAskedFor_isNews() throws Exception {
		App app = new App("program", List.of("program"), List.of(), "", 1, Infos.EMPTY);

		assertThat(read(Infos.EMPTY.with(SpawnAttributes.NOTIFY_COMPLETION, true), app).news().end()).isTrue();
		assertThat(read(Infos.EMPTY, app).news().end()).isFalse();
	}

	private static LaunchRequest read(Infos infos, App... apps) throws PmixException {
		return Drafts.order(new SpawnRequest(REQUESTER, infos, List.of(apps)), BASE);
	}

	private static void assertRefused(Status status, Infos infos, App... apps) {
		assertThatThrownBy(() -> read(infos, apps)).isInstanceOf(PmixException.class)
				.extracting(problem -> ((PmixException) problem).status()).isEqualTo(status);
	}
}
