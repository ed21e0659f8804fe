// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmix4j.host.tests.node.SessionHost.assertFailed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.SessionControlAttributes;

/** Several requests for a new session that come at the same time, on a node of four slots. */
class SessionRaceTest {
	private static final Info INSTANTIATE = Info.of(SessionControlAttributes.SESSION_INSTANTIATE, true);
	private static final Info ONE_SLOT = Info.of(AllocAttributes.ALLOC_NUM_CPUS, 1L);
	/** The request waits until the hardware of the nodes was read. */
	private static final Info ONE_PROCESSOR = Info.of(AllocAttributes.ALLOC_CPU_LIST, "0");

	private final SessionHost host;

	SessionRaceTest(@TempDir Path directory) throws Exception {
		host = new SessionHost(directory);
	}

	@AfterEach
	void close() {
		host.close();
	}

	/** One request opens the session, and the other one leaves nothing behind, whichever of them has to wait for the hardware. */
	@ParameterizedTest
	@CsvSource({ "false,false,false", "false,true,false", "true,false,false", "true,true,false", "false,false,true", "false,true,true",
			"true,false,true", "true,true,true" })
	void instantiate_sameNumberTwice_opensOneSession(boolean firstWaits, boolean secondWaits, boolean withPrograms) {
		List<CompletableFuture<Infos>> answers = new ArrayList<>();
		host.call(() -> {
			answers.add(instantiate(SessionHost.TOOL, firstWaits, withPrograms));
			answers.add(instantiate(Proc.of("another", 0), secondWaits, withPrograms));
			return CompletableFuture.completedFuture(null);
		});
		host.await(() -> answers.stream().allMatch(CompletableFuture::isDone));

		List<CompletableFuture<Infos>> refused = answers.stream().filter(CompletableFuture::isCompletedExceptionally).toList();
		assertThat(refused).hasSize(1);
		assertFailed(refused.get(0), Status.ERR_EXISTS, "there is a session 42");
		assertThat(host.host.sessions.all()).hasSize(2);
		assertThat(host.freeSlots()).isEqualTo(3);
		assertThat(host.node.processes()).hasSize(withPrograms ? 1 : 0);
	}

	private CompletableFuture<Infos> instantiate(Proc requester, boolean waits, boolean withPrograms) {
		Infos directives = Infos.of(INSTANTIATE,
				Info.of(SessionControlAttributes.SESSION_RESOURCES, DataArray.of(Infos.of(waits ? ONE_PROCESSOR : ONE_SLOT))));
		Infos all = withPrograms
				? directives.with(Info.of(SessionControlAttributes.SESSION_APP, new DataArray(DataType.APP, List.of(SessionHost.app(1)))))
				: directives;
		return host.host.upcalls.sessionControl(requester, 42, all).toCompletableFuture();
	}
}
