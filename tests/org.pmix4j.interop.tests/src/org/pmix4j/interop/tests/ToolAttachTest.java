// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.client.EventHandler;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.IofOptions;
import org.pmix4j.client.PmixEvent;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.Status;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Peers;
import org.pmix4j.tool.PmixTool;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/** Tests a debugger in Java that attaches to a running {@code pmix4j run}. */
class ToolAttachTest {
	private static final Duration MOMENT = Duration.ofSeconds(60);

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;
	private final ToolOutput output = new ToolOutput();

	/** Attaches to a running launcher, as the example "attach" of PRRTE: the ranks are known, and run on when they are released. */
	@Test
	void attach_heldJob_findsTheRanksAndReleasesThem() throws Exception {
		Path uri = scratch.resolve("uri");
		LauncherRun run = pmix4j.run("--stop-in-init", "--report-uri", uri, "-n", 2, Peers.c("pmix_fence")).start();
		ToolOptions options = ToolOptions.of(ServerChoice.file(uri)).withEnvironment(Map.of()).withFindLimit(MOMENT);
		try (PmixTool debugger = PmixTool.open(options)) {
			CompletableFuture<PmixEvent> ready = new CompletableFuture<>();
			debugger.events().register(HandlerOptions.of(Status.READY_FOR_DEBUG), EventHandler.listening(ready::complete));
			Await.result(ready);
			List<ProcInfo> ranks = HeldJobs.first(debugger);
			String job = ranks.get(0).proc().nspace();

			assertThat(ranks).extracting(rank -> rank.proc().rank().value()).containsExactlyInAnyOrder(0, 1);
			assertThat(ranks).allSatisfy(rank -> {
				assertThat(rank.executable()).endsWith("pmix_fence");
				assertThat(ProcessHandle.of(rank.pid()).orElseThrow().parent().orElseThrow().pid()).isEqualTo(run.pid());
			});
			debugger.io().pull(IofOptions.of(Proc.wildcard(job)), output);
			assertThat(output.toString()).isEmpty();

			HeldJobs.release(debugger, job);
			output.await("pmix_fence 0/2 ok");
			output.await("pmix_fence 1/2 ok");
		}
		run.end().requirePeers("pmix_fence", 2);
	}
}
