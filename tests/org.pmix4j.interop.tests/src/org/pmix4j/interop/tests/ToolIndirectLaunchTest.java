// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.client.EventHandler;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.PmixEvent;
import org.pmix4j.client.process.SpawnProgram;
import org.pmix4j.client.process.SpawnRequest;
import org.pmix4j.model.App;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.model.attributes.ToolAttributes;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.testkit.Launcher;
import org.pmix4j.testkit.Peers;
import org.pmix4j.tool.ForkedJob;
import org.pmix4j.tool.PmixTool;
import org.pmix4j.tool.ToolServer;
import org.pmix4j.tool.options.ToolOptions;

/**
 * Tests the indirect launch of a debugger in Java: it starts a launcher, which calls it back, and is a server of the debugger from then on.
 * The steps are those of PRRTE's example "indirect".
 */
class ToolIndirectLaunchTest {
	private static final Duration MOMENT = Duration.ofSeconds(60);
	private static final Infos DIRECTIVES = Infos.of(Info.of(DebuggerAttributes.DEBUG_STOP_IN_INIT.key(), PmixValue.Bool.TRUE),
			Info.of(SpawnAttributes.NOTIFY_JOB_EVENTS, true), Info.of(IofAttributes.FWD_STDOUT, true), Info.of(IofAttributes.FWD_STDERR, true));

	@TempDir
	private Path scratch;
	private final ToolOutput ofLauncher = new ToolOutput();
	private final ToolOutput ofJob = new ToolOutput();
	private PmixTool debugger;

	@BeforeEach
	void open() throws PmixException {
		Map<String, String> environment = new TreeMap<>(System.getenv());
		environment.put("TMPDIR", scratch.toString());
		Infos infos = Infos.EMPTY.with(ToolAttributes.TOOL_DO_NOT_CONNECT, true).with(ToolAttributes.LAUNCHER, true)
				.with(ServerAttributes.SYSTEM_TMPDIR, scratch.toString()).with(ServerAttributes.SERVER_TMPDIR, scratch.toString());
		debugger = PmixTool.open(ToolOptions.from(infos, environment));
	}

	@AfterEach
	void close() {
		debugger.close();
	}

	private ForkedJob fork(List<String> words) throws PmixException {
		return debugger.forkLauncher(new App(words.get(0), words, List.of(), scratch.toString(), 1, Infos.EMPTY), DIRECTIVES, ofLauncher);
	}

	private void debug(List<String> words) throws Exception {
		ForkedJob launcher = fork(words);
		Proc proc = Proc.of(launcher.nspace(), 0);
		ToolServer server = debugger.awaitServer(proc, MOMENT, true);
		assertThat(debugger.isConnected()).isTrue();
		assertThat(server.proc()).isEqualTo(proc);
		assertThat(debugger.awaitServer(proc, MOMENT, false)).isSameAs(server);
		CompletableFuture<PmixEvent> ready = new CompletableFuture<>();
		server.takeOutput(ofJob);
		server.events().register(HandlerOptions.of(Status.READY_FOR_DEBUG), EventHandler.listening(ready::complete));

		server.events().notifyEvent(Status.DEBUGGER_RELEASE, DataRange.CUSTOM, Info.of(EventAttributes.EVENT_NON_DEFAULT, true),
				Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), proc));
		String job = Await.result(ready).infos().get(JobAttributes.NSPACE).orElseThrow();

		assertThat(HeldJobs.table(debugger, job)).extracting(process -> process.proc().rank().value()).containsExactlyInAnyOrder(0, 1);
		Path done = scratch.resolve("done");
		// again and again: libpmix 5.0.7 may lose output that a server delivers at the moment in which the spawn is answered
		SpawnProgram daemon = SpawnProgram.of("sh", "-c", "until test -e '" + done + "'; do echo a daemon runs; sleep 0.1; done");
		server.processes().spawn(SpawnRequest.of(daemon).withLimit(MOMENT).plusInfos(
				Info.of(DebuggerAttributes.DEBUGGER_DAEMONS, true), Info.of(DebuggerAttributes.DEBUG_TARGET.key(), Proc.wildcard(job)),
				Info.of(DebuggerAttributes.DEBUG_DAEMONS_PER_NODE.key(), new PmixValue.UInt16((short) 1)), Info.of(IofAttributes.FWD_STDOUT, true)));
		ofJob.await("a daemon runs\n");
		Files.createFile(done);
		assertThat(ofJob.toString()).doesNotContain("pmix_fence");
		HeldJobs.release(debugger, job);
		ofJob.await("pmix_fence 0/2 ok");
		ofJob.await("pmix_fence 1/2 ok");
		assertThat(Await.result(launcher.ended())).isZero();
		assertThat(debugger.isConnected()).isFalse();
	}

	@Test
	void prterun_callsTheDebugger_whichReleasesItAndItsJob() throws Exception {
		List<String> words = new ArrayList<>(Peers.trixie(List.of("prterun", "--allow-run-as-root", "--map-by", ":oversubscribe", "-n", "2")));
		words.add(Peers.trixie("pmix_fence").toString());

		debug(words);
	}

	@Test
	void ourLauncher_callsTheDebugger_whichReleasesItAndItsJob() throws Exception {
		debug(List.of("env", Launcher.form(), Checkout.script().toString(), "run", "-n", "2", "--bind-to", "none",
				Peers.c("pmix_fence").toString()));
	}

	@Test
	void awaitServer_launcherThatNeverCalls_timesOut() throws Exception {
		ForkedJob silent = fork(List.of("sleep", "600"));

		assertThatThrownBy(() -> debugger.awaitServer(Proc.of(silent.nspace(), 0), Duration.ofMillis(100), true))
				.isInstanceOfSatisfying(PmixException.class, failure -> assertThat(failure.status()).isEqualTo(Status.ERR_TIMEOUT));
	}

	@Test
	void awaitServer_toolThatIsNoServer_isRefused() {
		assertThatThrownBy(() -> debugger.awaitServer(Proc.of("launcher", 0), MOMENT, true)).hasMessageContaining("this tool is not a server")
				.isInstanceOfSatisfying(PmixException.class, failure -> assertThat(failure.status()).isEqualTo(Status.ERR_INIT));
	}
}
