// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.mpi.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests that command lines for mpiexec.hydra do the same here and there: output of all ranks and exit code. */
class HydraOptionsTest {
	private static final String SHOW = "echo $PMI_RANK/$PMI_SIZE $A $B in ${PWD##*/}";

	/** As a shell reports it. */
	private static final int SIGPIPE = 141;

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	/** The output of all ranks in order, and the exit code. */
	private record Result(List<String> lines, int exitCode) {
		static Result of(Stream<String> lines, int exitCode) {
			// the kind of output is part of the tag here alone
			return new Result(lines.map(line -> line.replaceFirst("^(\\[\\d+])<stdout>: ", "$1 ")).sorted().toList(), exitCode);
		}
	}

	/** Returns what hydra does, but for its races: it dies of SIGPIPE itself if rank 0 ends before it has passed on the end of the input. */
	private Result hydra(List<String> words) throws Exception {
		Result result = hydraOnce(words);
		for (int again = 0; again < 5 && result.exitCode == SIGPIPE; again++) {
			result = hydraOnce(words);
		}
		return result;
	}

	private Result hydraOnce(List<String> words) throws Exception {
		List<String> command = new ArrayList<>(List.of(Peers.installed("mpiexec.hydra").toString()));
		command.addAll(words);
		Process process = new ProcessBuilder(command).directory(pmix4j.directory().toFile()).redirectError(ProcessBuilder.Redirect.DISCARD)
				.start();
		process.getOutputStream().close();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		return Result.of(output.lines(), Await.exit(process));
	}

	private void requireSame(List<String> words) throws Exception {
		Outcome outcome = pmix4j.run(words.toArray()).finish();

		assertThat(Result.of(outcome.lines().stream(), outcome.exitCode())).isEqualTo(hydra(words));
	}

	@ParameterizedTest
	@ValueSource(strings = { "-n 2 sh -c %s", "-np 3 sh -c %s", "-genv A one -n 2 sh -c %s",
			"-genv A=one -n 2 sh -c %s : -env B two -n 1 sh -c %s", "-genv A all -n 1 -env A own sh -c %s : -n 1 sh -c %s",
			"-genvlist HOME -n 1 sh -c %s", "-genvall -n 2 sh -c %s", "-envall -n 2 sh -c %s",
			"-prepend-rank -n 2 sh -c %s", "-l -n 2 sh -c %s", "-wdir /usr -n 2 sh -c %s", "-hosts localhost -n 3 sh -c %s",
			"-hosts localhost:2 sh -c %s", "-hosts localhost -ppn 2 sh -c %s", "-ppn 2 -n 2 sh -c %s", "-bind-to none -n 2 sh -c %s",
			"-bind-to core -n 1 sh -c %s" })
	void run_line_hasOutputAndExitCodeOfHydra(String line) throws Exception {
		requireSame(Stream.of(line.split(" ")).map(word -> word.equals("%s") ? SHOW : word).toList());
	}

	@ParameterizedTest
	@ValueSource(strings = { "exit 0", "exit 3", "[ $PMI_RANK = 1 ] || exit 0; exit 42" })
	void run_exitCode_isThatOfHydra(String script) throws Exception {
		requireSame(List.of("-n", "2", "sh", "-c", script));
	}

	@Test
	void run_fileOfNodes_isReadAsByHydra() throws Exception {
		Path file = Files.writeString(pmix4j.directory().resolve("nodes"), "# this machine\nlocalhost:2 # twice\n");
		try {
			requireSame(List.of("-f", file.toString(), "sh", "-c", SHOW));
		} finally {
			Files.delete(file);
		}
	}

	/** Hydra joins the codes of all ranks by OR, which here gives 3; the code of the rank that failed first says more. */
	@Test
	void run_ranksWithDifferentCodes_hasThatOfOne() {
		Outcome outcome = pmix4j.run("-n", 2, "sh", "-c", "exit $((PMI_RANK + 1))").finish();

		assertThat(outcome.exitCode()).isBetween(1, 2);
	}
}
