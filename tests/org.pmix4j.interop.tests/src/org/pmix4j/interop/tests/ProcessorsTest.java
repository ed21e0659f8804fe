// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.job.options.UsableProcessors;
import org.pmix4j.model.CpuSet;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** The processors on which C programs run, what they are told about them, and the hosts and slots that decide how many there are. */
class ProcessorsTest {
	/** PRRTE does not send these. An unbound process gets no locality from us, and one without text from PRRTE. */
	private static final String OWN = " pmix\\.(pkgrank|lcpus)=\\S*| pmix\\.locstr=-?(?= |$)";

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	/** Where a core has one hardware thread, PRRTE calls it a core in a job that runs, and a hardware thread in one that is only mapped. */
	private static List<String> places(Stream<String> lines) {
		return lines.filter(line -> line.startsWith("rank ")).map(line -> line.replaceAll(OWN, "").replace("HWTHREAD", "CORE")).sorted()
				.toList();
	}

	private static List<String> prterun(List<String> words) throws IOException {
		List<String> command = new ArrayList<>(List.of("prterun", "--allow-run-as-root"));
		command.addAll(words);
		Path script = Peers.trixie("pmix_binding");
		command.add(script.resolveSibling("pmix_binding").toString());
		ProcessBuilder builder = new ProcessBuilder(Peers.trixie(command)).redirectErrorStream(true).redirectInput(new File("/dev/null"));
		builder.environment().putAll(KernelTopology.environment());
		Process process = builder.start();
		return places(new String(process.getInputStream().readAllBytes()).lines());
	}

	@ParameterizedTest
	@ValueSource(strings = { "-n 1", "-n 2 --host localhost:2", "-n 2 --host localhost:2 --bind-to none",
			"-n 2 --host localhost:2 --map-by package", "-n 2 --host localhost:2 --map-by slot",
			"-n 2 --host localhost:2 --map-by numa --bind-to core:overload-allowed", "-n 3 --host localhost:2 --map-by :oversubscribe",
			"-n 2 --host localhost:2 --rank-by slot --bind-to core:overload-allowed", "--host localhost:2" })
	void run_policy_placesAndTellsAsPrterun(String words) throws IOException {
		List<String> theirs = prterun(List.of(words.split(" ")));
		List<Object> own = new ArrayList<>(List.of(words.split(" ")));
		own.add(Peers.trixie("pmix_binding"));

		Outcome outcome = pmix4j.run(own.toArray()).finish().requireExit(0);

		assertThat(places(outcome.lines().stream())).as(outcome.toString()).isNotEmpty().isEqualTo(theirs);
	}

	@Test
	void run_boundRanks_findTheirPlacesOnPackageAndNode() {
		Outcome outcome = pmix4j.run("-n", 2, "--host", "localhost:2", "--map-by", "package", Peers.c("pmix_binding")).finish().requireExit(0);

		String cpus = CpuSet.of(UsableProcessors.allowed()).list();
		assertThat(outcome.lines()).filteredOn(line -> line.startsWith("rank 1")).singleElement().asString()
				.contains(" pmix.cpuset=" + cpus + " ", " pmix.lcpus=" + cpus + ":" + cpus).containsPattern(" pmix\\.pkgrank=\\d+ ");
	}

	/** The launcher may use one processor only, as under taskset or in a cpuset of a control group. */
	@Test
	void run_launcherIsLimited_ranksAreTooAndThereIsOneSlot() {
		int last = UsableProcessors.allowed().length() - 1;
		Outcome outcome = pmix4j.run(Peers.c("pmix_binding")).inside(List.of("taskset", "-c", Integer.toString(last))).finish().requireExit(0);

		assertThat(outcome.lines()).filteredOn(line -> line.startsWith("rank ")).singleElement().asString()
				.startsWith("rank 0 on " + last + " ");
	}

	@Test
	void run_hostfile_givesTheNumberOfRanks(@TempDir Path scratch) throws IOException {
		Path file = Files.writeString(scratch.resolve("hosts"), "# ours\nlocalhost slots=3 max-slots=4\n");

		pmix4j.run("--hostfile", file, "--bind-to", "none", Peers.c("pmix_hello")).finish().requirePeers("pmix_hello", 3);
	}

	@Test
	void run_moreRanksThanStatedSlots_isRefused() {
		Outcome outcome = pmix4j.run("-n", 3, "--host", "localhost:2", "true").finish();

		assertThat(outcome.exitCode()).isEqualTo(1);
		assertThat(outcome.errors()).contains("slots");
	}

	@Test
	void run_otherMachine_isRefusedByName() {
		Outcome outcome = pmix4j.run("--host", "elsewhere:2", "true").finish().requireExit(1);

		assertThat(outcome.errors()).contains("elsewhere", "this runtime runs on one machine");
	}

	@Test
	void run_inASlurmAllocation_usesItsSlotsAndTellsOfOtherNodes() {
		Outcome outcome = pmix4j.run("--bind-to", "none", Peers.c("pmix_hello")).with("SLURM_JOB_ID", "5")
				.with("SLURM_JOB_NODELIST", "localhost,far[1-2]")
				.with("SLURM_TASKS_PER_NODE", "3,4(x2)").finish().requirePeers("pmix_hello", 3);

		assertThat(outcome.errors()).contains("the Slurm allocation 5 has 3 nodes, but ranks run on this one only; far1, far2 stay unused");
	}

	@Test
	void run_inAnAllocationElsewhere_isRefused() {
		Outcome outcome = pmix4j.run("true").with("SLURM_JOB_ID", "5").with("SLURM_JOB_NODELIST", "far[1-2]")
				.with("SLURM_TASKS_PER_NODE", "4(x2)")
				.finish().requireExit(1);

		assertThat(outcome.errors()).contains("the Slurm allocation 5 does not contain this machine", "far1, far2");
	}

	@Test
	void run_onSimulatedNodes_startsNothing() {
		Path never = pmix4j.directory().resolve("never");

		pmix4j.run("-n", 3, "--simulate", "2*node:slots=2:package:2 core:2 pu:1", "touch", never).finish().requireExit(0);

		assertThat(never).doesNotExist();
	}
}
