// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests job control of running ranks with the C library's tool pctrl, release 5.0. */
class ControlToolTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	/** Runs the tool in rank 0; the other ranks are its targets. */
	private Outcome control(String script) {
		Path uri = pmix4j.directory().resolve("uri");
		String tool = Peers.trixie(List.of("pctrl", "--uri", "file:" + uri)).stream().map(word -> "'" + word + "'")
				.collect(Collectors.joining(" "));
		return pmix4j.run("--report-uri", uri, "-n", 3, "sh", "-c",
				"[ $PMIX_RANK = 0 ] || exec sleep 100; control() { " + tool + " \"$@\" 2>&1; }; " + script).finish().requireExit(0);
	}

	@Test
	void pctrl_pauseResumeAndSets_succeed() {
		Outcome outcome = control("control --pause --targets \"$PMIX_NAMESPACE\":1; control --resume --targets \"$PMIX_NAMESPACE\":1; "
				+ "control --pset mine --targets \"$PMIX_NAMESPACE\":1,\"$PMIX_NAMESPACE\":2; "
				+ "control --cancel all --targets \"$PMIX_NAMESPACE\":1; control --checkpoint x --targets \"$PMIX_NAMESPACE\":1; "
				+ "control --pause --targets nobody:0; control --kill --targets \"$PMIX_NAMESPACE\":1,\"$PMIX_NAMESPACE\":2");

		assertThat(outcome.lines()).as(outcome.toString()).containsExactly("Job control PAUSE granted", "Job control RESUME granted",
				"Job control DEFINE PSET granted", "Job control CANCEL granted", "Job control request failed: PMIX_ERR_NOT_SUPPORTED",
				"Job control request failed: PMIX_ERR_PARAM_VALUE_NOT_SUPPORTED", "Job control KILL granted");
	}

	@Test
	void pctrl_terminateAll_endsJobInOrder() {
		control("control --terminate --targets \"$PMIX_NAMESPACE\":*");
	}
}
