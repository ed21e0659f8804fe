// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.prrte.internal.StartFailure;

/** Tests the explanations of a DVM that does not start; the texts are those of ssh, the shell and prte. */
class StartFailureTest {
	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			ssh: connect to host b port 22: No route to host | cannot reach the node b by ssh
			ssh: Could not resolve hostname b: Name or service not known | 'ssh b true' works
			root@b: Permission denied (publickey,password). | needs a password
			Host key verification failed. | known host key
			sh: 1: /usr/bin/prted: not found | prted of PRRTE is not found
			bash: line 1: /opt/prrte/bin/prted: No such file or directory | prted of PRRTE is not found
			An internal error has occurred in PRRTE | exit code 9
			""")
	void explain_whatIsSaid_isNamedFirstAndRepeated(String said, String reason) {
		List<String> text = StartFailure.explain(9, List.of("-----", said), "").lines().toList();

		assertThat(text).hasSize(2);
		assertThat(text.get(0)).contains(reason);
		assertThat(text.get(1)).isEqualTo("prte: " + said);
	}

	@Test
	void explain_silenceWithAHostfile_namesIt() {
		assertThat(StartFailure.explain(250, List.of(), "/home/me/hosts")).contains("/home/me/hosts", "NODE slots=N");
	}

	@Test
	void explain_silenceWithoutAHostfile_namesLeftovers() {
		assertThat(StartFailure.explain(250, List.of(), "")).contains("exit code 250", "/tmp/prted.*");
	}

	@Test
	void ofLimit_shellsThatWait_areNamed() {
		String text = StartFailure.ofLimit(Duration.ofSeconds(60), List.of("/usr/bin/ssh b " + "x".repeat(1000)), List.of());

		assertThat(text.lines()).hasSize(2).first().asString().contains("60 s");
		assertThat(text).contains("/usr/bin/ssh b ").hasSizeLessThan(300);
	}
}
