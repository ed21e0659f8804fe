// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.spawn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.host.internal.spawn.LaunchRequest;
import org.pmix4j.host.internal.spawn.ToolDirectives;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.model.attributes.ToolAttributes;
import org.pmix4j.server.spi.ParentTool;

/** Tests directives of a tool that has started the launcher. */
class ToolDirectivesTest {
	private static final Proc TOOL = Proc.of("tool", 0);
	private static final JobSpec SPEC = JobSpec.of(2, "program");

	private final ToolDirectives directives = new ToolDirectives();

	private static Infos array(Info... infos) {
		return Infos.EMPTY.with(ToolAttributes.LAUNCH_DIRECTIVES, DataArray.of(Infos.of(infos)));
	}

	private void begin(Info... infos) {
		directives.begin(new ParentTool(TOOL, array(infos)));
	}

	@Test
	void request_noTool_isEmpty() throws Exception {
		LaunchRequest request = directives.request(SPEC, JobListener.NONE);

		assertThat(request.spawner()).isEmpty();
		assertThat(request.spec()).isSameAs(SPEC);
		assertThat(directives.released()).isNotDone();
	}

	@Test
	void request_directives_changeTheJob() throws Exception {
		begin(Info.of(DebuggerAttributes.DEBUG_STOP_IN_INIT, PmixValue.Bool.TRUE), Info.of(SpawnAttributes.NOTIFY_JOB_EVENTS, true),
				Info.of(SpawnAttributes.MAPBY, "slot"),
				Info.of(IofAttributes.FWD_STDERR, false));

		LaunchRequest request = directives.request(SPEC, JobListener.NONE);

		assertThat(request.spawner()).contains(TOOL);
		assertThat(request.spec().apps().get(0).options().isSet(PlacementOptions.MAP_BY)).isTrue();
		assertThat(request.news().job()).isTrue();
		assertThat(request.forwarded()).isEqualTo(IofChannel.STDOUT);
		assertThat(request.jobInfos().value(DebuggerAttributes.DEBUG_STOP_IN_INIT.key())).contains(PmixValue.Bool.TRUE);
	}

	@Test
	void request_requiredDirectiveWithoutEffect_isRefused() {
		begin(Info.of("pmix.no.such", PmixValue.Bool.TRUE).required());

		assertThatThrownBy(() -> directives.request(SPEC, JobListener.NONE)).isInstanceOf(PmixException.class)
				.hasMessageContaining("pmix.no.such is required");
	}

	@Test
	void request_colocation_isToldOrRefused() throws Exception {
		String problem = "PMIX_COLOCATE_NPERNODE has no effect on the first job of a launcher, beside which nothing runs yet";
		Info beside = Info.of(DebuggerAttributes.COLOCATE_NPERNODE, 1);
		begin(beside);
		assertThat(directives.request(SPEC, JobListener.NONE).ignored()).containsExactly(problem);

		begin(beside.required());
		assertThatThrownBy(() -> directives.request(SPEC, JobListener.NONE)).isInstanceOf(PmixException.class)
				.hasMessage("spawn: " + problem.replace(" has", " is required, but has"));
	}

	@Test
	void request_stopOfAnUnknownRank_isRefusedAlsoWithoutANumberOfRanks() {
		begin(Info.of(DebuggerAttributes.DEBUG_STOP_IN_INIT, Rank.of(AppSpec.MAX_RANKS)));

		assertThatThrownBy(() -> directives.request(JobSpec.of(new AppSpec("program", List.of(), OptionValues.DEFAULTS)), JobListener.NONE))
				.isInstanceOf(PmixException.class).hasMessageContaining("PMIX_DEBUG_STOP_IN_INIT names rank " + AppSpec.MAX_RANKS);
	}

	@Test
	void told_releaseOfTheTool_letsTheLauncherGoOn() throws Exception {
		begin();
		directives.told(Status.DEBUGGER_RELEASE, Proc.of("other", 0), Infos.EMPTY);
		directives.told(Status.EVENT_JOB_END, TOOL, Infos.EMPTY);
		assertThat(directives.released()).isNotDone();

		directives.told(Status.DEBUGGER_RELEASE, TOOL, array(Info.of(DebuggerAttributes.DEBUG_STOP_IN_APP, PmixValue.Bool.TRUE)));

		assertThat(directives.released()).isCompleted();
		assertThat(directives.request(SPEC, JobListener.NONE).jobInfos().value(DebuggerAttributes.DEBUG_STOP_IN_APP.key()))
				.contains(PmixValue.Bool.TRUE);
	}

	/** The tool may send it before its answer to the launcher. */
	@Test
	void told_releaseBeforeTheAnswerOfTheTool_letsTheLauncherGoOn() throws Exception {
		directives.told(Status.DEBUGGER_RELEASE, Proc.of("other", 0), Infos.EMPTY);
		directives.told(Status.DEBUGGER_RELEASE, TOOL, array(Info.of(DebuggerAttributes.DEBUG_STOP_IN_APP, PmixValue.Bool.TRUE)));
		assertThat(directives.released()).isNotDone();

		begin();

		assertThat(directives.released()).isCompleted();
		assertThat(directives.request(SPEC, JobListener.NONE).jobInfos().value(DebuggerAttributes.DEBUG_STOP_IN_APP.key()))
				.contains(PmixValue.Bool.TRUE);
	}

	@Test
	void told_releaseOfAnotherProcessBeforeTheAnswerOfTheTool_isIgnored() {
		directives.told(Status.DEBUGGER_RELEASE, Proc.of("other", 0), Infos.EMPTY);

		begin();

		assertThat(directives.released()).isNotDone();
	}

	@Test
	void lost_tool_isAFailureOfTheWait() {
		begin();

		assertThat(directives.lost(Proc.of("other", 0))).isFalse();
		assertThat(directives.released()).isNotDone();
		assertThat(directives.lost(TOOL)).isTrue();

		assertThatThrownBy(() -> ToolDirectives.await(directives.released())).isInstanceOf(PmixException.class)
				.hasMessage("the tool tool:0, which started this launcher, is gone; no job was started");
	}
}
