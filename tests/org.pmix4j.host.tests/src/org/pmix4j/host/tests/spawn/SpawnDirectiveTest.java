// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.spawn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.host.internal.spawn.SpawnBase;
import org.pmix4j.host.internal.spawn.LaunchRequest;
import org.pmix4j.host.internal.spawn.SpawnRequest;
import org.pmix4j.host.tests.node.SimulatedNode;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.ReportOptions;
import org.pmix4j.job.options.SpawnOptions;
import org.pmix4j.model.App;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;

/** Single directives of a spawn: those for streams, and those that are accepted without effect. */
class SpawnDirectiveTest {
	private static final SpawnBase BASE = new SpawnBase(Path.of("/work"), OptionValues.DEFAULTS, OptionValues.DEFAULTS,
			OutputSink.DISCARD, Map.of(),
			new SpawnBase.Room(SimulatedNode.pool("node", 4), SimulatedNode.pool("node", 4).get(0).node(), Map.of(),
					Path.of("/session"), 4, 4), target -> List.of());

	private static LaunchRequest read(Info... infos) throws PmixException {
		App app = new App("program", List.of("program"), List.of(), "", 1, Infos.EMPTY);
		return Drafts.order(new SpawnRequest(Proc.of("parent@1", 0), Infos.of(infos), List.of(app)), BASE);
	}

	@Test
	void output_forwardedToSpawner_bypassesTheSinkUnlessCopied() throws PmixException {
		Info out = Info.of(IofAttributes.FWD_STDOUT, true);

		assertThat(read(out).forwarded()).isEqualTo(IofChannel.STDOUT);
		assertThat(read(out, Info.of(IofAttributes.IOF_COPY, true)).forwarded()).isEqualTo(IofChannel.NONE);
	}

	@Test
	void input_pushed_byDirectiveOrToolSpawner() throws PmixException {
		assertThat(read().spec().stdin().isPushed()).isFalse();
		assertThat(read(Info.of(IdentityAttributes.REQUESTOR_IS_TOOL, true)).spec().stdin().isPushed()).isTrue();
		assertThat(read(Info.of(IofAttributes.FWD_STDIN, true)).spec().stdin().target()).isEqualTo(Rank.of(0));
		assertThat(read(Info.of(IofAttributes.FWD_STDIN, true), Info.of(IofAttributes.STDIN_TGT.key(), Rank.of(0))).spec().stdin().target())
				.isEqualTo(Rank.of(0));
	}

	@Test
	void startLimit_given_isRead() throws PmixException {
		assertThat(read(Info.of(SpawnAttributes.SPAWN_TIMEOUT, 9)).spec().get(SpawnOptions.START_LIMIT)).isEqualTo(Duration.ofSeconds(9));
	}

	@Test
	void map_detailed_isReported() throws PmixException {
		assertThat(read(Info.of(SpawnAttributes.DISPLAY_MAP_DETAILED, true)).spec().get(ReportOptions.DETAILED_MAP)).isTrue();
	}

	@Test
	void agent_olderKey_runsTheProgram() throws PmixException {
		assertThat(read(Info.of(SpawnAttributes.FORKEXEC_AGENT, "env")).spec().apps().get(0).options().get(AppOptions.AGENT)).isEqualTo("env");
	}

	@Test
	void launchNotification_given_requestsJobEvents() throws PmixException {
		assertThat(read(Info.of(SpawnAttributes.NOTIFY_LAUNCH, true)).news().job()).isTrue();
	}

	private static List<Info> taken() {
		return List.of(Info.of(IdentityAttributes.REQUESTOR_IS_CLIENT, true), Info.of(SpawnAttributes.PERSONALITY, "ompi"),
				Info.of(SpawnAttributes.WDIR_USER_SPECIFIED, true), Info.of(SpawnAttributes.ENVARS_HARVESTED, true),
				Info.of(SpawnAttributes.FWD_ENVIRONMENT, true), Info.of(DebuggerAttributes.DEBUG_TARGET, Proc.wildcard("other@1")),
				Info.of(IofAttributes.IOF_REDIRECT, true), Info.of(SpawnAttributes.NON_PMI, true),
				Info.of(SpawnAttributes.AGGREGATE_HELP, true), Info.of(SpawnAttributes.NOTIFY_PROC_ABNORMAL_TERMINATION, true));
	}

	@ParameterizedTest
	@MethodSource("taken")
	void directive_withoutEffect_isAcceptedEvenIfRequired(Info directive) throws PmixException {
		assertThat(read(directive.required()).spec().size()).isEqualTo(1);
	}
}
