// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.cli.Main;
import org.pmix4j.testkit.Peers;

/** Tests the command {@code completion}: bash and fish run their scripts, and that for zsh has the same words. */
class CompletionScriptTest {
	@TempDir
	private Path folder;

	private static String script(String shell) {
		StringWriter out = new StringWriter();
		assertThat(Main.execute(new String[] { "completion", shell }, new PrintWriter(out, true), new PrintWriter(new StringWriter()))).isZero();
		return out.toString();
	}

	/** Returns what bash completes the last word of a command line to. */
	private List<String> completed(String... words) throws IOException {
		Path script = Files.writeString(folder.resolve("script"), script("bash"));
		List<String> quoted = new ArrayList<>(List.of("pmix4j"));
		quoted.addAll(List.of(words));
		String line = quoted.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
		return lines("bash", "--norc", "-c", ". \"$0\"; COMP_WORDS=(" + line + "); COMP_CWORD=" + words.length
				+ "; _pmix4j; printf '%s\\n' \"${COMPREPLY[@]}\"", script.toString()).filter(each -> !each.isEmpty()).toList();
	}

	/** Returns the lines that a program prints. */
	private static Stream<String> lines(String... command) throws IOException {
		Process shell = new ProcessBuilder(command).redirectErrorStream(true).start();
		return new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines();
	}

	@Test
	void bash_firstWord_isACommand() throws IOException {
		assertThat(completed("s")).containsExactly("server", "submit", "stop", "stacks");
		assertThat(completed("comp")).containsExactly("completion");
	}

	@ParameterizedTest
	@CsvSource({ "run, --map-", "submit, --dvm-", "server, --daem", "stop, --forc", "ps, --pro", "query, --qual", "attrs, --serv",
			"lookup, --wai", "event, --cou", "ctrl, --request", "alloc, --nodel", "output, --ta", "dump, --names", "info, --class" })
	void bash_option_isThatOfTheCommand(String command, String start) throws IOException {
		assertThat(completed(command, start)).isNotEmpty().allMatch(word -> word.startsWith(start));
	}

	@Test
	void bash_optionOfAnotherCommand_isNotOffered() throws IOException {
		assertThat(completed("ps", "--map-")).isEmpty();
		assertThat(completed("run", "--qual")).isEmpty();
	}

	@Test
	void bash_operandOrValue_isActionOrFile() throws IOException {
		assertThat(completed("ctrl", "re")).containsExactly("resume", "restart");
		assertThat(completed("completion", "")).containsExactly("bash", "zsh", "fish");
		assertThat(completed("ctrl", "--request-id", "re")).isEmpty();
		assertThat(completed("ps", "x")).isEmpty();
	}

	/** Bash cuts words at colons and equal signs. */
	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "--map-by co | core", "--map-by core : over | oversubscribe", "--map-by = pack | package",
			"--map-by pp | ppr:", "--bind-to core : overl | overload-allowed", "--bind-to pack | package", "--display map,al | map,allocation",
			"--display map : parse | parseable", "--rank-by fi | fill", "--stdin al | all", "--runtime-options stop-o | stop-on-exec",
			"--output tag,di | tag,dir= tag,directory=", "-n 2 --bind-to hwt | hwthread" })
	void bash_value_isAWordOfTheOption(String words, String expected) throws IOException {
		assertThat(completed(("run " + words).split(" "))).containsExactly(expected.split(" "));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "--mca rmaps_base_map | rmaps_base_mapping_policy",
			"--gmca odls_base_sig | odls_base_sigkill_timeout",
			"--mca bt | btl", "--pmixmca psens | psensor", "--prtemca hwloc_default_bind | hwloc_default_binding_policy",
			"--mca rmaps_base_mapping_policy core --map-by nu | numa", "-x A=1 --pmixmca gds hash --bind-to nu | numa" })
	void bash_parameter_isOneThatHasAnEffect(String words, String expected) throws IOException {
		assertThat(completed(("run " + words).split(" "))).containsExactly(expected);
	}

	/** A refused parameter is not offered, and its value could be anything. */
	@Test
	void bash_parameterOrValueWithoutWords_isLeftToTheShell() throws IOException {
		assertThat(completed("run", "--mca", "orte_rsh_ag")).isEmpty();
		assertThat(completed("run", "--prtemca", "bt")).isEmpty();
		assertThat(completed("run", "--mca", "btl", "cor")).isEmpty();
		assertThat(completed("run", "--mca", "btl", "self", "--map-")).contains("--map-by");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "query PMIX_QUERY_NAMESPACE_I | PMIX_QUERY_NAMESPACE_INFO",
			"query --qualifier PMIX_NSPA | PMIX_NSPACE=", "ctrl pause -i PMIX_JOB_CTRL_PREEMPT | PMIX_JOB_CTRL_PREEMPTIBLE",
			"alloc new --info PMIX_ALLOC_TIM | PMIX_ALLOC_TIME=", "event --info PMIX_EVENT_NON_DEF | PMIX_EVENT_NON_DEFAULT" })
	void bash_attribute_hasAnEqualSignIfAValueMustFollow(String words, String expected) throws IOException {
		assertThat(completed(words.split(" "))).containsExactly(expected);
	}

	@Test
	void bash_program_isACommandAndItsArgumentsAreFiles() throws IOException {
		assertThat(completed("run", "-n", "2", "--map-by", "core", "hostnam")).contains("hostname");
		assertThat(completed("run", "ls", "--map-by", "co")).isEmpty();
		assertThat(completed("run", "ls", "hostnam")).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "--map-by", "--daemonize", "--qualifier", "--nodelist", "--classpath", "checkpoint restart", "'completion:" })
	void zsh_hasTheWordsOfAllCommands(String word) {
		assertThat(script("zsh")).startsWith("#compdef pmix4j\n").contains(word);
	}

	@Test
	void zsh_texts_areQuoted() {
		assertThat(script("zsh").lines().map(String::strip).filter(line -> line.startsWith("'-")))
				.allMatch(line -> line.replace("'\\''", "").matches("'-[^':]*:[^']*'")).hasSizeGreaterThan(100);
	}

	/** Returns what fish completes the last word of a command line to. */
	private List<String> completedByFish(String line) throws IOException {
		Path script = Files.writeString(folder.resolve("script"), script("fish"));
		return lines(Peers.installed("fish").toString(), "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script.toString(),
				"pmix4j " + line).map(each -> each.replaceFirst("\t.*", "")).toList();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "s | server stacks stop submit", "run --map- | --map-by", "run --map-by co | core",
			"run --map-by core:over | core:oversubscribe", "run --bind-to=hwt | --bind-to=hwthread", "run --display map,al | map,allocation",
			"run -n 2 --bind-to hwt | hwthread", "run -x A=1 --pmixmca gds hash --bind-to nu | numa", "ctrl re | restart resume",
			"completion z | zsh", "run ls --map- | ''", "ps --map- | ''", "ps x | ''", "ctrl --request | --request-id" })
	void fish_words_areThoseOfTheCommand(String line, String expected) throws IOException {
		assertThat(completedByFish(line)).containsExactlyInAnyOrderElementsOf(expected.isEmpty() ? List.of() : List.of(expected.split(" ")));
	}

	@Test
	void fish_program_isACommand() throws IOException {
		assertThat(completedByFish("run -n 2 --map-by core hostnam")).contains("hostname");
	}

	@Test
	void completion_otherShell_isRefused() {
		StringWriter err = new StringWriter();

		assertThat(Main.execute(new String[] { "completion", "tcsh" }, new PrintWriter(new StringWriter()), new PrintWriter(err, true)))
				.isEqualTo(2);
		assertThat(err.toString()).contains("bash, zsh or fish, not tcsh");
	}
}
