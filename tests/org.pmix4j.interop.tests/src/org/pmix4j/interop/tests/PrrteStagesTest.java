// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Peers;

/** Compares the stages that {@code --report-state} tells with those that PRRTE of Debian 13 passes. */
class PrrteStagesTest {
	private static final Pattern JOB = Pattern.compile("(?:ACTIVATING|pmix4j:) JOB \\S+@1 STATE (.*)");
	private static final Pattern RANK = Pattern.compile("(?:ACTIVATING|pmix4j:) PROC \\[\\S+@1,0\\] STATE (.*)");

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	private static List<String> stages(Pattern pattern, List<String> lines) {
		List<String> stages = new ArrayList<>();
		for (String line : lines) {
			Matcher matcher = pattern.matcher(line);
			if (matcher.find()) {
				stages.add(matcher.group(1).strip());
			}
		}
		return stages;
	}

	/** Returns what PRRTE logs, which names the job only after its first stage. */
	private static List<String> prterun(String... words) throws IOException {
		List<String> command = new ArrayList<>(List.of("prterun", "--allow-run-as-root", "--map-by", ":OVERSUBSCRIBE", "--prtemca",
				"state_base_verbose", "5"));
		command.addAll(List.of(words));
		Process process = new ProcessBuilder(Peers.trixie(command)).redirectErrorStream(true).redirectInput(new File("/dev/null")).start();
		return new String(process.getInputStream().readAllBytes()).lines().toList();
	}

	private List<String> ours(int exit, String... words) {
		List<Object> command = new ArrayList<>(List.of("--report-state"));
		command.addAll(List.of(words));
		return pmix4j.run(command.toArray()).finish().requireExit(exit).errorLines();
	}

	@Test
	void job_endsWell_passesTheSameStages() throws IOException {
		List<String> theirs = prterun("-n", "2", "true");
		List<String> own = ours(0, "-n", "2", "true");

		assertThat(stages(JOB, own).get(0)).isEqualTo("PENDING INIT");
		assertThat(stages(JOB, own)).hasSizeGreaterThan(15).endsWith(stages(JOB, theirs).toArray(String[]::new));
		assertThat(stages(RANK, own)).containsExactlyInAnyOrderElementsOf(stages(RANK, theirs)).startsWith("RUNNING")
				.endsWith("NORMALLY TERMINATED");
	}

	@Test
	void job_notLaunched_passesTheSameStages() throws IOException {
		String[] words = { "--runtime-options", "donotlaunch", "-n", "2", "true" };

		assertThat(stages(JOB, ours(0, words))).endsWith(stages(JOB, prterun(words)).toArray(String[]::new)).endsWith("ALL JOBS COMPLETE");
	}

	/** PRRTE sets the job's failure without a line of its own. */
	@Test
	void job_rankFails_passesTheSameStagesAndItsFailure() throws IOException {
		String[] words = { "-n", "1", "sh", "-c", "exit 3" };
		List<String> own = ours(3, words);
		List<String> theirs = prterun(words);
		List<String> jobStages = new ArrayList<>(stages(JOB, own));

		assertThat(jobStages.remove("AT LEAST ONE PROCESS EXITED WITH NON-ZERO STATUS")).isTrue();
		assertThat(jobStages).endsWith(stages(JOB, theirs).toArray(String[]::new));
		assertThat(stages(RANK, own)).containsExactlyInAnyOrderElementsOf(stages(RANK, theirs));
	}
}
