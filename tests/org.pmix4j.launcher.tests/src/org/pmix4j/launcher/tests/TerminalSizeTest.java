// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.ServerRun;

/** Tests the size of the terminals of ranks beside that of the launcher's own terminal, which script(1) provides. */
class TerminalSizeTest {
	private static final String SHOW = "sh -c \"stty size <&1\"";
	/** Ends when the size has changed; the file tells that the trap is set. */
	private static final String FOLLOW = "sh -c \"stty size <&1; trap \\\"stty size <&1; exit\\\" WINCH; : >ready.\\$PMIX_RANK;"
			+ " while :; do sleep 0.05; done\"";

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	@Test
	void run_inTerminal_hasItsSizeAsUnderMpirun() throws Exception {
		List<String> sizes = inTerminal("$PMIX4J run -n 2 " + SHOW + "; $PMIX4J run -n 1 " + SHOW + " </dev/null 2>&1 | cat; "
				+ Peers.installed("mpirun") + " --allow-run-as-root -n 1 " + SHOW).lines().toList();

		assertThat(sizes).containsExactly("33 101", "33 101", "33 101", "33 101");
	}

	@Test
	void run_withoutTerminal_has24x80() {
		Outcome run = pmix4j.run("-n", 1, "sh", "-c", "stty size <&1").inside(List.of("setsid", "-w")).finish().requireExit(0);

		assertThat(run.text()).isEqualTo("24 80\n");
	}

	@Test
	void terminalSize_givenByUser_isKept() throws Exception {
		assertThat(inTerminal("$PMIX4J run --terminal-size 50x132 -n 1 " + SHOW)).isEqualTo("50 132\n");
	}

	@ParameterizedTest
	@ValueSource(strings = {"run", "submit"})
	void resize_ofTheLaunchersTerminal_reachesTerminalsOfAllRanks(String command) throws Exception {
		ServerRun server = command.equals("submit") ? ServerRun.start(pmix4j) : null;

		String sizes = inTerminal("$PMIX4J " + command + " -n 2 " + FOLLOW + " & until [ -e ready.0 ] && [ -e ready.1 ]; do sleep 0.05; done;"
				+ " stty rows 44; wait"); // stty sets the columns by a second change

		assertThat(sizes.lines().sorted()).containsExactly("33 101", "33 101", "44 101", "44 101");
		if (server != null) {
			server.stop();
		}
	}

	/** Returns what was shown, without the progress of a slow start. */
	private String inTerminal(String commands) throws IOException {
		Path script = Wrapper.write(scratch, "export PMIX4J\ncd '" + scratch + "'\nexec script -qefc 'stty rows 33 cols 101; " + commands
				+ "' /dev/null");
		return pmix4j.run().through(script).finish().requireExit(0).text().replace("\r", "").replaceAll("pmix4j: starting.*\n", "");
	}
}
