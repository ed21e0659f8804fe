// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.spawn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.host.internal.spawn.SpawnBase;
import org.pmix4j.host.internal.spawn.LaunchRequest;
import org.pmix4j.host.internal.spawn.SpawnRequest;
import org.pmix4j.host.tests.node.SimulatedNode;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.model.App;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.LogAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;

/** Directives of a spawn whose values, or whose places, leave them without effect: they are told, refused if required, and never lost. */
class IgnoredDirectiveTest {
	private static final SpawnBase BASE = new SpawnBase(Path.of("/work"), OptionValues.DEFAULTS, OptionValues.DEFAULTS, OutputSink.DISCARD,
			Map.of(), new SpawnBase.Room(SimulatedNode.pool("node", 4), SimulatedNode.pool("node", 4).get(0).node(), Map.of(),
					Path.of("/session"), 4, 4), target -> List.of());
	private static final PmixValue NUMBER = PmixValue.Float32.of(2.5f);

	private static LaunchRequest read(Infos ofJob, Infos ofProgram) throws PmixException {
		return read("parent@1", ofJob, ofProgram);
	}

	private static LaunchRequest read(String requester, Infos ofJob, Infos ofProgram) throws PmixException {
		App app = new App("program", List.of("program"), List.of(), "", 1, ofProgram);
		return Drafts.order(new SpawnRequest(Proc.of(requester, 0), ofJob, List.of(app)), BASE);
	}

	private static List<Arguments> withoutEffect() {
		return List.of(Arguments.of(false, Info.of(SpawnAttributes.NOTIFY_COMPLETION, false), "PMIX_NOTIFY_COMPLETION has no effect here"),
				Arguments.of(false, Info.of(DebuggerAttributes.COSPAWN_APP, true), "PMIX_COSPAWN_APP has no effect on a whole job"),
				Arguments.of(false, Info.of("pmix.dbg.unknown", PmixValue.Bool.TRUE), "pmix.dbg.unknown has no effect here"),
				Arguments.of(false, Info.of(AllocAttributes.ALLOC_NUM_BLOCKS, 2L), "PMIX_ALLOC_NUM_BLOCKS has no effect here"),
				Arguments.of(true, Info.of(AllocAttributes.ALLOC_NUM_CPUS, 1L), "PMIX_ALLOC_NUM_CPUS has no effect on a single program of a job"),
				Arguments.of(true, Info.of(DebuggerAttributes.DEBUG_DAEMONS_PER_NODE, 1),
						"PMIX_DEBUG_DAEMONS_PER_NODE has no effect on a single program of a job"),
				Arguments.of(true, Info.of(DebuggerAttributes.DEBUG_TARGET, Proc.wildcard("other@1")),
						"PMIX_DEBUG_TARGET has no effect on a single program of a job"),
				Arguments.of(true, Info.of(LogAttributes.LOG_STDERR.key(), PmixValue.Bool.TRUE),
						"PMIX_LOG_STDERR has no effect on a single program of a job"));
	}

	@ParameterizedTest
	@MethodSource("withoutEffect")
	void directive_withoutEffect_isToldOrRefused(boolean ofProgram, Info info, String text) throws PmixException {
		Infos given = Infos.of(info);
		Infos required = Infos.of(info.required());

		assertThat(read(ofProgram ? Infos.EMPTY : given, ofProgram ? given : Infos.EMPTY).ignored()).containsExactly(text);
		assertThatExceptionOfType(PmixException.class)
				.isThrownBy(() -> read(ofProgram ? Infos.EMPTY : required, ofProgram ? required : Infos.EMPTY))
				.withMessage("spawn: " + text.replace(" has ", " is required, but has "))
				.matches(refused -> refused.status().equals(Status.ERR_NOT_SUPPORTED));
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void foreignKey_required_isRefused(boolean ofProgram) throws PmixException {
		Infos given = Infos.of(Info.of("foo.bar", PmixValue.Bool.TRUE));
		Infos required = Infos.of(Info.of("foo.bar", PmixValue.Bool.TRUE).required());

		read(ofProgram ? Infos.EMPTY : given, ofProgram ? given : Infos.EMPTY);
		assertThatExceptionOfType(PmixException.class)
				.isThrownBy(() -> read(ofProgram ? Infos.EMPTY : required, ofProgram ? required : Infos.EMPTY)).withMessageContaining("foo.bar")
				.matches(refused -> refused.status().equals(Status.ERR_NOT_SUPPORTED));
	}

	@Test
	void runtimeOptions_ofAProgram_areToldWordByWord() throws PmixException {
		Infos given = Infos.of(Info.of(SpawnAttributes.RUNTIME_OPTIONS, "exec-agent=env,show-progress"));

		assertThat(read(Infos.EMPTY, given).ignored())
				.containsExactly("PMIX_RUNTIME_OPTIONS show-progress has no effect on a single program of a job");
		assertThat(read(given, Infos.EMPTY).ignored()).isEmpty();
	}

	private static Stream<Info> mistyped() {
		return Stream.of(SpawnAttributes.WDIR_USER_SPECIFIED.key(), SpawnAttributes.ENVARS_HARVESTED.key(), SpawnAttributes.NON_PMI.key(),
				SpawnAttributes.AGGREGATE_HELP.key(), SpawnAttributes.NOTIFY_COMPLETION.key(), IofAttributes.IOF_REDIRECT.key(),
				DebuggerAttributes.DEBUG_TARGET.key(), DebuggerAttributes.DEBUG_STOP_IN_INIT.key(), DebuggerAttributes.DEBUG_STOP_IN_APP.key(),
				DebuggerAttributes.DEBUG_STOP_ON_EXEC.key(), DebuggerAttributes.COLOCATE_PROCS.key()).map(key -> Info.of(key, NUMBER));
	}

	@ParameterizedTest
	@MethodSource("mistyped")
	void directive_ofAnotherType_isRefusedByName(Info info) {
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> read(Infos.of(info), Infos.EMPTY)).withMessageContaining("PMIX_")
				.matches(refused -> List.of(Status.ERR_BAD_PARAM, Status.ERR_TYPE_MISMATCH).contains(refused.status()));
	}

	@Test
	void lesserAttribute_ofAnotherType_isRefusedBesideTheOther() {
		Infos both = Infos.of(Info.of(SpawnAttributes.SPAWN_TIMEOUT, 3), Info.of("pmix.timeout", new PmixValue.Str("soon")));

		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> read(both, Infos.EMPTY)).withMessageContaining("PMIX_TIMEOUT");
	}

	@Test
	void channelOfLoggedEvents_ofAnotherType_isRefusedByName() {
		Infos infos = Infos.of(Info.of(LogAttributes.LOG_COMPLETION, true), Info.of(LogAttributes.LOG_SYSLOG.key(), NUMBER));

		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> read(infos, Infos.EMPTY)).withMessageContaining("PMIX_LOG_SYSLOG");
	}

	@Test
	void stop_asText_isATruthValue() throws PmixException {
		String key = DebuggerAttributes.DEBUG_STOP_IN_INIT.key();

		assertThat(read(Infos.of(Info.of(key, new PmixValue.Str("false"))), Infos.EMPTY).jobInfos().list())
				.containsExactly(Info.of(key, PmixValue.Bool.FALSE));
		assertThat(read(Infos.EMPTY, Infos.of(Info.of(key, new PmixValue.Str("no")))).jobInfos().list()).isEmpty();
	}

	@Test
	void notificationOfTheEnd_wished_isGiven() throws PmixException {
		LaunchRequest order = read(Infos.of(Info.of(SpawnAttributes.NOTIFY_COMPLETION, true).required()), Infos.EMPTY);

		assertThat(order.news().silent()).isFalse();
		assertThat(order.ignored()).isEmpty();
	}

	/** prun of PRRTE 3.0.8 says false, and waits for the event. */
	@Test
	void notificationOfTheEnd_notWishedByPrun_isGivenSilently() throws PmixException {
		LaunchRequest order = read("prun.host.4711", Infos.of(Info.of(SpawnAttributes.NOTIFY_COMPLETION, false)), Infos.EMPTY);

		assertThat(order.news().silent()).isFalse();
		assertThat(order.ignored()).isEmpty();
	}

	@Test
	void output_notRedirected_isCopied() throws PmixException {
		Info forward = Info.of(IofAttributes.FWD_STDOUT, true);

		assertThat(read(Infos.of(forward, Info.of(IofAttributes.IOF_REDIRECT, false)), Infos.EMPTY).forwarded()).isEqualTo(IofChannel.NONE);
		assertThat(read(Infos.of(forward, Info.of(IofAttributes.IOF_REDIRECT, true)), Infos.EMPTY).forwarded()).isEqualTo(IofChannel.STDOUT);
	}
}
