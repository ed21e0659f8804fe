// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.testkit.Await;

/** Odd inheritances of the launcher, such as open descriptors and ignored signals, neither reach the ranks nor harm the loop. */
class OddParentTest {

	@Test
	void launcher_openDescriptor_isNotInheritedByRanks() throws Exception {
		// the shell itself needs a descriptor to list the directory
		assertThat(run(shell("exec 9</dev/null"), "ls /proc/self/fd | tr '\\n' ' '")).containsExactly("0 1 2 3 exit code 0", "closed");
	}

	@Test
	void launcher_childSignalIgnored_knowsExitCodes() throws Exception {
		assertThat(run(List.of("env", "--ignore-signal=CHLD"), "exit 7")).containsExactly("exit code 7", "closed");
	}

	@Test
	void launcher_signalsIgnoredOrBlocked_ranksGetDefaults() throws Exception {
		List<String> odd = List.of("env", "--ignore-signal=INT,HUP,USR1,TERM", "--block-signal=USR2,TERM");

		assertThat(run(odd, "grep -E 'Sig(Ign|Blk)' /proc/self/status | cut -f2")).containsExactly("0000000000000000", "0000000000000000",
				"exit code 0", "closed");
	}

	@Test
	void launcher_noStandardInput_ranksHaveAllStreams() throws Exception {
		assertThat(run(shell("exec <&- 2>&-"), "readlink /proc/self/fd/0 /proc/self/fd/1 /proc/self/fd/2 | cut -d: -f1"))
				.containsExactly("pipe", "pipe", "pipe", "exit code 0", "closed");
	}

	/** Runs a shell that executes the preparation and then becomes the launcher. */
	private static List<String> shell(String preparation) {
		return List.of("sh", "-c", preparation + "; exec \"$0\" \"$@\"");
	}

	private static List<String> run(List<String> prefix, String command) throws Exception {
		Process jvm = Jvm.start(prefix, RunOne.class, command);
		return Await.output(jvm).lines().toList();
	}
}
