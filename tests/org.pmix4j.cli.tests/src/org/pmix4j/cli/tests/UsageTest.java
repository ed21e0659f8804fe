// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.cli.Main;

/** Help, version, and messages about wrong command lines. Runs in this JVM, because nothing is started. */
class UsageTest {
	private final StringWriter out = new StringWriter();
	private final StringWriter err = new StringWriter();

	@Test
	void execute_help_namesCommands() {
		assertThat(execute("--help")).isZero();

		assertThat(out.toString()).startsWith("Usage: pmix4j").contains("run  ", "pmix4j run --help").endsWith("\n");
		assertThat(err.toString()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "-n, -np", "=N", "--tag", "KIND", "job", "rank", "detailed", "namespace", "--timestamp", "--merge-stderr",
			"--raw",
			"--stdin", "--timeout=SECONDS", "--continue", "--tmpdir=DIR", "--wdir=DIR", "--env=NAME=VALUE", "Exit code", "127", "126",
					"110",
			"Ctrl-C" })
	void execute_helpOfRun_describesOptions(String text) {
		assertThat(execute("run", "--help")).isZero();

		assertThat(out.toString()).startsWith("Usage: pmix4j run").contains(text);
		assertThat(err.toString()).isEmpty();
	}

	@Test
	void execute_helpOfRun_fitsTerminal() {
		execute("run", "--help");

		assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80).hasSizeLessThan(50);
	}

	@ParameterizedTest
	@ValueSource(strings = { "--version", "-V" })
	void execute_version_namesProgramAndRelease(String option) {
		assertThat(execute(option)).isZero();

		assertThat(out.toString().lines()).first().asString().matches("pmix4j \\d+\\.\\d+\\.\\d+.*");
		assertThat(out.toString()).contains("OpenPMIx", "Java ");
	}

	@Test
	void execute_nothing_showsHelpAndFails() {
		assertThat(execute()).isEqualTo(2);

		assertThat(err.toString()).startsWith("Usage: pmix4j");
		assertThat(out.toString()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "run --bad true | unknown option: '--bad' | -n N, --wdir=DIR, -x NAME=VALUE",
			"run -z true | unknown option: '-z' | --stdin=RANK", "--bad | unknown option: '--bad' | Commands are run",
			"walk | 'walk' | Commands are run", "run -n | option '--np' (N) | -n N", "run -n four true | 'four' | a number from 1 to 65536",
			"run -n 4.5 true | '4.5' | a number from 1 to 65536", "run -n 0 true | option -n | 1 to 65536, not 0",
			"run -n -3 true | option -n | 1 to 65536, not -3", "run -n 65537 true | option -n | 1 to 65536, not 65537",
			"run --timeout=soon true | 'soon' | a number of seconds",
			"run --timeout=-1 true | option --timeout | seconds from 0 to 2147483647, not -1",
			"run --timeout=NaN true | option --timeout | seconds from 0 to 2147483647, not NaN",
			"run --tag=me true | not 'me' | job, rank, detailed, namespace or none", "run --output ta true | no word 'ta' | tag, tag-detailed",
			"run --output file= true | option --output file= must be a path | --help",
			"run --output nocopy true | option --output nocopy needs option --output-filename | file",
			"run --output dir=a,file=b true | exclude each other | option --output file",
			"run --stop-in-init --stop-in-app true | exclude each other | option --stop-in-init",
			"run --stdin=me true | not 'me' | a rank, all or none",
			"run --stdin=2 -n 2 true | option --stdin | ranks 0 to 1, all or none, not 2", "run -x =1 true | not '=1' | NAME=VALUE or NAME",
			"run --wdir --raw true | option --wdir needs a value | followed by --raw", "run -x --raw true | option -x needs a value | --raw",
			"run | no program | run --help", "run -n 2 | no program | run --help", "run true : | no program | run --help",
			"run true : -n 2 | no program | run --help", "run true : --tag true | '--tag' | only -n, --wdir and -x" })
	void execute_wrongCommandLine_saysWhatIsAllowed(String line, String wrong, String allowed) {
		assertThat(execute(line.split(" "))).isEqualTo(2);

		assertThat(err.toString()).startsWith("pmix4j: ").contains(wrong, allowed, "Try 'pmix4j").doesNotContain("Exception", "\tat ");
		assertThat(err.toString().lines()).hasSizeLessThanOrEqualTo(3);
		assertThat(out.toString()).isEmpty();
	}

	private int execute(String... arguments) {
		return Main.execute(arguments, new PrintWriter(out, true), new PrintWriter(err, true));
	}
}
