// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.tests.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.job.Node;
import org.pmix4j.job.internal.policy.Binding;
import org.pmix4j.job.internal.policy.MappingPolicy;
import org.pmix4j.job.internal.policy.MappingPolicyReader;
import org.pmix4j.model.CpuSet;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.placement.internal.allocation.NodeShare;
import org.pmix4j.placement.internal.mapping.JobMap;
import org.pmix4j.placement.internal.mapping.JobMapper;
import org.pmix4j.placement.internal.mapping.MapSummary;
import org.pmix4j.placement.internal.mapping.MappingOrder;
import org.pmix4j.placement.internal.mapping.MappingOrder.AppOrder;
import org.pmix4j.placement.internal.mapping.MappingOrder.PoolState;
import org.pmix4j.placement.internal.mapping.Placement;
import org.pmix4j.placement.internal.topology.HardwareObject;
import org.pmix4j.placement.internal.topology.HwlocXmlReader;
import org.pmix4j.placement.internal.topology.SyntheticHardware;
import org.pmix4j.testkit.Growth;

class JobMapperTest {
	private static final HardwareObject MACHINE = SyntheticHardware.parse("package:2 core:2 pu:1");

	private final Node first = new Node(0, "a", 2);
	private final Node second = new Node(1, "b", 2);

	@Test
	void bySlot_twoPrograms_numbersRanksConsecutively() throws Exception {
		JobMap map = map("slot", "none", List.of(share(first, 4, 0, true)), 1, 2);

		assertThat(map.ranks()).extracting(Placement::rank, Placement::app, Placement::appRank, Placement::localRank, Placement::nodeRank)
				.containsExactly(tuple(0, 0, 0, 0, 0), tuple(1, 1, 0, 1, 1), tuple(2, 1, 1, 2, 2));
		assertThat(map.peers(first)).isEqualTo("0,1,2");
		assertThat(map.ranks()).allSatisfy(rank -> assertThat(rank.cpuset().list()).as("cpuset of an unbound rank").isEmpty());
	}

	@Test
	void byNode_twoPrograms_knowsTheFirstRankOfEach() throws Exception {
		JobMap map = map("node", "none", List.of(share(first, 4, 0, true), share(second, 4, 0, true)), 2, 2);

		assertThat(map.ranks()).extracting(Placement::app).containsExactly(0, 0, 1, 1);
		assertThat(map.firstRank(1)).isEqualTo(2);
		assertThat(map.firstRanks()).isEqualTo("0 2");
		assertThat(map.programSizes()).isEqualTo("2 2");
		assertThatThrownBy(() -> map.firstRank(2)).hasMessageContaining("no rank runs program 2");
	}

	/** The data of a job names the first rank of each program. */
	@Test
	void firstRanks_ofManyPrograms_areInProportion() throws Exception {
		MapSummary summary = map("slot", "none", List.of(share(first, 4, 0, true)), 1).summary();
		CpuSet unbound = CpuSet.of(new BitSet());

		Growth.requireLinear(50_000, programs -> {
			JobMap map = new JobMap(IntStream.range(0, programs).mapToObj(
					rank -> new Placement(rank, rank, 0, first, rank, rank, unbound)).toList(), summary);
			for (int app = 0; app < programs; app++) {
				assertThat(map.firstRank(app) == app).isTrue();
				assertThat(map.isOversubscribed(first)).isFalse();
			}
		});
	}

	@Test
	void countedSlots_tooFew_oversubscribesAndDoesNotBind() throws Exception {
		JobMap map = map("", "", List.of(share(first, 2, 0, false)), 5);

		assertThat(map.ranks()).hasSize(5).allSatisfy(rank -> assertThat(rank.cpuset().list()).isEmpty());
		assertThat(map.isOversubscribed(first)).isTrue();
		assertThat(map.policy()).isEqualTo("BYCORE:OVERSUBSCRIBE");
	}

	@Test
	void severalPrograms_noPolicyStated_ranksFollowTheOrderOfPrograms() throws Exception {
		JobMap map = map("", "", List.of(share(first, 2, 0, false)), 2, 1, 3);

		assertThat(map.ranks()).extracting(Placement::rank, Placement::app, Placement::appRank, Placement::localRank).containsExactly(
				tuple(0, 0, 0, 0), tuple(1, 0, 1, 1), tuple(2, 1, 0, 2), tuple(3, 2, 0, 3), tuple(4, 2, 1, 4), tuple(5, 2, 2, 5));
	}

	@Test
	void statedSlots_tooFew_areRefused() {
		refused(Status.ERR_JOB_INSUFFICIENT_RESOURCES, "5 ranks of program x need as many slots, but 2 are free", "", "",
				List.of(share(first, 2, 0, true)), 5);
	}

	@Test
	void countedSlots_banOfOversubscription_isObeyed() {
		refused(Status.ERR_JOB_INSUFFICIENT_RESOURCES, "but 2 are free", ":nooversubscribe", "", List.of(share(first, 2, 0, false)), 3);
	}

	@Test
	void bySlot_nodeWithOtherJobs_raisesTheNodeRank() throws Exception {
		JobMap map = map("slot", "none", List.of(share(first, 2, 1, false)), 2);

		assertThat(map.ranks()).extracting(Placement::localRank, Placement::nodeRank).containsExactly(tuple(0, 1), tuple(1, 2));
		assertThat(map.isOversubscribed(first)).isTrue();
	}

	@Test
	void processorsOfOtherJobs_areLeftAlone() throws Exception {
		BitSet taken = new BitSet();
		taken.set(0, 2);
		MappingOrder order = MappingOrder.of(List.of(new AppOrder("x", 2, List.of(share(first, 4, 2, true)))), MappingPolicy.OPEN)
						.withPool(new PoolState(4, Map.of(first, taken), Optional.empty(), Optional.empty()));

		JobMap map = JobMapper.map(order);

		assertThat(map.ranks()).extracting(Placement::cpuset).containsExactly(new CpuSet("2"), new CpuSet("3"));
		assertThat(map.summary().nodes().get(0).taken()).isEqualTo(new CpuSet("2-3").numbers());
	}

	@Test
	void forbiddenProcessors_areNeverUsed() throws Exception {
		BitSet allowed = new BitSet();
		allowed.set(1);
		allowed.set(3);
		NodeShare share = new NodeShare(first, 2, 0, 0, true, MACHINE, allowed);

		assertThat(map("core", "", List.of(share), 2).ranks()).extracting(Placement::cpuset).containsExactly(new CpuSet("1"), new CpuSet("3"));
		assertThat(map("package", "", List.of(share), 2).ranks()).extracting(Placement::cpuset)
				.containsExactly(new CpuSet("1"), new CpuSet("3"));
	}

	@Test
	void bookmark_isTheFirstNode() throws Exception {
		List<NodeShare> shares = List.of(share(first, 4, 0, true), share(second, 4, 0, true));
		MappingOrder order = MappingOrder.of(List.of(new AppOrder("x", 1, shares)), MappingPolicy.OPEN)
				.withPool(new PoolState(8, Map.of(), Optional.empty(), Optional.of(second)));

		assertThat(JobMapper.map(order).nodes()).containsExactly(second);
	}

	@Test
	void nolocal_leavesTheLaunchersNodeEmpty() throws Exception {
		List<NodeShare> shares = List.of(share(first, 4, 0, true), share(second, 4, 0, true));
		MappingOrder order = MappingOrder.of(List.of(new AppOrder("x", 2, shares)), MappingPolicyReader.read(":nolocal"))
				.withPool(new PoolState(8, Map.of(), Optional.of(first), Optional.empty()));

		assertThat(JobMapper.map(order).nodes()).containsExactly(second);
	}

	@Test
	void limit_boundRanks_goToTheNextPiece() throws Exception {
		JobMap map = map("slot", "package:limit=1", List.of(share(first, 4, 0, true)), 2);

		assertThat(map.ranks()).extracting(Placement::cpuset).containsExactly(new CpuSet("0-1"), new CpuSet("2-3"));
	}

	@Test
	void maxSlots_areNeverExceeded() throws Exception {
		NodeShare limited = new NodeShare(first, 1, 2, 0, true, MACHINE, MACHINE.processors());

		assertThat(map("slot:oversubscribe", "", List.of(limited, share(second, 1, 0, true)), 5).on(first)).hasSize(2);
		refused(Status.ERR_JOB_INSUFFICIENT_RESOURCES, "only 2 of 3", "package:oversubscribe", "none", List.of(limited), 3);
	}

	@Test
	void sequence_namesTheNodeOfEachRank() throws Exception {
		List<NodeShare> shares = List.of(share(first, 4, 0, true), share(second, 4, 0, true));
		MappingOrder order = MappingOrder.of(List.of(new AppOrder("x", 3, shares)), MappingPolicyReader.read("seq"))
				.withFile(List.of("# nodes", "b", "a", "", "b extra"));

		assertThat(JobMapper.map(order).ranks()).extracting(Placement::node).containsExactly(second, first, second);
	}

	@Test
	void sequence_ofTheListOfHosts_namesTheNodeOfEachRank() throws Exception {
		List<NodeShare> shares = List.of(share(first, 4, 0, true), share(second, 4, 0, true));
		MappingOrder order = MappingOrder.of(List.of(new AppOrder("x", 0, shares, List.of("b", "a", "b"))), MappingPolicyReader.read("seq"));

		assertThat(JobMapper.map(order).ranks()).extracting(Placement::node).containsExactly(second, first, second);
	}

	@Test
	void sequence_withoutNodes_isRefused() {
		refused(Status.ERR_JOB_INSUFFICIENT_RESOURCES, "--map-by seq:file=NAME, --host or --hostfile gives it", "seq", "",
				List.of(share(first, 4, 0, true)), 1);
	}

	@Test
	void listOfHosts_claimsMoreThanTheNodeHas_fillsThatNodeFirst() throws Exception {
		List<NodeShare> shares = List.of(new NodeShare(first, 1, 0, 0, 3, true, MACHINE, MACHINE.processors()), share(second, 4, 0, true));

		assertThat(map("slot:oversubscribe", "", shares, 4).ranks()).extracting(Placement::node).containsExactly(first, first, first, second);
		refused(Status.ERR_JOB_INSUFFICIENT_RESOURCES, "only 1 of 3", "slot", "none", shares.subList(0, 1), 3);
	}

	@Test
	void corecpus_oneThreadACoreAndOnlyMapped_meansHardwareThreads() throws Exception {
		MappingOrder order = MappingOrder.of(List.of(new AppOrder("x", 2, List.of(share(first, 4, 0, true)))),
				MappingPolicyReader.read(":corecpus"));

		JobMap mapped = JobMapper.map(order.onlyMapped());
		JobMap launched = JobMapper.map(order);

		assertThat(mapped.policy()).startsWith("BYHWTHREAD");
		assertThat(mapped.summary().hwthreads()).isTrue();
		assertThat(launched.policy()).startsWith("BYCORE");
		assertThat(launched.summary().hwthreads()).isFalse();
		assertThat(launched.summary().binding()).isEqualTo("CORE:IF-SUPPORTED");
	}

	@Test
	void moreStatedSlotsThanProcessors_ranksThatTheUserDoesNotBind_areUnbound() throws Exception {
		int cores = MACHINE.processors().cardinality();

		for (String policy : List.of("", "core", "package", "numa", "hwthread", "slot", "node", "ppr:" + 2 * cores + ":node")) {
			JobMap map = map(policy, "", List.of(share(first, 2 * cores, 0, true)), 2 * cores);

			assertThat(map.ranks()).as(policy).hasSize(2 * cores).allMatch(rank -> rank.cpuset().list().isEmpty());
			assertThat(map.summary().binding()).as(policy).isEqualTo("NONE");
			assertThat(map.policy()).as(policy).contains(":NOOVERSUBSCRIBE");
		}
	}

	@Test
	void moreStatedSlotsThanProcessors_ranksThatTheUserBinds_areRefused() {
		int cores = MACHINE.processors().cardinality();
		List<NodeShare> shares = List.of(share(first, 2 * cores, 0, true));

		refused(Status.ERR_JOB_INSUFFICIENT_RESOURCES, "overload-allowed", "", "core", shares, 2 * cores);
		refused(Status.ERR_JOB_INSUFFICIENT_RESOURCES, "need as many slots", "", "", shares, 2 * cores + 1);
	}

	@Test
	void numa_memoryWithoutProcessors_getsNoRank() throws Exception {
		HardwareObject machine = HwlocXmlReader.read("""
				<topology version="2.0"><object type="Machine" os_index="0" cpuset="0x3">
				<object type="NUMANode" os_index="0" cpuset="0x3"/><object type="NUMANode" os_index="1" cpuset="0x0"/>
				<object type="Core" os_index="0" cpuset="0x1"><object type="PU" os_index="0" cpuset="0x1"/></object>
				<object type="Core" os_index="1" cpuset="0x2"><object type="PU" os_index="1" cpuset="0x2"/></object>
				</object></topology>""").machine();
		List<NodeShare> shares = List.of(new NodeShare(first, 2, 0, 0, true, machine, machine.processors()),
				new NodeShare(second, 2, 0, 0, true, machine, machine.processors()));

		assertThat(map("numa", "", shares, 2).ranks()).extracting(Placement::node).containsExactly(first, second);
	}

	@Test
	void rankFile_namesNodeAndProcessorsOfEachRank() throws Exception {
		List<NodeShare> shares = List.of(share(first, 4, 0, true), share(second, 4, 0, true));
		MappingOrder order = MappingOrder.of(List.of(new AppOrder("x", 3, shares)), MappingPolicyReader.read("rankfile:file=f"))
				.withFile(List.of("rank 1=a slot=1:0-1", "rank 0=b slot=3 # last", "rank 2=+n1 slot=p0"));

		JobMap map = JobMapper.map(order);

		assertThat(map.ranks()).extracting(Placement::node, Placement::cpuset).containsExactly(tuple(second, new CpuSet("3")),
				tuple(first, new CpuSet("2-3")), tuple(second, new CpuSet("0-1")));
	}

	@ParameterizedTest
	@CsvSource({ "rank 0=a slot=9,names number 9", "rank 0=c slot=0,names node c", "rank 1=a slot=0,no line for rank 0",
			"rank x=a slot=0,must be 'rank N=NODE slot=PROCESSORS'", "rank 0=a slot=1-2-3,must be a number or a range" })
	void rankFile_wrongLine_isRefused(String line, String text) {
		MappingOrder order = mapOrder("rankfile:file=f", List.of(line));

		assertThatThrownBy(() -> JobMapper.map(order)).isInstanceOf(PmixException.class).hasMessageContaining(text);
	}

	@ParameterizedTest
	@CsvSource({ "core,package,cannot be bound to package", "core:pe=2,'',pe=2 asks for more",
			"package:pe=1,numa,allowed are core and hwthread",
			"package:pe=2,numa,allowed are core and hwthread",
			"pe-list=0,package,allowed are core and hwthread" })
	void contradictingPolicies_areRefused(String map, String bind, String text) {
		refused(Status.ERR_BAD_PARAM, text, map, bind, List.of(share(first, 4, 0, true)), 2);
	}

	@Test
	void listOfProcessors_noneOfTheNode_isRefused() {
		refused(Status.ERR_JOB_FAILED_TO_MAP, "has none of the processors 98-99", "pe-list=98-99", "", List.of(share(first, 4, 0, true)), 1);
	}

	@Test
	void numberOfRanks_leftOpen_isThatOfTheSlotsOrOfThePattern() throws Exception {
		List<NodeShare> shares = List.of(share(first, 3, 1, true), share(second, 4, 0, true));

		assertThat(JobMapper.count(MappingOrder.of(List.of(new AppOrder("x", 0, shares)), MappingPolicy.OPEN))).containsExactly(6);
		assertThat(JobMapper.count(MappingOrder.of(List.of(new AppOrder("x", 0, shares)), MappingPolicyReader.read("ppr:3:package"))))
				.containsExactly(12);
		assertThat(JobMapper.count(MappingOrder.of(List.of(new AppOrder("x", 0, shares)), MappingPolicyReader.read(":pe=2")))).containsExactly(4);
	}

	private MappingOrder mapOrder(String map, List<String> file) {
		try {
			return MappingOrder.of(List.of(new AppOrder("x", 1, List.of(share(first, 4, 0, true)))), MappingPolicyReader.read(map)).withFile(file);
		} catch (PmixException e) {
			throw new AssertionError(e);
		}
	}

	private static void refused(Status status, String text, String map, String bind, List<NodeShare> shares, int... ranks) {
		assertThatThrownBy(() -> map(map, bind, shares, ranks)).isInstanceOf(PmixException.class).hasMessageContaining(text)
				.satisfies(e -> assertThat(((PmixException) e).status()).isEqualTo(status));
	}

	private static NodeShare share(Node node, int slots, int busy, boolean given) {
		return new NodeShare(node, slots, 0, busy, given, MACHINE, MACHINE.processors());
	}

	private static JobMap map(String map, String bind, List<NodeShare> shares, int... ranks) throws PmixException {
		List<AppOrder> apps = new ArrayList<>();
		for (int count : ranks) {
			apps.add(new AppOrder("x", count, shares));
		}
		return JobMapper.map(MappingOrder.of(apps, MappingPolicyReader.read(map)).with(Optional.empty(), Binding.parse(bind)));
	}
}
