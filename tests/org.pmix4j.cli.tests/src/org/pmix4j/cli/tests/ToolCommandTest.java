// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.cli.Main;

/** Tests the commands that look at running jobs, as far as they need no server. Runs in this JVM. */
class ToolCommandTest {
	private final StringWriter out = new StringWriter();
	private final StringWriter err = new StringWriter();

	@TempDir
	private Path folder;

	private int execute(String... arguments) {
		return Main.execute(arguments, new PrintWriter(out, true), new PrintWriter(err, true));
	}

	@ParameterizedTest
	@ValueSource(strings = { "ps", "query", "attrs", "lookup", "event", "ctrl", "alloc", "output", "dump" })
	void help_ofEachCommand_hasOptionsAndExitCodes(String command) {
		assertThat(execute(command, "--help")).isZero();

		assertThat(out.toString()).startsWith("Usage: pmix4j " + command).contains("Exit code: 0", "69", "110", "Options:", "Limits:",
				"--timeout SECONDS", "Default: 30", "Server:", "--pid PID", "--namespace NAME", "--nspace", "--uri URI", "--system-server",
				"--system-server-first", "--tmpdir DIR", "--wait-to-connect SECONDS").doesNotContain("--map-by", "End the job");
		assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
	}

	@ParameterizedTest
	@ValueSource(strings = { "ps", "query x", "attrs", "lookup x", "event", "event --event -3001", "ctrl pause x", "alloc", "output", "dump" })
	void noServer_isAnErrorThatNamesThePlace(String line) {
		assertThat(execute((line + " --tmpdir " + folder).split(" "))).isEqualTo(69);

		assertThat(err.toString()).contains("no server of this user runs", folder.toString(), "pmix4j server --daemonize");
		assertThat(out.toString()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "query | no key is named", "query PMIX_NO_SUCH | there is no attribute 'PMIX_NO_SUCH'",
			"query pmix.qry.ns[x | must end with ']'", "query -q PMIX_RANK=a pmix.qry.ns | PMIX_RANK must be a number", "lookup | no key is named",
			"lookup --range here k | a range must be one of", "ps --procs --nodes | only one of --procs and --nodes",
			"ps --timeout soon | option --timeout must be a number of seconds", "ps --timeout 0 | must be more than 0",
			"ps --pid 1 --namespace a | only one of --pid and --namespace", "ps --pid 1 --system-server | only one of --pid and --system-server",
			"ps --num-connect-retries 0 | must be at least 1", "ps --num-connect-retries 1 --wait-to-connect 1 | only one of --wait-to-connect",
			"ps --pid one | option --pid must be a process id", "ps --jsom | did you mean --json?",
			"attrs now | the command attrs has no operands", "ctrl | no action is named; actions are pause", "ctrl stop x | unknown action stop",
			"ctrl kill | no process is named", "ctrl signal | the action signal needs a value", "ctrl signal NONE x | there is no signal 'NONE'",
			"ctrl cancel a b | names no process", "event --event soon | there is no status 'soon'",
			"event --event -3001 --count 2 | option --count is for showing events", "event --event -3001 -3002 | followed by",
			"event --event -3001 --range local --targets a | only one of --range and --targets", "event --range local | needs --event",
			"event --count none | option --count must be a number", "alloc more | unknown action more", "alloc release | needs --alloc-id",
			"alloc --alloc-id a | the action is extend", "alloc new new | only one action",
			"alloc extend --alloc-id a --hold | option --hold is for a new allocation, not for the action extend",
			"alloc --hold -i PMIX_ALLOC_NOT_WAITING=true | option --hold waits for the allocation", "alloc --nodes 0 | must be at least 1",
			"output --tag=me | not 'me'", "output --stdout --stderr | only one of --stdout and --stderr",
			"output --tag --json | only one of --tag and --json" })
	void wrongCommandLine_isRefusedBeforeAServerIsNeeded(String line, String message) {
		assertThat(execute((line + " --tmpdir " + folder).split(" "))).isEqualTo(2);

		assertThat(err.toString()).startsWith("pmix4j: ").contains(message, "Try 'pmix4j");
		assertThat(out.toString()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "stacks a b | only one job is possible, not a b", "stacks --ranks 3-1 | must be numbers and ranges",
			"stacks --ranks 1,x | not '1,x'", "stacks --timeout 0 | must be more than 0", "stacks --pid 1 | unknown option --pid" })
	void wrongCommandLineOfStacks_isRefused(String line, String message) {
		assertThat(execute(line.split(" "))).isEqualTo(2);

		assertThat(err.toString()).contains(message, "Try 'pmix4j stacks --help'");
	}

	@Test
	void helpOfStacks_hasOptionsAndExitCodes() {
		assertThat(execute("stacks", "--help")).isZero();

		assertThat(out.toString()).startsWith("Usage: pmix4j stacks [OPTION]... [JOB]").contains("--ranks LIST", "--full", "--json",
				"--timeout SECONDS", "Exit code: 0", "69").doesNotContain("--tmpdir", "110");
		assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
	}

	@Test
	void optionOfARun_isUnknown() {
		assertThat(execute("ps", "--map-by", "core")).isEqualTo(2);

		assertThat(err.toString()).contains("unknown option --map-by");
	}

	@Test
	void helpOnOneOption_showsItAlone() {
		assertThat(execute("ps", "--help", "--procs")).isZero();

		assertThat(out.toString()).contains("--procs").doesNotContain("Usage", "--json");
	}
}
