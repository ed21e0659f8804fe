// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;

/** The exit code of the launcher, and the line with which it reports a failure. */
class ExitCodeTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@Test
	void run_allRanksSucceed_exitsWithZeroSilently() {
		Outcome outcome = pmix4j.run("-n", 4, "true").finish().requireExit(0);

		assertThat(outcome.text()).isEmpty();
		assertThat(outcome.errors()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "1", "3", "77", "255" })
	void run_ranksExitWithCode_launcherExitsWithIt(int code) {
		Outcome outcome = pmix4j.run("-n", 4, "sh", "-c", "exit " + code).finish().requireExit(code);

		assertThat(outcome.errorLines()).singleElement().asString()
				.matches("pmix4j: rank [0-3] on \\S+ \\(pid \\d+\\) exited with code " + code + "; the other 3 ranks were ended"
						+ "|pmix4j: rank [0-3] on \\S+ \\(pid \\d+\\) exited with code " + code
								+ "(; [12] other ranks? (was|were) ended)?");
	}

	@ParameterizedTest
	@CsvSource({ "SEGV,139", "KILL,137", "ABRT,134", "TERM,143", "BUS,135", "FPE,136" })
	void run_rankDiesOfSignal_lineNamesRankHostPidAndSignal(String signal, int code) throws Exception {
		Outcome outcome = pmix4j.run("-n", 4, "sh", "-c", "test $PMIX_RANK != 2 || { echo $$; kill -s " + signal + " $$; }; sleep 1000")
				.finish()
				.requireExit(code);

		String host = InetAddress.getLocalHost().getHostName();
		assertThat(outcome.errorLines()).singleElement().asString().startsWith("pmix4j: rank 2 on " + host + " (pid " + outcome.text()
				.strip()
				+ ") died of SIG" + signal).endsWith("; the other 3 ranks were ended");
	}

	/** Under prterun, these codes are numbers of its errors, such as 213 and 250. */
	@ParameterizedTest
	@CsvSource({ "--engine local --host elsewhere,node 'elsewhere' is not in this session",
			"--hostfile /no/such/file,hostfile /no/such/file cannot be read",
			"--preload-files /no/such/file,cannot preload /no/such/file", "--map-by rankfile:file=/no/such/file,file /no/such/file of the mapping" })
	void run_jobThatCannotBePlacedOrPrepared_exitsWithOne(String words, String reason) {
		List<Object> line = new ArrayList<>(List.of(words.split(" ")));
		line.addAll(List.of("-n", 1, "true"));
		Outcome outcome = pmix4j.run(line.toArray()).finish().requireExit(1);

		assertThat(outcome.errorLines()).singleElement().asString().contains(reason);
	}

	@Test
	void run_oneOfSeveralProgramsFails_exitsWithItsCode() {
		Outcome outcome = pmix4j.run("-n", 2, "sleep", 1000, ":", "-n", 1, "sh", "-c", "exit 9").finish().requireExit(9);

		assertThat(outcome.errors()).contains("rank 2 on", "exited with code 9; the other 2 ranks were ended");
	}
}
