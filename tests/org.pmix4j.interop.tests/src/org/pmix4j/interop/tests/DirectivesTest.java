// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.model.Status;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Gives a C program's calls a directive without effect: it is refused by its name if required, and else told once for each call. */
class DirectivesTest {
	private static final List<String> FUNCTIONS = List.of("PMIx_Fence", "PMIx_Connect", "PMIx_Disconnect", "PMIx_Publish", "PMIx_Lookup",
			"PMIx_Unpublish", "PMIx_Job_control", "PMIx_Log", "PMIx_Query_info", "PMIx_Process_monitor", "PMIx_Get_credential");

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	static Stream<Path> peers() {
		return Stream.of(Peers.c("pmix_directives"), Peers.trixie("pmix_directives"));
	}

	@ParameterizedTest
	@MethodSource("peers")
	void call_withDirectiveWithoutEffect_isRefusedIfRequiredAndToldOnceIfNot(Path peer) {
		Outcome outcome = pmix4j.run("-n", 1, peer).finish().requireExit(0);

		List<String> lines = new ArrayList<>();
		List<String> told = new ArrayList<>();
		for (String function : FUNCTIONS) {
			lines.add(function + " " + Status.ERR_NOT_SUPPORTED.code() + " 0 0");
			told.add("pmix4j: " + function + ": PMIX_GPU_SUPPORT is required, but has no effect here");
			told.add("pmix4j: " + function + ": PMIX_GPU_SUPPORT has no effect here");
		}
		assertThat(outcome.lines()).filteredOn(line -> line.startsWith("PMIx_")).isEqualTo(lines);
		assertThat(outcome.errorLines()).isEqualTo(told);
	}
}
