// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.cli.internal.options.RunOptions;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;

/** Options of mpiexec.hydra: acted on as its help says, or refused by name with the option to use. */
class HydraHabitsTest {
	@TempDir
	Path folder;

	private static JobSpec job(String line) {
		return RunOptions.parse(Arrays.asList(line.split(" "))).job();
	}

	private static Map<String, String> environment(AppSpec app) {
		Map<String, String> environment = new HashMap<>();
		app.environment().applyTo(environment);
		return environment;
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "-prepend-rank -n 2 | --tag=rank -n 2", "-l -n 2 | --tag=rank -n 2", 
			"-np 3 -wdir /tmp | -n 3 --wdir /tmp", "-genvall -n 1 | -n 1", "-envall -n 1 | -n 1",
			"-bind-to core -n 1 | --bind-to core -n 1", "-bind-to socket -n 1 | --bind-to socket -n 1",
			"-ppn 2 -n 4 | --map-by ppr:2:node -n 4", "-perhost 2 -n 4 | --map-by ppr:2:node -n 4",
			"-hosts a:2,b:2 -n 4 | --host a:2,b:2 --map-by slot -n 4", "-hosts a:2,b -n 2 | --host a:2 --map-by slot -n 2",
			"-hosts a,a,b | --host a:2,b:1 --map-by slot -n 3", "-hosts a,b -ppn 2 -n 3 | --host a:2,b:1 --map-by slot -n 3",
			"-hosts a:7,b -ppn 2 | --host a:2,b:2 --map-by slot -n 4", "-hosts a -n 4 | --host a:4 -n 4", "-hosts a:8 -n 4 | --host a:8 -n 4",
			"-hosts a,b,c -n 7 | --host a:3,b:3,c:3 --map-by node -n 7" })
	void option_isTheSameAs(String given, String same) {
		JobSpec job = job(given + " prog");
		JobSpec wanted = job(same + " prog");

		assertThat(job.options()).isEqualTo(wanted.options());
		assertThat(job.apps()).isEqualTo(wanted.apps());
	}

	@Test
	void hosts_severalPrograms_areFilledByAll() {
		List<AppSpec> apps = job("-hosts a:2,b:2 -n 1 one : -n 3 two").apps();
		List<AppSpec> wanted = job("--host a:1 --map-by slot -n 1 one : --host a:1,b:2 --map-by slot -n 3 two").apps();

		assertThat(apps).isEqualTo(wanted);
	}

	@Test
	void hostFile_ofHydra_isReadAsItsList() throws IOException {
		Path file = Files.writeString(folder.resolve("hosts"), "# two nodes\na:2\n\n  b   # one rank\nb:2\n");

		assertThat(job("-f " + file + " -n 4 prog").apps()).isEqualTo(job("--host a:2,b:2 --map-by slot -n 4 prog").apps());
	}

	@Test
	void genv_andEnv_setVariablesOfAllOrOneProgram() {
		List<AppSpec> apps = job("-genv A all -genv B=all -env C one -n 1 x : -env A own -env D=a=b -n 1 y").apps();

		assertThat(environment(apps.get(0))).isEqualTo(Map.of("A", "all", "B", "all", "C", "one"));
		assertThat(environment(apps.get(1))).isEqualTo(Map.of("A", "own", "B", "all", "D", "a=b"));
	}

	@Test
	void genv_withoutValue_isRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> job("-genv A")).withMessage("option -genv needs another value: VALUE");
	}

	@Test
	void genvlist_namesVariables_passesThemOn() {
		AppSpec app = job("-genvlist PATH,no_such_variable -envlist HOME prog").apps().get(0);

		assertThat(environment(app)).isEqualTo(Map.of("PATH", System.getenv("PATH"), "HOME", System.getenv("HOME")));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "-hosts a:2,b:2 -n 5 | -hosts: 5 ranks do not fit into the 4 places of the nodes",
			"-ppn 2 -hosts a,b -n 5 | -ppn: 5 ranks do not fit into the 4 places", "-hosts a,b,a -n 3 | node a is named twice with others between",
			"-hosts a:x -n 1 | the number of a must be a number from 1 to 1048576, not 'x'", "-ppn 0 -n 1 | option -ppn must be a number from 1",
			"-hosts a,,b -n 1 | '' must be NODE or NODE:N", "-hosts a -f b -n 1 | option -hosts and option -f exclude each other",
			"-ppn 2 --map-by node -n 1 | option -ppn and option --map-by exclude each other",
			"-hosts a --host b -n 1 | option -hosts and option --host exclude each other",
			"-f /no/such/file -n 1 | option -f /no/such/file cannot be read",
			"-genvlist A=1 -n 1 | 'A=1' is not the name of a variable",
			"-genvnone -n 1 | use --fwd-environment false", "-bind-to rr -n 1 | rr", "-bind-to user:0+2 -n 1 | '0+2' is unknown",
			"-print-all-exitcodes -n 1 | --report-state",
			"-outfile-pattern o -n 1 | --output file=NAME", "-prepend-pattern %r -n 1 | use --tag=KIND", "-usize 4 -n 1 | number of slots",
			"-rankmap 1,1 -n 1 | use --map-by", "-skip-launch-node -n 1 | use --nolocal", "-membind numa -n 1 | use --bind-to",
			"-disable-auto-cleanup -n 1 | use --continue", "-info -n 1 | use 'pmix4j info'", "-launcher ssh -n 1 | no daemons run" })
	void option_thatWouldMeanSomethingElse_isRefusedByName(String given, String reason) {
		assertThatIllegalArgumentException().isThrownBy(() -> job(given + " prog"))
				.withMessageContaining(given.split(" ")[0].replaceAll("^-+", "")).withMessageContaining(reason);
	}

	@Test
	void ppn_severalPrograms_isRefusedUnlessNodesAreNamed() {
		assertThatIllegalArgumentException().isThrownBy(() -> job("-ppn 2 -n 1 a : -n 1 b"))
				.withMessageContaining("option -ppn counts the ranks of all programs on a node").withMessageContaining("--map-by ppr:N:node");
		assertThat(job("-ppn 2 -hosts x,y -n 1 a : -n 2 b").apps())
				.isEqualTo(job("--host x:1 --map-by slot -n 1 a : --host x:1,y:1 --map-by slot -n 2 b").apps());
	}

	@ParameterizedTest
	@ValueSource(strings = { "a:2 user=x", "a binding=user:0,1" })
	void hostFile_entryWithMore_isRefusedWithItsPlace(String line) throws IOException {
		Path file = Files.writeString(folder.resolve("hosts"), "b\n" + line + "\n");

		assertThatIllegalArgumentException().isThrownBy(() -> job("-f " + file + " -n 1 prog"))
				.withMessageContaining("option -f " + file + " line 2: ")
				.withMessageContaining("users and bindings of single nodes are not supported");
	}
}
