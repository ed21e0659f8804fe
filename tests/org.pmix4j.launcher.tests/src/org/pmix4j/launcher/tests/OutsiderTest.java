// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.ProcessTable;

/** Issue 29: a process of the same user that uses the name of a rank, but is not one of its processes, cannot act as the rank. */
class OutsiderTest {
	private static final Path PROGRAM = Peers.c("pmix_outsider");

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();
	@TempDir
	private Path folder;

	/** Writes the environment of the process that a rank prints after "ready". */
	private Path environment(LauncherRun run) throws IOException {
		String pid = run.outputSoFar().lines().filter(line -> line.startsWith("ready ")).findFirst().orElseThrow().substring("ready ".length());
		return Files.writeString(folder.resolve("environment"), ProcessTable.text(Long.parseLong(pid), "environ"), StandardCharsets.ISO_8859_1);
	}

	private static Map<String, String> variables(Path file) throws IOException {
		return Arrays.stream(Files.readString(file, StandardCharsets.ISO_8859_1).split("\0")).filter(entry -> entry.startsWith("PMIX_"))
				.map(entry -> entry.split("=", 2)).collect(Collectors.toMap(entry -> entry[0], entry -> entry[1]));
	}

	/** Runs the program outside of the job and returns its output. */
	private static String outside(Map<String, String> variables, String... arguments) throws IOException, InterruptedException {
		return output(variables, Stream.concat(Stream.of(PROGRAM.toString()), Arrays.stream(arguments)).toArray(String[]::new));
	}

	private static String output(Map<String, String> variables, String... command) throws IOException, InterruptedException {
		ProcessBuilder builder = new ProcessBuilder(command);
		builder.environment().putAll(variables);
		Process process = builder.redirectErrorStream(true).start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		Await.exit(process);
		return output;
	}

	private static void requireRunning(LauncherRun run, String interrupted) {
		assertThat(run.signal("INT").end().errorLines()).contains("pmix4j: the job was interrupted; " + interrupted);
	}

	@Test
	void abort_outsiderWithEnvironmentOfServedRank_isRefusedAndJobRunsOn() throws IOException, InterruptedException {
		LauncherRun run = pmix4j.run("-n", 1, PROGRAM, "wait").start().awaitOutput("\n");

		assertThat(outside(variables(environment(run)), "abort")).contains("pmix_outsider refused");

		run.awaitErrors("(pmix_outsider), which connects as rank 0 (pid ")
				.awaitErrors("is not of its job, and a process of the rank itself is connected");
		requireRunning(run, "1 rank was ended");
	}

	/** The process has another number for itself than for the launcher. */
	@Test
	void abort_outsiderInAnotherPidNamespace_isRefusedAndJobRunsOn() throws IOException, InterruptedException {
		LauncherRun run = pmix4j.run("-n", 1, PROGRAM, "wait").start().awaitOutput("\n");
		Map<String, String> variables = variables(environment(run));

		assertThat(output(variables, "unshare", "--user", "--map-root-user", "--pid", "--fork", PROGRAM.toString(), "abort"))
				.contains("pmix_outsider refused");

		run.awaitErrors("(pmix_outsider), which connects as rank 0 (pid ").awaitErrors("is not of its job");
		requireRunning(run, "1 rank was ended");
	}

	@Test
	void abort_outsiderThatSetsVariablesItself_isRefusedEvenIfRankNeverConnects() throws IOException, InterruptedException {
		LauncherRun run = pmix4j.run("-n", 2, "sh", "-c", "echo ready $$; exec sleep 1000").start().awaitOutput("\n");

		assertThat(outside(Map.of(), "abort", environment(run).toString())).contains("pmix_outsider refused");

		run.awaitErrors(", is not of its job");
		requireRunning(run, "2 ranks were ended");
	}

	@Test
	void abort_otherRankOfSameJob_isRefused() throws IOException {
		String script = "[ $PMIX_RANK = 1 ] || exec \"$0\" wait; read line; PMIX_RANK=0 \"$0\" abort; sleep 1000";
		LauncherRun run = pmix4j.run("--stdin", 1, "-n", 2, "sh", "-c", script, PROGRAM).inputByTest().start().awaitOutput("ready ");

		run.input().write('\n');
		run.input().flush();

		run.awaitOutput("pmix_outsider refused");

		run.awaitErrors(", belongs to rank 1");
		requireRunning(run, "2 ranks were ended");
	}

	@ParameterizedTest
	@ValueSource(strings = { "exec %s", "%s; true", "sh -c 'sh -c \"%s; true\"; true'", "setsid -w %s", "(setsid %s &) | cat",
			"(setsid sh -c 'setsid %s & sleep 0' &) | cat", "unshare -rpf %s", "strace -f -o /dev/null %s", "env -u PMIX_ID %s",
			"bash -c 'exec 3< <(%s); cat <&3'" })
	void init_descendantOfRank_isServed(String wrapper) {
		List<String> lines = pmix4j.run("-n", 2, "sh", "-c", wrapper.formatted(PROGRAM + " cycle")).finish().requireExit(0).lines();

		assertThat(lines).contains("pmix_outsider was served as 0", "pmix_outsider was served as 1");
	}

	@Test
	void init_descendantOfRankThatWasServed_isServed() {
		String command = "%1$s cycle; (setsid sh -c 'setsid %1$s cycle & sleep 0' &) | cat; %1$s cycle".formatted(PROGRAM);

		List<String> lines = pmix4j.run("-n", 1, "sh", "-c", command).finish().requireExit(0).lines();

		assertThat(lines).hasSize(3).containsOnly("pmix_outsider was served as 0");
	}

	/** As terminals and containers do that a rank asks to run its program, the second time after a program of its own. */
	@ParameterizedTest
	@ValueSource(strings = { "", "\"$0\" cycle >&2; " })
	void init_outsiderWithEnvironmentOfRankThatIsNotConnected_isServedWithWarning(String before) throws IOException, InterruptedException {
		LauncherRun run = pmix4j.run("-n", 1, "sh", "-c", before + "echo ready $$; exec sleep 1000", PROGRAM).start().awaitOutput("\n");

		assertThat(outside(variables(environment(run)), "cycle")).contains("pmix_outsider was served as 0");

		run.awaitErrors("is not of its job, but has the environment of the rank, so it is served");
		requireRunning(run, "1 rank was ended");
	}
}
