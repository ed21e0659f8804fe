// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Launcher;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.ServerRun;

/** Tests where the ranks of several launchers of one machine are bound; the machine needs two cores. */
class SharedBindingsTest {
	private static final String SHOW = "grep Cpus_allowed_list /proc/self/status";
	private static final String SHOW_AND_WAIT = SHOW + "; exec sleep 1000";
	private static final Duration LIMIT = Duration.ofSeconds(60);

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path shared;

	@TempDir
	private Path folder;

	private Launcher launcher(Object... words) {
		return pmix4j.run(words).with("PMIX4J_BINDINGS", shared.toString());
	}

	private List<String> rank(Object... words) {
		return launcher(words).finish().requireExit(0).lines();
	}

	private static String unbound() throws Exception {
		return Await.output(new ProcessBuilder("sh", "-c", SHOW).start()).strip();
	}

	@Test
	void secondLauncher_takesAFreeCore_untilTheFirstIsKilled() {
		List<String> alone = rank("-n", 1, "sh", "-c", SHOW);
		LauncherRun first = launcher("-n", 1, "sh", "-c", SHOW_AND_WAIT).start().awaitOutput("\n");
		assertThat(first.outputSoFar().lines().toList()).isEqualTo(alone);

		assertThat(rank("-n", 1, "sh", "-c", SHOW)).hasSize(1).isNotEqualTo(alone);
		assertThat(rank("-n", 1, "--bind-to", "core", "sh", "-c", SHOW)).hasSize(1).isNotEqualTo(alone);

		first.kill();
		Await.until("the core is free", LIMIT, () -> rank("-n", 1, "sh", "-c", SHOW).equals(alone));
	}

	/** A server that stays, its submitters and a host in another program hold their cores as a launcher does. */
	@Test
	void everyKindOfLauncher_leavesTheCoresOfTheOthers() throws Exception {
		List<String> alone = rank("-n", 1, "sh", "-c", SHOW);
		ServerRun server = ServerRun.of(pmix4j, ServerRun.command(pmix4j, "server").with("PMIX4J_BINDINGS", shared.toString()));
		LauncherRun submitted = server.submit("-n", 1, "sh", "-c", SHOW_AND_WAIT).start().awaitOutput("\n");
		assertThat(submitted.outputSoFar().lines().toList()).isEqualTo(alone);
		assertThat(rank("-n", 1, "sh", "-c", SHOW)).hasSize(1).isNotEqualTo(alone);
		assertThat(embedded()).hasSize(1).isNotEqualTo(alone);

		submitted.signal("TERM").end().requireExit(143);
		LauncherRun launched = launcher("-n", 1, "sh", "-c", SHOW_AND_WAIT).start().awaitOutput("\n");
		assertThat(launched.outputSoFar().lines().toList()).isEqualTo(alone);
		List<String> beside = server.submit("--pid", server.run().pid(), "-n", 1, "sh", "-c", SHOW).finish().requireExit(0).lines();
		assertThat(beside).hasSize(1).isNotEqualTo(alone);
		launched.signal("TERM").end().requireExit(143);
		server.stop();
		assertThat(embedded()).isEqualTo(alone);
	}

	/** Returns the output of a rank of a host in another Java program, such as a test or Eclipse. */
	private List<String> embedded() throws Exception {
		Path program = Files.writeString(folder.resolve("Embedded.java"), """
				import org.pmix4j.host.*;
				import org.pmix4j.job.*;
				class Embedded {
					public static void main(String[] words) throws Exception {
						try (LocalHost host = LocalHost.start(HostOptions.defaults())) {
							host.launch(JobSpec.of(1, "sh", "-c", words[0])).ended().get();
						}
					}
				}
				""");
		// the class path of ranks lacks JNA, so the arguments of the launcher's own JVM beside its jar are taken
		Path jar = Path.of(pmix4j.command(List.of("info", "--classpath")).onJvm("-ea").finish().requireExit(0).text().strip());
		ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"@" + jar.resolveSibling("java.args"), program.toString(), SHOW).redirectErrorStream(true);
		builder.environment().put("PMIX4J_BINDINGS", shared.toString());
		builder.environment().put("TMPDIR", folder.toString());
		Process process = builder.start();
		List<String> lines = Await.output(process).lines().toList();
		assertThat(process.exitValue()).as("%s", lines).isZero();
		return lines;
	}

	@Test
	void secondLauncher_noCoreIsFree_bindsOnlyIfAsked() throws Exception {
		LauncherRun first = launcher("--bind-to", "core", "sh", "-c", SHOW_AND_WAIT).start().awaitOutput("\n");

		assertThat(rank("-n", 1, "sh", "-c", SHOW)).containsExactly(unbound());
		assertThat(rank("-n", 1, "--bind-to", "core", "sh", "-c", SHOW)).hasSize(1).doesNotContain(unbound());
		first.signal("TERM").end();
	}

	@Test
	void secondLauncher_processorsAreNamed_bindsToThem() throws Exception {
		LauncherRun first = launcher("--bind-to", "core", "sh", "-c", SHOW_AND_WAIT).start().awaitOutput("\n");
		String core = rank("-n", 1, "--bind-to", "core", "sh", "-c", SHOW).get(0);
		Path rankFile = Files.writeString(folder.resolve("ranks"), "rank 0=localhost slot=0\n");

		assertThat(rank("--map-by", "rankfile:file=" + rankFile, "-n", 1, "sh", "-c", SHOW)).containsExactly(core);
		assertThat(rank("--rankfile", rankFile, "-n", 1, "sh", "-c", SHOW)).containsExactly(core);
		assertThat(rank("--map-by", "pe-list=0", "-n", 1, "sh", "-c", SHOW)).containsExactly(core);
		assertThat(rank("--cpu-set", 0, "-n", 1, "sh", "-c", SHOW)).containsExactly(core);
		first.signal("TERM").end();
	}
}
