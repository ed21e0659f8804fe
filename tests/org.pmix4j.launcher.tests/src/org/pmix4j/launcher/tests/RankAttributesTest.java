// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Peers;

/** Compares limits and attributes of ranks with those of a program that the same shell starts without a launcher. */
class RankAttributesTest {
	/** Sets what a shell without privileges can; the signals that it ignores are none that a launcher of C resets. */
	private static final String SURROUNDINGS = "umask 027; echo 400 >/proc/$$/oom_score_adj; echo 0x11 >/proc/$$/coredump_filter;"
			+ " ulimit -S -n 333; ulimit -S -c 1000; ulimit -S -s 4096; ulimit -S -t 7000; ulimit -S -f 99999999; ulimit -S -l 16;"
			+ " trap '' 23 40; exec nice -n 3 setarch -R ";
	/** The launcher marks its processes by the limit of real-time processes. */
	private static final String PROBE = "grep -v 'Max realtime timeout' /proc/self/limits;"
			+ " grep -E '^(Umask|SigBlk|Cap|NoNewPrivs|Groups|THP|Cpus_allowed|Mems_allowed)' /proc/self/status;"
			+ " cat /proc/self/oom_score_adj /proc/self/coredump_filter /proc/self/personality /proc/self/timerslack_ns;"
			+ " cut -d' ' -f18,19,40,41 /proc/self/stat";

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	private Path launcherInSurroundings() throws IOException {
		return Wrapper.write(scratch, SURROUNDINGS + "\"$PMIX4J\" \"$@\"");
	}

	private static List<String> ofAProgram() throws IOException {
		Process direct = new ProcessBuilder("env", "--default-signal", "sh", "-c", SURROUNDINGS + "sh -c \"$0\"", PROBE)
				.redirectInput(new File("/dev/null")).start();
		return new String(direct.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
	}

	@Test
	void rank_ofALauncher_hasTheAttributesOfItsShell() throws IOException {
		List<String> expected = ofAProgram();
		assertThat(expected).anyMatch(line -> line.matches("Max open files +333 .*")).contains("400", "00000011");

		assertThat(pmix4j.run("--bind-to", "none", "-n", 1, "sh", "-c", PROBE).through(launcherInSurroundings()).finish().requireExit(0).lines())
				.isEqualTo(expected);
	}

	/** Ranks get the default action of signals that end or stop them, as under mpirun. */
	@Test
	void rank_ofALauncherThatIgnoresSignals_ignoresThemUnlessTheyEndIt() throws IOException {
		Path ignoring = Wrapper.write(scratch, "trap '' HUP TERM USR1 TSTP 23 40; exec \"$PMIX4J\" \"$@\"");

		assertThat(pmix4j.run("-n", 1, "grep", "SigIgn", "/proc/self/status").through(ignoring).finish().requireExit(0).lines())
				.containsExactly("SigIgn:\t0000008000400000");
	}

	@Test
	void rank_thatIsSpawned_hasTheAttributesOfItsShell() throws IOException {
		List<String> expected = ofAProgram().stream().filter(line -> !line.startsWith("Cpus_allowed")).toList(); // the job is bound

		assertThat(pmix4j.run("-n", 1, Peers.c("pmix_spawn_with"), PROBE).through(launcherInSurroundings()).finish().requireExit(0).lines())
				.containsAll(expected);
	}

	@Test
	void rank_thatIsRestarted_hasTheAttributesOfItsShell() throws IOException {
		String again = "[ -e " + scratch + "/begun ] || { touch " + scratch + "/begun; exit 7; }; " + PROBE;

		assertThat(pmix4j.run("--bind-to", "none", "--max-restarts", 1, "-n", 1, "sh", "-c", again).through(launcherInSurroundings()).finish()
				.requireExit(0).lines()).isEqualTo(ofAProgram());
	}

	/** More pipes than the limit allows are open while the last ranks start. */
	@ParameterizedTest
	@ValueSource(ints = {2, 160})
	void ranks_manyUnderALowLimit_haveItAll(int ranks) throws IOException {
		Path low = Wrapper.write(scratch, "ulimit -S -n 333; exec \"$PMIX4J\" \"$@\"");

		assertThat(pmix4j.run("--bind-to", "none", "-n", ranks, "sh", "-c", "ulimit -S -n; ulimit -H -n").through(low).finish().requireExit(0)
				.lines()).hasSize(2 * ranks).filteredOn("333"::equals).hasSize(ranks);
	}
}
