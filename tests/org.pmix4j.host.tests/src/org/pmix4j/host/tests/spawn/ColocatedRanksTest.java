// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.spawn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.host.internal.spawn.SpawnBase;
import org.pmix4j.host.internal.spawn.LaunchRequest;
import org.pmix4j.host.internal.spawn.SpawnRequest;
import org.pmix4j.host.tests.node.SimulatedNode;
import org.pmix4j.job.Node;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.SpawnOptions;
import org.pmix4j.model.App;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;

/** The places of ranks beside running processes. */
class ColocatedRanksTest {
	private static final Node A = new Node(0, "a", 4);
	private static final Node B = new Node(1, "b", 4);
	private static final Info TARGET = Info.of(DebuggerAttributes.DEBUG_TARGET, Proc.wildcard("job@1"));
	/** A job of three ranks: two on one node, one on the other. */
	private static final Function<Proc, List<Node>> RUNNING = proc -> proc.equals(Proc.wildcard("job@1")) ? List.of(A, B, A)
			: proc.equals(Proc.of("job@1", 1)) ? List.of(B) : List.of();
	private static final SpawnBase BASE = new SpawnBase(Path.of("/work"), OptionValues.DEFAULTS, OptionValues.DEFAULTS,
			OutputSink.DISCARD, Map.of(),
			new SpawnBase.Room(SimulatedNode.pool("a", 4), SimulatedNode.pool("a", 4).get(0).node(), Map.of(), Path.of("/session"), 4, 0), RUNNING);

	private static LaunchRequest read(Info... infos) throws PmixException {
		App app = new App("program", List.of("program"), List.of(), "", 0, Infos.EMPTY);
		return Drafts.order(new SpawnRequest(Proc.of("parent@1", 0), Infos.of(infos), List.of(app)), BASE);
	}

	private static Optional<List<Node>> places(Info... infos) throws PmixException {
		LaunchRequest order = read(infos);
		assertThat(order.spec().size()).isEqualTo(order.places().orElseThrow().size());
		return order.places();
	}

	private static Info procs(Proc... procs) {
		return Info.of(DebuggerAttributes.COLOCATE_PROCS, DataArray.ofProcs(List.of(procs)));
	}

	@Test
	void daemons_perNode_runOnEachNodeOfTheTarget() throws PmixException {
		assertThat(places(TARGET, Info.of(DebuggerAttributes.DEBUG_DAEMONS_PER_NODE, 1))).contains(List.of(A, B));
		assertThat(places(TARGET, Info.of(DebuggerAttributes.DEBUG_DAEMONS_PER_NODE, 2))).contains(List.of(A, A, B, B));
	}

	@Test
	void daemons_perProc_runBesideEachRankOfTheTarget() throws PmixException {
		assertThat(places(TARGET, Info.of(DebuggerAttributes.DEBUG_DAEMONS_PER_PROC, 1))).contains(List.of(A, A, B));
	}

	@Test
	void daemons_onAFullNode_takeNoSlots() throws PmixException {
		Info one = Info.of(DebuggerAttributes.DEBUG_DAEMONS_PER_NODE, 1);

		assertThat(read(TARGET, one, Info.of(SpawnAttributes.NO_OVERSUBSCRIBE, true)).spec().apps().get(0).options())
				.matches(options -> options.get(SpawnOptions.TOOLS));
	}

	@Test
	void tool_onAFullNode_takesNoSlots() throws PmixException {
		App app = new App("program", List.of("program"), List.of(), "", 1, Infos.of(Info.of(SpawnAttributes.SPAWN_TOOL, true)));
		Infos limited = Infos.of(Info.of(SpawnAttributes.NO_OVERSUBSCRIBE, true));

		assertThat(Drafts.order(new SpawnRequest(Proc.of("parent@1", 0), limited, List.of(app)), BASE).spec().size()).isEqualTo(1);
	}

	@Test
	void processes_perNodeAndPerProc_runBesideTheNamedOnes() throws PmixException {
		assertThat(places(procs(Proc.of("job@1", 1)), Info.of(DebuggerAttributes.COLOCATE_NPERNODE, 2))).contains(List.of(B, B));
		assertThat(places(procs(Proc.wildcard("job@1")), Info.of(DebuggerAttributes.COLOCATE_NPERPROC, 2)))
				.contains(List.of(A, A, A, A, B, B));
		assertThat(read(procs(Proc.of("job@1", 1)), Info.of(DebuggerAttributes.COLOCATE_NPERNODE, 2)).spec().apps().get(0).options())
				.matches(options -> !options.get(SpawnOptions.TOOLS));
	}

	private static LaunchRequest readBeside(Infos ofJob, Infos ofProgram) throws PmixException {
		Infos beside = Infos.of(procs(Proc.of("job@1", 1)), Info.of(DebuggerAttributes.COLOCATE_NPERNODE, 2));
		App app = new App("program", List.of("program"), List.of(), "", 0, ofProgram);
		Infos all = new Infos(Stream.concat(beside.stream(), ofJob.stream()).toList());
		return Drafts.order(new SpawnRequest(Proc.of("parent@1", 0), all, List.of(app)), BASE);
	}

	@ParameterizedTest
	@CsvSource({"0, ''", "1, ''", "2, ''", "3, maxprocs of 3 has no effect beside PMIX_COLOCATE_PROCS"})
	void number_thatDiffersFromThePlaces_isTold(int ranks, String told) throws PmixException {
		Infos beside = Infos.of(procs(Proc.of("job@1", 1)), Info.of(DebuggerAttributes.COLOCATE_NPERNODE, 2));
		App app = new App("program", List.of("program"), List.of(), "", ranks, Infos.EMPTY);

		LaunchRequest order = Drafts.order(new SpawnRequest(Proc.of("parent@1", 0), beside, List.of(app)), BASE);

		assertThat(order.spec().size()).isEqualTo(2);
		assertThat(String.join(" ", order.ignored())).isEqualTo(told);
	}

	private static Stream<Info> placing() {
		return Stream.of(Info.of(SpawnAttributes.HOST, "a"), Info.of(SpawnAttributes.ADD_HOST, "a:+1"), Info.of(SpawnAttributes.MAPBY, "node"),
				Info.of(SpawnAttributes.MAPBY, ":nolocal"), Info.of(SpawnAttributes.PPR, "2:node"), Info.of(SpawnAttributes.RANKBY, "node"),
				Info.of(SpawnAttributes.BINDTO, "core"), Info.of(SpawnAttributes.CPU_LIST, "0"));
	}

	@ParameterizedTest
	@MethodSource("placing")
	void directive_thatChoosesPlaces_isToldOrRefusedByName(Info info) throws PmixException {
		String name = KnownAttributes.byKey(info.key()).orElseThrow().name();
		Infos given = Infos.of(info);
		Infos required = Infos.of(info.required());

		assertThat(readBeside(given, Infos.EMPTY).ignored()).containsExactly(name + " has no effect beside PMIX_COLOCATE_PROCS");
		assertThat(readBeside(Infos.EMPTY, given).ignored()).containsExactly(name + " has no effect beside PMIX_COLOCATE_PROCS");
		for (boolean ofJob : List.of(true, false)) {
			assertThatThrownBy(() -> readBeside(ofJob ? required : Infos.EMPTY, ofJob ? Infos.EMPTY : required))
					.hasMessage("spawn: " + name + " is required, but has no effect beside PMIX_COLOCATE_PROCS")
					.isInstanceOfSatisfying(PmixException.class, refused -> assertThat(refused.status()).isEqualTo(Status.ERR_NOT_SUPPORTED));
		}
	}

	private static Stream<Info> granted() {
		return Stream.of(Info.of(SpawnAttributes.BINDTO, "none"), Info.of(SpawnAttributes.MAPBY, ":oversubscribe"),
				Info.of(SpawnAttributes.NO_PROCS_ON_HEAD, false), Info.of(SpawnAttributes.WDIR, "/"));
	}

	@ParameterizedTest
	@MethodSource("granted")
	void directive_thatChoosesNoPlace_isAcceptedEvenIfRequired(Info info) throws PmixException {
		assertThat(readBeside(Infos.of(info.required()), Infos.EMPTY).ignored()).isEmpty();
	}

	@Test
	void directive_thatChoosesPlaces_hasItsEffectWithoutOthers() throws PmixException {
		App app = new App("program", List.of("program"), List.of(), "", 1, Infos.EMPTY);
		Infos host = Infos.of(Info.of(SpawnAttributes.HOST, "a").required());

		assertThat(Drafts.order(new SpawnRequest(Proc.of("parent@1", 0), host, List.of(app)), BASE).ignored()).isEmpty();
	}

	private static Stream<List<Info>> impossible() {
		Info perNode = Info.of(DebuggerAttributes.DEBUG_DAEMONS_PER_NODE, 1);
		return Stream.of(List.of(perNode), List.of(TARGET, Info.of(DebuggerAttributes.DEBUG_DAEMONS_PER_NODE, 0)),
				List.of(TARGET, perNode, Info.of(DebuggerAttributes.DEBUG_DAEMONS_PER_PROC, 1)),
				List.of(TARGET, perNode, procs(Proc.of("job@1", 1))), List.of(procs(Proc.of("job@1", 1))),
				List.of(Info.of(DebuggerAttributes.COLOCATE_NPERNODE, 1)),
				List.of(procs(Proc.of("gone@1", 1)), Info.of(DebuggerAttributes.COLOCATE_NPERNODE, 1)));
	}

	@ParameterizedTest
	@MethodSource("impossible")
	void directives_contradictoryOrWithoutTarget_cannotBeMapped(List<Info> infos) {
		assertThatThrownBy(() -> read(infos.toArray(Info[]::new))).isInstanceOfSatisfying(PmixException.class,
				problem -> assertThat(problem.status()).isEqualTo(Status.ERR_JOB_FAILED_TO_MAP));
	}
}
