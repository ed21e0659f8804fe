// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.spawn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.host.internal.spawn.SpawnBase;
import org.pmix4j.host.internal.spawn.SpawnRequest;
import org.pmix4j.host.tests.node.SimulatedNode;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.model.App;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.DebuggerAttributes;

/** The ranks that stop for a debugger, in a job of two programs with two ranks each. */
class StopRanksTest {
	private static final String KEY = DebuggerAttributes.DEBUG_STOP_IN_INIT.key();
	private static final SpawnBase BASE = new SpawnBase(Path.of("/work"), OptionValues.DEFAULTS, OptionValues.DEFAULTS, OutputSink.DISCARD,
			Map.of(), new SpawnBase.Room(SimulatedNode.pool("node", 4), SimulatedNode.pool("node", 4).get(0).node(), Map.of(),
					Path.of("/session"), 4, 4), target -> List.of());

	private static Infos at(PmixValue value) {
		return Infos.of(Info.of(KEY, value));
	}

	private static DataArray ranks(int... ranks) {
		return new DataArray(DataType.PROC_RANK, IntStream.of(ranks).<PmixValue>mapToObj(Rank::of).toList());
	}

	private static App app(String name, Infos infos) {
		return new App(name, List.of(name), List.of(), "", 2, infos);
	}

	private static Optional<PmixValue> read(Infos ofJob, Infos ofFirst, Infos ofSecond) throws PmixException {
		return Drafts.order(new SpawnRequest(Proc.of("parent@1", 0), ofJob, List.of(app("one", ofFirst), app("two", ofSecond))), BASE).jobInfos()
				.value(KEY);
	}

	@Test
	void array_ofTheJob_isHandedOn() throws PmixException {
		assertThat(read(at(ranks(0, 3)), Infos.EMPTY, Infos.EMPTY)).contains(ranks(0, 3));
		assertThat(read(at(Rank.WILDCARD), Infos.EMPTY, Infos.EMPTY)).contains(Rank.WILDCARD);
	}

	@Test
	void array_ofAProgram_stopsTheseRanksOnly() throws PmixException {
		assertThat(read(Infos.EMPTY, Infos.EMPTY, at(ranks(3)))).contains(ranks(3));
		assertThat(read(Infos.EMPTY, at(Rank.of(1)), at(ranks(2)))).contains(ranks(1, 2));
		assertThat(read(Infos.EMPTY, at(Rank.WILDCARD), Infos.EMPTY)).contains(ranks(0, 1));
		assertThat(read(Infos.EMPTY, Infos.EMPTY, at(PmixValue.Bool.TRUE))).contains(ranks(2, 3));
		assertThat(read(Infos.EMPTY, Infos.EMPTY, at(ranks()))).isEmpty();
	}

	@Test
	void directive_ofAProgram_countsMoreThanThatOfTheJob() throws PmixException {
		assertThat(read(at(PmixValue.Bool.TRUE), at(PmixValue.Bool.FALSE), Infos.EMPTY)).contains(ranks(2, 3));
		assertThat(read(at(ranks(0, 2)), Infos.EMPTY, at(ranks(3)))).contains(ranks(0, 3));
		assertThat(read(at(PmixValue.Bool.FALSE), Infos.EMPTY, at(Rank.of(2)))).contains(ranks(2));
	}

	private record Case(Infos ofJob, Infos ofFirst, Infos ofSecond, String text) {
	}

	private static Stream<Case> unknown() {
		Infos none = Infos.EMPTY;
		return Stream.of(new Case(at(ranks(0, 4)), none, none, "names rank 4, but the job has the ranks 0 to 3"),
				new Case(at(Rank.of(9)), none, none, "names rank 9, but the job has the ranks 0 to 3"),
				new Case(at(Rank.LOCAL_PEERS), none, none, "but the job has the ranks 0 to 3"),
				new Case(none, at(ranks(2)), none, "names rank 2, but program one has the ranks 0 to 1"),
				new Case(none, none, at(ranks(2, 1)), "names rank 1, but program two has the ranks 2 to 3"),
				new Case(at(ranks(7)), at(ranks(0)), at(ranks(2)), "names rank 7, but the job has the ranks 0 to 3"));
	}

	@ParameterizedTest
	@MethodSource("unknown")
	void rank_thatDoesNotExist_isRefusedByName(Case given) {
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> read(given.ofJob, given.ofFirst, given.ofSecond))
				.withMessageStartingWith("spawn: PMIX_DEBUG_STOP_IN_INIT names rank ").withMessageEndingWith(given.text)
				.matches(refused -> refused.status().equals(Status.ERR_BAD_PARAM));
	}
}
