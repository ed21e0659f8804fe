// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;

/** The environment that the command hands on, past the shell that starts it. */
class CommandEnvironmentTest {
	/** Variables that shells drop or change: invalid names, functions of bash, and names that have a meaning in shells. */
	private static final List<String> ODD = List.of("A.B=1", "X-Y=2", "BASH_FUNC_f%%=() { :; }", "E=", "1=one", "a b=c d", "LINES_=a\nb\n",
			"IFS=:", "OPTIND=7", "RANDOM=5", "PPID=3", "UID=7", "SHLVL=4", "OLDPWD=/nope", "_=u", "SHELLOPTS=xtrace", "LINENO=9");
	private static final Pattern OURS = Pattern
			.compile("(PMIX_|PMIX4J_RANK|OMPI_|JSM_|PMI_|MPI_LOCAL|MPIR_CVAR_PMI_VERSION=|PWD=).*", Pattern.DOTALL);

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@Test
	void run_variablesThatShellsDropOrChange_arriveUnchangedAndNoneIsAdded() {
		List<String> only = new ArrayList<>(List.of("env", "-i"));
		only.addAll(ODD);
		only.add("TMPDIR=" + pmix4j.directory());

		Set<String> arrived = arrived(only);

		arrived.removeIf(variable -> OURS.matcher(variable).matches());
		assertThat(arrived).containsExactlyInAnyOrderElementsOf(only.subList(2, only.size()));
	}

	@Test
	void run_largeEnvironment_arrivesUnchanged() {
		List<String> only = new ArrayList<>(List.of("env", "LARGE.1=" + "x".repeat(120_000), "LARGE.2=" + "y".repeat(120_000)));

		assertThat(arrived(only)).containsAll(only.subList(1, only.size()));
	}

	/** Larger than can be handed on twice: variables with valid names still arrive. */
	@Test
	void run_hugeEnvironment_arrives() {
		List<String> only = new ArrayList<>(List.of("env"));
		for (int i = 0; i < 6; i++) {
			only.add("HUGE_" + i + "=" + "x".repeat(110_000));
		}

		assertThat(arrived(only)).containsAll(only.subList(1, only.size()));
	}

	/** As under prterun: the variables of Open MPI are set for its programs only. */
	@ParameterizedTest
	@CsvSource({ "ompi,true", "ompi5,true", "prte,false", "pmix,false" })
	void run_personality_setsTheVariablesOfItsModel(String model, boolean ofOpenMpi) {
		List<String> lines = pmix4j.run("-n", 1, "--personality", model, "env").finish().requireExit(0).lines();

		assertThat(lines).anyMatch(line -> line.startsWith("PMIX_NAMESPACE="));
		assertThat(lines.contains("OMPI_COMM_WORLD_RANK=0")).isEqualTo(ofOpenMpi);
		assertThat(lines.stream().anyMatch(line -> line.matches("(OMPI|JSM)_.*"))).isEqualTo(ofOpenMpi);
	}

	private Set<String> arrived(List<String> prefix) {
		Outcome outcome = pmix4j.run("-n", 1, Path.of("/usr/bin/env"), "-0").inside(prefix).finish().requireExit(0);
		return new TreeSet<>(Arrays.asList(outcome.text().split("\0")));
	}
}
