// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.host.HostNodes;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.host.launcher.LaunchPlan;
import org.pmix4j.host.launcher.NamedNodes;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.LauncherOptions;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.server.options.NodeName;

/** The nodes and numbers of ranks of a launch. */
class LaunchPlanTest {
	private static final AppSpec OPEN = new AppSpec("program", List.of(), OptionValues.DEFAULTS);

	@TempDir
	private Path scratch;

	private LaunchPlan plan(Map<String, String> environment, AppSpec... apps) throws IOException, PmixException {
		return LaunchPlan.of(JobSpec.of(apps).withDirectory(scratch), List.of(), environment);
	}

	private static AppSpec with(JobOption<String> option, String value) {
		return OPEN.withOption(option, value);
	}

	private static Map<String, String> slurm(String nodes, String tasks) {
		return Map.of("SLURM_JOB_ID", "17", "SLURM_JOB_NODELIST", nodes, "SLURM_TASKS_PER_NODE", tasks);
	}

	private static List<Integer> ranks(LaunchPlan plan) {
		return plan.job().apps().stream().map(AppSpec::ranks).toList();
	}

	@Test
	void of_hostfileHasBeenRead_isNotReadAgain() throws Exception {
		Path file = Files.writeString(scratch.resolve("hosts"), "localhost slots=3\n");
		NamedNodes nodes = new NamedNodes(JobSpec.of(with(PlacementOptions.HOSTFILE, file.toString())));
		assertThat(nodes.otherMachines()).isEmpty();
		Files.writeString(file, "elsewhere slots=7\n");

		assertThat(ranks(LaunchPlan.of(nodes, List.of(), Map.of()))).containsExactly(3);
	}

	@Test
	void otherMachines_ofHostsAndThisMachine_areTheOthers() throws Exception {
		assertThat(new NamedNodes(JobSpec.of(with(PlacementOptions.HOSTS, "localhost,a:2"), with(PlacementOptions.HOSTS, "b"))).otherMachines())
				.containsExactly("a", "b");
	}

	@Test
	void of_nothingStated_aSlotForEachCoreAndARankForEachSlot() throws Exception {
		LaunchPlan plan = plan(Map.of(), OPEN);

		assertThat(plan.nodes()).isEqualTo(HostNodes.counted());
		assertThat(plan.nodes().slotsGiven()).isFalse();
		assertThat(ranks(plan)).containsExactly(HostNodes.counted().slots());
		assertThat(plan.notes()).isEmpty();
	}

	@Test
	void of_numberOfRanks_isKept() throws Exception {
		LaunchPlan plan = plan(Map.of(), OPEN.withOption(AppOptions.RANKS, 7), OPEN);

		assertThat(ranks(plan)).containsExactly(7, HostNodes.counted().slots());
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "localhost | 1", "localhost:5 | 5", "127.0.0.1:2,localhost:3 | 5", "+n0:4 | 4" })
	void of_hosts_giveSlotsAndRanks(String list, int slots) throws Exception {
		LaunchPlan plan = plan(Map.of(), with(PlacementOptions.HOSTS, list));

		assertThat(plan.nodes()).isEqualTo(HostNodes.given(slots));
		assertThat(ranks(plan)).containsExactly(slots);
	}

	@Test
	void of_hostsOfSeveralPrograms_areAdded() throws Exception {
		LaunchPlan plan = plan(Map.of(), with(PlacementOptions.HOSTS, "localhost:2"), with(PlacementOptions.HOSTS, "localhost:3"));

		assertThat(plan.nodes()).isEqualTo(HostNodes.given(5));
		assertThat(ranks(plan)).containsExactly(2, 3);
	}

	@Test
	void of_hostfile_givesSlotsAndLimit() throws Exception {
		Files.writeString(scratch.resolve("hosts"), "localhost slots=6 max-slots=8\n");

		assertThat(plan(Map.of(), with(PlacementOptions.HOSTFILE, "hosts")).nodes()).isEqualTo(new HostNodes(6, true, 8, List.of()));
	}

	@Test
	void of_anotherMachine_isRefusedByName() {
		assertThatThrownBy(() -> plan(Map.of(), with(PlacementOptions.HOSTS, "elsewhere:2"))).isInstanceOf(PmixException.class)
				.hasMessageContaining("node 'elsewhere'").hasMessageContaining("this runtime runs on one machine");
	}

	@Test
	void of_allocationOfThisMachine_givesSlotsAndRanks() throws Exception {
		LaunchPlan plan = plan(slurm(NodeName.ofThisMachine(), "3"), OPEN);

		assertThat(plan.nodes()).isEqualTo(HostNodes.given(3));
		assertThat(ranks(plan)).containsExactly(3);
		assertThat(plan.notes()).isEmpty();
	}

	@Test
	void of_hostsInAnAllocation_areLimitedByIt() throws Exception {
		LaunchPlan plan = plan(slurm(NodeName.ofThisMachine(), "3"), with(PlacementOptions.HOSTS, "localhost:9"));

		assertThat(plan.nodes()).isEqualTo(HostNodes.given(3));
		assertThat(ranks(plan)).containsExactly(3);
	}

	@Test
	void of_allocationWithOtherNodes_usesThisOneAndSaysSo() throws Exception {
		LaunchPlan plan = plan(slurm("x[1-6]," + NodeName.ofThisMachine(), "1(x6),2"), OPEN);

		assertThat(plan.nodes()).isEqualTo(HostNodes.given(2));
		assertThat(plan.notes()).containsExactly("the Slurm allocation 17 has 7 nodes, but ranks run on this one only;"
				+ " x1, x2, x3, x4 and 2 more stay unused");
	}

	@Test
	void of_allocationWithoutThisMachine_isRefusedWithItsNodes() {
		assertThatThrownBy(() -> plan(slurm("x1,x2", "4(x2)"), OPEN)).isInstanceOf(IOException.class)
				.hasMessageContaining("the Slurm allocation 17 does not contain this machine").hasMessageContaining("x1, x2");
	}

	@Test
	void nodes_ofAServer_areThoseOfTheAllocationOrCounted() throws Exception {
		assertThat(LaunchPlan.nodes(OptionValues.DEFAULTS, Map.of())).isEqualTo(HostNodes.counted());
		assertThat(LaunchPlan.nodes(OptionValues.DEFAULTS, slurm("x1," + NodeName.ofThisMachine(), "1,5"))).isEqualTo(HostNodes.given(5));
		assertThatThrownBy(() -> LaunchPlan.nodes(OptionValues.DEFAULTS, slurm("x1", "1"))).isInstanceOf(IOException.class);
	}

	private static OptionValues lists(JobOption<String> option, String value) {
		return OptionValues.DEFAULTS.with(option, value);
	}

	@Test
	void nodes_ofAServerWithLists_areThoseThatTheyState() throws Exception {
		Path file = Files.writeString(scratch.resolve("hosts"), "localhost slots=6 max-slots=8\n");
		Path more = Files.writeString(scratch.resolve("more"), "localhost slots=+3\n");

		assertThat(LaunchPlan.nodes(lists(PlacementOptions.HOSTS, "localhost:5"), Map.of())).isEqualTo(HostNodes.given(5));
		assertThat(LaunchPlan.nodes(lists(PlacementOptions.HOSTFILE, file.toString()), Map.of()))
				.isEqualTo(new HostNodes(6, true, 8, List.of()));
		int counted = HostNodes.counted().slots();
		assertThat(LaunchPlan.nodes(lists(PlacementOptions.ADD_HOSTS, "localhost:+2"), Map.of())).isEqualTo(HostNodes.given(counted + 2));
		assertThat(LaunchPlan.nodes(lists(PlacementOptions.ADD_HOSTFILE, more.toString()), Map.of())).isEqualTo(HostNodes.given(counted + 3));
		assertThat(LaunchPlan.nodes(lists(PlacementOptions.HOSTS, "localhost:9"), slurm(NodeName.ofThisMachine(), "3")))
				.isEqualTo(HostNodes.given(3));
	}

	@Test
	void nodes_ofAServerOnAnotherMachine_areRefusedByName() {
		assertThatThrownBy(() -> LaunchPlan.nodes(lists(PlacementOptions.HOSTS, "elsewhere:2"), Map.of())).isInstanceOf(PmixException.class)
				.hasMessageContaining("node 'elsewhere'").hasMessageContaining("this runtime runs on one machine");
	}

	@Test
	void nodes_ofAServerWithListsAndSimulatedNodes_areRefused() {
		OptionValues both = lists(PlacementOptions.ADD_HOSTS, "localhost:+2").with(LauncherOptions.SIMULATE,
				LauncherOptions.SIMULATE.parse("test", "2*node"));

		assertThatThrownBy(() -> LaunchPlan.nodes(both, Map.of())).isInstanceOf(IllegalArgumentException.class)
				.hasMessageContaining("--add-host").hasMessageContaining("--simulate");
	}

	@Test
	void of_simulatedNodes_giveRanks() throws Exception {
		LaunchPlan plan = LaunchPlan.of(JobSpec.of(OPEN, with(PlacementOptions.HOSTS, "n1:3,n0")), List.of("2*n:slots=4:core:4 pu:1"), Map.of());

		assertThat(plan.nodes().simulated()).containsExactly("2*n:slots=4:core:4 pu:1");
		assertThat(ranks(plan)).containsExactly(8, 4);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "ppr:1:node | 2", "ppr:2:package | 8", "ppr:3:core | 48", "slot | 16", "slot:pe=2 | 8" })
	void of_mappingPolicy_decidesAboutTheNumberOfRanks(String policy, int ranks) throws Exception {
		LaunchPlan plan = LaunchPlan.of(JobSpec.of(with(PlacementOptions.MAP_BY, policy)), List.of("2*n:package:2 core:4 pu:2"), Map.of());

		assertThat(ranks(plan)).containsExactly(ranks);
	}

	@Test
	void launch_onSimulatedNodes_mapsAndStartsNothing() throws Exception {
		Path never = scratch.resolve("never");
		LaunchPlan plan = LaunchPlan.of(JobSpec.of(3, "touch", never.toString()), List.of("2*n:slots=2:core:2 pu:1"), Map.of());
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(scratch).withNodes(plan.nodes()))) {
			Job job = host.launch(plan.job());

			assertThat(job.ended().join().isSuccess()).isTrue();
			assertThat(host.session().nodes()).extracting(node -> node.name()).containsExactly("n0", "n1");
			assertThat(never).doesNotExist();
		}
	}
}
