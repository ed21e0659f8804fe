// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.spawn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.host.internal.spawn.SpawnBase;
import org.pmix4j.host.internal.spawn.LaunchRequest;
import org.pmix4j.host.internal.spawn.SpawnRequest;
import org.pmix4j.host.tests.node.SimulatedNode;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.model.App;
import org.pmix4j.model.Envar;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.LogAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.testkit.Growth;

/** Spawn requests with as many directives as a message holds: a stranger must not stop the thread of the host with them. */
class LongSpawnTest {
	private static final SpawnBase BASE = new SpawnBase(Path.of("/work"), OptionValues.DEFAULTS, OptionValues.DEFAULTS, OutputSink.DISCARD,
			Map.of(), new SpawnBase.Room(SimulatedNode.pool("node", 4), SimulatedNode.pool("node", 4).get(0).node(), Map.of(),
					Path.of("/session"), 4, 4), target -> List.of());

	private static List<Arguments> directives() {
		return List.of(kind("SET_ENVAR", at -> Info.of(SpawnAttributes.SET_ENVAR, new Envar("V" + at, "value", ':'))),
				kind("ADD_ENVAR", at -> Info.of(SpawnAttributes.ADD_ENVAR, new Envar("V" + at, "value", ':'))),
				kind("APPEND_ENVAR", at -> Info.of(SpawnAttributes.APPEND_ENVAR, new Envar("V", "v", ':'))),
				kind("PREPEND_ENVAR", at -> Info.of(SpawnAttributes.PREPEND_ENVAR, new Envar("V", "v", ':'))),
				kind("FIRST_ENVAR", at -> Info.of(SpawnAttributes.FIRST_ENVAR, new Envar("V", "v" + at, ':'))),
				kind("UNSET_ENVAR", at -> Info.of(SpawnAttributes.UNSET_ENVAR, "V" + at)),
				kind("LOG_TAG_OUTPUT", at -> Info.of(LogAttributes.LOG_TAG_OUTPUT.key(), PmixValue.Bool.TRUE)),
				kind("keys of the user", at -> Info.of("own.key" + at, PmixValue.Bool.TRUE)),
				kind("unknown keys", at -> Info.of("pmix.unknown" + at, PmixValue.Bool.TRUE)),
				kind("HOST", at -> Info.of(SpawnAttributes.HOST, "node")));
	}

	private static Arguments kind(String name, IntFunction<Info> info) {
		return Arguments.of(name, info);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("directives")
	void manyDirectives_areReadInProportion(String name, IntFunction<Info> info) {
		Growth.requireLinear(6_000, count -> {
			Infos infos = new Infos(IntStream.range(0, count).mapToObj(info).toList());
			assertThat(order(infos, Infos.EMPTY).spec().size()).isEqualTo(1);
			assertThat(order(Infos.EMPTY, infos).spec().size()).isEqualTo(1);
		});
	}

	private static LaunchRequest order(Infos ofJob, Infos ofProgram) {
		App app = new App("program", List.of("program"), List.of(), "", 1, ofProgram);
		try {
			return Drafts.order(new SpawnRequest(Proc.of("parent@1", 0), ofJob, List.of(app)), BASE);
		} catch (PmixException e) {
			throw new AssertionError(e);
		}
	}
}
