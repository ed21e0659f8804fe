// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.testkit.Launcher;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;

/** Tests what differs between the two forms of the command line tool, on a JVM and as a native executable, and what must not. */
class ProgramFormTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@Test
	void version_namesTheForm() {
		Outcome outcome = pmix4j.command(List.of("--version")).finish().requireExit(0);

		assertThat(outcome.lines().get(2)).startsWith(Launcher.isNative() ? "native executable, built with Java " : "Java ");
	}

	@ParameterizedTest
	@ValueSource(strings = { "much", "0m", "5mm", "12x", "-1g", "1.5g" })
	void maxHeap_thatIsNoSize_isRefused(String size) {
		Outcome outcome = pmix4j.run("-n", 1, "true").maxHeap(size).finish().requireExit(2);

		assertThat(outcome.errorLines()).containsExactly(
				"pmix4j: PMIX4J_MAX_HEAP must be a number with k, m or g behind it, such as 512m, not '" + size + "'");
	}

	@Test
	void maxHeap_limitsTheJobs() {
		Outcome outcome = pmix4j.run("-n", 60_000, "--map-by", ":oversubscribe", "true").maxHeap("64M").finish();

		assertThat(outcome.exitCode()).isNotZero();
		assertThat(outcome.errorLines()).anyMatch(line -> line.contains("of memory, but only") && line.contains("(PMIX4J_MAX_HEAP="));
	}

	@Test
	void form_unknown_isRefused() {
		Outcome outcome = pmix4j.run("-n", 1, "true").with("PMIX4J_FORM", "wasm").finish().requireExit(2);

		assertThat(outcome.errorLines()).containsExactly("pmix4j: PMIX4J_FORM must be jvm or native, not 'wasm'");
	}

	@Test
	void optionsOfAJvm_areRefusedByAnExecutable() {
		Outcome outcome = pmix4j.run("-n", 1, "true").with("PMIX4J_JAVA_OPTIONS", "-ea").finish();

		assertThat(outcome.exitCode()).isEqualTo(Launcher.isNative() ? 2 : 0);
		assertThat(outcome.errorLines().stream().anyMatch(line -> line.startsWith("pmix4j: PMIX4J_JAVA_OPTIONS has no effect")))
				.isEqualTo(Launcher.isNative());
	}

	@ParameterizedTest
	@ValueSource(strings = { "mpiexec", "prterun" })
	void link_withTheNameOfALauncher_runsPrograms(String name, @TempDir Path folder) throws Exception {
		Path link = Files.createSymbolicLink(folder.resolve(name), Checkout.script());

		Outcome outcome = pmix4j.command(List.of("-n", "2", "sh", "-c", "echo $PMIX_RANK of $0")).through(link).finish().requireExit(0);

		assertThat(outcome.lines()).containsExactlyInAnyOrder("0 of sh", "1 of sh");
	}

	/** The shell of a script can spell only some names of variables, and the runtime decodes what it passes on. */
	@Test
	void environment_ofOddNamesAndBytes_reachesTheRanks() {
		Outcome outcome = pmix4j.run("-n", 1, "env").inside(List.of("env", "odd-name.x=1", "BYTES=a\u00fcb")).finish().requireExit(0);

		assertThat(outcome.lines()).contains("odd-name.x=1", "BYTES=a\u00fcb");
	}
}
