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
	@ValueSource(strings = { "-n N, -np N", "--tag[=KIND]", "job", "rank", "detailed", "namespace", "--timestamp", "--merge-stderr",
			"--stdin RANK", "--timeout SECONDS", "--continue", "--wdir DIR", "-x NAME=VALUE", "Exit code", "127", "126", "110", "Ctrl-C",
			"--help TOPIC", "placement", "environment", "signals" })
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
	@CsvSource({ "server, --role", "server, --daemonize", "submit, --dvm-uri", "submit, --map-by", "submit, placement", "stop, --force" })
	void execute_helpOnTopic_showsItAlone(String command, String topic) {
		assertThat(execute(command, "--help", topic)).isZero();

		assertThat(out.toString()).contains(topic.replace("placement", "--map-by")).doesNotContain("--version", "Usage");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "run --bad true | unknown option --bad | run --help", "run -z true | unknown option -z | run --help",
			"run --ouptut tag true | unknown option --ouptut; did you mean --output? | run --help",
			"run --time 5 true | unknown option --time; did you mean --timeout? | run --help",
			"run --timeuot=5 true | unknown option --timeuot; did you mean --timeout? | run --help",
			"run true : -npp 2 true | unknown option -npp; did you mean -np? | run --help",
			"--bad | unknown option --bad | commands are run", "walk | unknown command walk | commands are run",
			"run -n | option -n needs a value: N | run --help", "run -n four true | 'four' | a number from 1 to 1048576",
			"run -n 4.5 true | 4.5 | a number from 1 to 1048576", "run -n 0 true | option -n | 1 to 1048576, not 0",
			"run -np 0 true | option -np | 1 to 1048576, not 0", "run -n -3 true | option -n | 1 to 1048576, not -3",
			"run -n 1048577 true | option -n | 1 to 1048576, not 1048577", "run --timeout=soon true | 'soon' | a number of seconds",
			"run --timeout=-1 true | option --timeout | seconds from 0 to 2147483647, not -1",
			"run --timeout=NaN true | option --timeout | seconds from 0 to 2147483647, not NaN",
			"run --tag=me true | not 'me' | job, rank, detailed, namespace or none", "run --output ta true | no word 'ta' | tag, tag-detailed",
			"run --output tag=maybe true | option --output tag= has no values | run --help",
			"run --output xml=maybe true | option --output xml= must be true or false | 'maybe'",
			"run --output file= true | option --output file= must be a path | --help",
			"run --output nocopy true | option --output nocopy needs option --output-filename | file",
			"run --output dir=a,file=b true | exclude each other | option --output file",
			"run --output tag,rank true | option --output tag and option --output rank | contradict each other",
			"run --tag=job --output rank true | option --tag job and option --output rank | contradict each other",
			"run -n 2 -np 3 true | option -n 2 and option -np 3 | contradict each other",
			"run --map-by core --map-by node true | option --map-by core and option --map-by node | contradict each other",
			"run --bynode --map-by core true | option --bynode and option --map-by core | contradict each other",
			"run --timeout 5 --timeout 6 true | option --timeout 5 and option --timeout 6 | contradict each other",
			"run --stop-in-init --stop-in-app true | exclude each other | option --stop-in-init",
			"run --stop-in-init --stop-in-app=solve true | exclude each other | option --stop-in-init",
			"run --stop-in-app=no --stop-in-app=solve true | option --stop-in-app no and option --stop-in-app | contradict each other",
			"run --stop-in-app=a --stop-in-app=b true | option --stop-in-app a and option --stop-in-app b | contradict each other",
			"run --stop-in-app= true | option --stop-in-app must be | a name that is not a truth value",
			"run --rtos stop-in-app= true | option --rtos stop-in-app= must be | a name that is not a truth value",
			"run --stdin=me true | not 'me' | a rank, all or none",
			"run --stdin=2 -n 2 true | option --stdin | ranks 0 to 1, all or none, not 2", "run -x =1 true | not '=1' | NAME=VALUE or NAME",
			"run --wdir --raw true | option --wdir needs a value | followed by --raw", "run -x --raw true | option -x needs a value | --raw",
			"run --wdir -- true | option --wdir needs a value | followed by --",
			"run --append-env A[:] | option --append-env needs another value | VALUE",
			"run --append-env A=b c true | option --append-env must be NAME[SEPARATOR] and a value | 'A=b c'",
			"run --set-env A true | option --set-env must be NAME=VALUE, not 'A' | run --help",
			"run --mca plm_rsh_agent ssh true | plm_rsh_agent | no daemons run on other nodes",
			"run --mca btl=self 1 true | must not be empty or contain '=', as 'btl=self' | write KEY VALUE",
			"run --gpmixmca a=b 1 true | must not be empty or contain '=', as 'a=b' | write KEY VALUE",
			"run --cpu-list=-5 true | option --cpu-list: 'pe-list=-5' must be a list of logical processor numbers | run --help",
			"run --path /opt /bin/true | option --path /opt and the program /bin/true exclude each other | whole path",
			"run --prefix /no/such/place true | option --prefix /no/such/place: there is no directory /no/such/place | run --help",
			"run --prefix /dev/null true | option --prefix /dev/null: /dev/null is not a directory | run --help",
			"run true : --prefix /no/such/place true | option --prefix /no/such/place: there is no directory | run --help",
			"run --output-proctable=/no/such/file true | option --output-proctable /no/such/file: there is no directory /no/such | --help",
			"run --output-proctable=/dev true | option --output-proctable /dev: it is a directory, not a file | run --help",
			"run --output-filename /dev/null/out true | option --output-filename /dev/null/out: /dev/null is not a directory | run --help",
			"run --output dir=/dev/null/out true | option --output dir=/dev/null/out: /dev/null is not a directory | run --help",
			"run --output file=/dev/null/out true | option --output file=/dev/null/out: /dev/null is not a directory | run --help",
			"server --log /tmp/log | option --log needs option --daemonize | standard error",
			"server --log / --daemonize --role bogus | option --role must be session | controller",
			"submit --uri /tmp/uri true | option --dvm-uri must be NAMESPACE.RANK;tcp4://ADDRESS:PORT, or file:PATH | not '/tmp/uri'",
			"stop --dvm-uri bogus | option --dvm-uri must be NAMESPACE.RANK;tcp4://ADDRESS:PORT, or file:PATH | not 'bogus'",
			"run --output dir=d:pattern true | option --output pattern needs option --output file | run --help",
			"run --output pattern true | option --output pattern needs option --output file | run --help",
			"run --prtemca a b true | option --prtemca is not supported | PRRTE", "run --xterm 0 true | option --xterm is not supported | --output",
			"run --with-ft ulfm true | option --with-ft is not supported | --enable-recovery",
			"run --initial-errhandler mpi_errors_abort true | is not supported | --mca mpi_initial_errhandler",
			"run --runtime-options bogus true | option --runtime-options has no word 'bogus' | donotlaunch",
			"run --app no-such-file | option --app no-such-file cannot be read: no such file or directory | run --help",
			"run --tune no-such-file true | option --tune no-such-file cannot be read: no such file or directory | run --help",
			"run --launch-file no-such-file | launch file no-such-file cannot be read: no such file or directory | run --help",
			"run --map-by slot:pe=0 true | option --map-by: mapping qualifier 'pe=0' must be pe=N | from 1 to 65535",
			"run --map-by ppr:0:node true | option --map-by: '0:node' must be N:OBJECT | from 1 to 65535",
			"run --map-by rankfile true | option --map-by: mapping policy 'rankfile' names no file | rankfile:file=NAME does",
			"run --map-by rankfile:file=f:ordered true | must not be ordered | a rank file gives each rank its processors",
			"run --map-by slot:hwtcpus:corecpus true | option --map-by: | the qualifiers hwtcpus and corecpus exclude each other",
			"run --map-by bogus true | option --map-by: mapping policy 'bogus' is unknown | allowed are slot",
			"run --rank-by core true | option --rank-by: ranking policy 'core' is unknown | allowed are slot, node, fill, span",
			"run --bind-to core:limit=0 true | option --bind-to: binding qualifier 'limit=0' | with a number of ranks from 1",
			"run --host a:x true | option --host: the number of slots must be 0 to 1048576, not 'x' | run --help",
			"submit --add-host +x true | option --add-host: '+x' must be +n and the position of a node | submit --help",
			"run --npernode 0 true | option --npernode: '0:node' must be N:OBJECT | from 1 to 65535",
			"run --cpu-list x true | option --cpu-list: 'pe-list=x' must be a list of logical processor numbers | run --help",
			"run --display bogus true | option --display has no word 'bogus' | run --help",
			"run --app file true | option --app file and the program true exclude each other | run --help",
			"run --app file -n 2 | option --app file excludes options of single programs | number of ranks",
			"run --forward-signals KILL true | signal KILL cannot be forwarded | acts on it itself",
			"run --forward-signals USR1,SEGV true | signal SEGV cannot be forwarded | JVM",
			"run --forward-signals bogus true | option --forward-signals | not 'bogus'",
			"run --mpi pmi1 --stop-in-init true | option --stop-in-init needs PMIx, which option --mpi turns off | --help",
			"run --personality bogus true | option --personality must be ompi, ompi5, prte or pmix, not 'bogus' | --help",
			"run --fwd-environment=maybe true | option --fwd-environment | maybe",
			"run --dvm search true | option --dvm is not supported | pmix4j submit",
			"run --help bogus | no help about 'bogus' | placement", "server --help placement | no help about 'placement' | server --help",
			"stop --help --role | no help about '--role' | stop --help", "submit --help bogus | no help about 'bogus' | placement",
			"run | no program | run --help", "run -n 2 | no program | run --help", "run true : | no program | run --help",
			"run true : -n 2 | no program | run --help",
			"run true : --tag true | option --tag is not possible after ':' | in front of the first program" })
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
