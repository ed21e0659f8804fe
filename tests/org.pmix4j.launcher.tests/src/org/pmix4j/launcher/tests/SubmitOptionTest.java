// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.OptionScope;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.ServerRun;

/** Tests that {@code submit} treats each option of the table as {@code run} does, or refuses it by name. */
class SubmitOptionTest {
	/** Words behind an option whose value is not a plain switch; FILE stands for a hostfile of this machine. */
	private static final Map<String, String> VALUES = Map.ofEntries(Map.entry("-n", "2"), Map.entry("--wdir", "/tmp"),
			Map.entry("-x", "MINE=value"), Map.entry("--prefix", "/usr"), Map.entry("--exec-agent", "env"),
			Map.entry("--preload-files", "FILE"), Map.entry("--pset", "mine"), Map.entry("--fwd-environment=true", ""),
			Map.entry("--host", "localhost:2"), Map.entry("--add-host", "localhost:+2"), Map.entry("--hostfile", "FILE"),
			Map.entry("--add-hostfile", "FILE"), Map.entry("--map-by", "slot"), Map.entry("--rank-by", "slot"), Map.entry("--bind-to", "none"),
			Map.entry("--output-filename", "out"), Map.entry("--stdin", "none"), Map.entry("--timeout", "0.5"),
			Map.entry("--personality", "prte"), Map.entry("--mpi", "pmi1"),
			Map.entry("--umask", "027"), Map.entry("--max-restarts", "1"),
			Map.entry("--output-proctable=-", ""), Map.entry("--report-waits", "60"), Map.entry("--spawn-timeout", "30"),
			Map.entry("--session-id", "7"), Map.entry("--alloc-id", "none"), Map.entry("--alloc-refid", "none"), Map.entry("--tag=rank", ""),
			Map.entry("--output", "tag-detailed"), Map.entry("--display", "map,allocation,bind"),
			Map.entry("--runtime-options", "continuous"), Map.entry("--terminal-size", "30x100"), Map.entry("--kill-timeout", "1"),
			Map.entry("--orphan-timeout", "1"));
	/** Values of the launcher's own process, which submit refuses. */
	private static final Map<String, String> LAUNCHER = Map.of("--simulate", "2*node", "--tmpdir", "/tmp", "--report-uri", "-",
			"--system-server", "", "--max-message", "16", "--job-record", "record", "--site", "FILE");
	/** Ranks that end by no event of their own. */
	private static final Set<String> ENDLESS = Set.of("--timeout", "--report-state-on-timeout", "--get-stack-traces", "--report-waits",
			"--stop-on-exec");

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 2, 3, 4, 5 })
	void submit_everyOption_actsAsRunDoes(int part) throws Exception {
		ServerRun server = ServerRun.start(pmix4j);
		Path hosts = Files.writeString(scratch.resolve("hosts"), "localhost slots=2\n");
		List<String> differences = new ArrayList<>();
		List<Map.Entry<String, String>> samples = List.copyOf(samples().entrySet());
		for (int i = part; i < samples.size(); i += 6) {
			Map.Entry<String, String> option = samples.get(i);
			List<Object> words = words(option, hosts);

			Outcome run = pmix4j.run(words.toArray()).in(scratch).finish();
			Outcome submitted = server.submit(words.toArray()).in(scratch).finish();

			List<String> wanted = summary(run);
			List<String> got = summary(submitted);
			if (!got.equals(wanted)) {
				differences.add(words + ": run " + without(wanted, got) + ", submit " + without(got, wanted));
			}
		}
		server.stop();
		assertThat(differences).isEmpty();
	}

	/** Returns the exit code and the lines of both streams, as far as they do not change from run to run. */
	private static List<String> summary(Outcome outcome) {
		List<String> summary = new ArrayList<>(List.of("exit " + outcome.exitCode()));
		SubmitTest.comparable(outcome.text()).forEach(line -> summary.add("out " + line));
		SubmitTest.comparable(outcome.errors()).forEach(line -> summary.add("err " + line));
		return summary;
	}

	private static List<String> without(List<String> all, List<String> others) {
		return all.stream().filter(line -> !others.contains(line)).toList();
	}

	@Test
	void submit_optionsOfTheLauncher_areRefusedByName() {
		ServerRun server = ServerRun.start(pmix4j);
		Set<String> known = new TreeSet<>();
		OptionTable.all().stream().filter(option -> option.scope() == OptionScope.LAUNCHER).forEach(option -> known.addAll(option.words()));
		assertThat(known).isEqualTo(new TreeSet<>(LAUNCHER.keySet()));

		for (Map.Entry<String, String> option : LAUNCHER.entrySet()) {
			Stream<String> words = option.getValue().isEmpty() ? Stream.of(option.getKey(), "true")
					: Stream.of(option.getKey(), option.getValue(), "true");
			Outcome outcome = server.submit(words.toArray()).finish().requireExit(2);

			assertThat(outcome.errorLines()).startsWith("pmix4j: option " + option.getKey() + " belongs to the server; give it to 'pmix4j server'");
		}
		server.stop();
	}

	/** Returns a value for the first word of each option of a job or a program. A switch needs none; an option without a sample fails. */
	private static Map<String, String> samples() {
		Map<String, String> samples = new TreeMap<>(VALUES);
		for (JobOption<?> option : OptionTable.all()) {
			if (option.scope() != OptionScope.LAUNCHER && !option.words().isEmpty()) {
				String word = option.words().get(0);
				boolean isSampled = VALUES.keySet().stream().anyMatch(each -> each.split("=")[0].equals(word));
				assertThat(isSampled || option.label().isEmpty()).as(word).isTrue();
				if (!isSampled) {
					samples.put(word, "");
				}
			}
		}
		return samples;
	}

	private static List<Object> words(Map.Entry<String, String> option, Path hosts) {
		String word = option.getKey();
		List<Object> words = new ArrayList<>(List.of(word));
		if (!option.getValue().isEmpty()) {
			words.add(option.getValue().replace("FILE", hosts.toString()));
		}
		if (!word.equals("-n")) {
			words.addAll(List.of("-n", 2));
		}
		if (ENDLESS.contains(word) && !word.equals("--timeout")) {
			words.addAll(List.of("--timeout", 1));
		}
		words.addAll(ENDLESS.contains(word) ? List.of("sleep", 100)
				: List.of("sh", "-c", "echo out $PMIX_RANK $MINE $0; umask; [ $PMIX_RANK = 0 ] || echo err >&2"));
		return words;
	}
}
