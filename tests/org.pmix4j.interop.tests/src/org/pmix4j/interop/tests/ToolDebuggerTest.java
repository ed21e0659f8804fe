// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.client.EventHandler;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.IofOptions;
import org.pmix4j.client.PmixEvent;
import org.pmix4j.client.process.SpawnProgram;
import org.pmix4j.client.process.SpawnRequest;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.model.Info;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.server.options.ServerRole;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Peers;
import org.pmix4j.tool.PmixTool;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/** Tests debuggers in Java: direct launch under our server and prte, and indirect launch through prterun. */
class ToolDebuggerTest {
	private static final Duration MOMENT = Duration.ofSeconds(60);

	@TempDir
	private Path scratch;
	private final ToolOutput output = new ToolOutput();

	/** Spawns a held job and a daemon beside it, looks at the processes, and releases them, as the example "direct" of PRRTE. */
	private void debugDirectly(PmixTool tool, Path program) throws Exception {
		CompletableFuture<PmixEvent> ready = new CompletableFuture<>();
		CompletableFuture<PmixEvent> end = new CompletableFuture<>();
		tool.takeOutput(output);
		tool.events().register(HandlerOptions.of(Status.READY_FOR_DEBUG), EventHandler.listening(ready::complete));

		String job = tool.processes().spawn(SpawnRequest.of(SpawnProgram.of(program.toString()).withRanks(2)).withLimit(MOMENT).plusInfos(
				Info.of(DebuggerAttributes.DEBUG_STOP_IN_INIT.key(), Rank.WILDCARD), Info.of(IofAttributes.FWD_STDOUT, true),
				Info.of(SpawnAttributes.NOTIFY_COMPLETION, true)));
		tool.events().register(HandlerOptions.of(Status.EVENT_JOB_END), EventHandler.listening(end::complete));
		Await.result(ready);
		assertThat(HeldJobs.table(tool, job)).extracting(process -> process.proc().rank().value()).containsExactlyInAnyOrder(0, 1);

		// again and again: libpmix 5.0.7 may lose output that a server delivers at the moment in which the spawn is answered
		SpawnProgram daemon = SpawnProgram.of("sh", "-c", "while echo a daemon runs; do sleep 0.1; done");
		tool.processes().spawn(SpawnRequest.of(daemon).withLimit(MOMENT).plusInfos(
				Info.of(DebuggerAttributes.DEBUGGER_DAEMONS, true), Info.of(DebuggerAttributes.DEBUG_TARGET.key(), Proc.wildcard(job)),
				Info.of(DebuggerAttributes.DEBUG_DAEMONS_PER_NODE.key(), new PmixValue.UInt16((short) 1)), Info.of(IofAttributes.FWD_STDOUT, true)));
		output.await("a daemon runs\n");
		assertThat(output.toString()).doesNotContain("pmix_fence");

		HeldJobs.release(tool, job);
		output.await("pmix_fence 0/2 ok");
		output.await("pmix_fence 1/2 ok");
		Await.result(end);
	}

	@Test
	void direct_underOurServer() throws Exception {
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(scratch).withRoles(Set.of(ServerRole.TOOL_SUPPORT)));
				PmixTool tool = PmixTool.open(ToolOptions.of(ServerChoice.uri(host.uri())))) {
			debugDirectly(tool, Peers.c("pmix_fence"));
		}
	}

	@Test
	void direct_underPrte() throws Exception {
		Path program = Peers.trixie("pmix_fence");
		Process prte = start(Map.of(), "prte", "--allow-run-as-root", "--report-uri", uri().toString());
		try (PmixTool tool = open()) {
			debugDirectly(tool, program);
		} finally {
			end(prte);
		}
	}

	/** Starts prterun with the name of a file; prterun writes its address there, and the debugger attaches to it and releases its job. */
	@Test
	void indirect_throughPrterun() throws Exception {
		Path program = Peers.trixie("pmix_fence");
		Process prterun = start(Map.of("PMIX_LAUNCHER_RENDEZVOUS_FILE", uri().toString()), "prterun", "--allow-run-as-root", "--stop-in-init",
				"--map-by", ":oversubscribe", "-n", "2", program.toString());
		try (PmixTool debugger = open()) {
			Await.until("a job with two processes", MOMENT, () -> HeldJobs.first(debugger).size() == 2);
			String job = HeldJobs.first(debugger).get(0).proc().nspace();
			debugger.io().pull(IofOptions.of(Proc.wildcard(job)), output);

			HeldJobs.release(debugger, job);
			output.await("pmix_fence 0/2 ok");
			output.await("pmix_fence 1/2 ok");
			Await.exit(prterun);
			assertThat(prterun.exitValue()).isZero();
		} finally {
			end(prterun);
		}
	}

	private Path uri() {
		return scratch.resolve("uri");
	}

	private Map<String, String> environment() {
		return Map.of("TMPDIR", scratch.toString());
	}

	private PmixTool open() throws PmixException {
		return PmixTool.open(ToolOptions.of(ServerChoice.file(uri())).withEnvironment(environment()).withFindLimit(MOMENT));
	}

	private Process start(Map<String, String> variables, String... words) throws IOException {
		Path folder = Files.createDirectories(scratch.resolve("launcher"));
		ProcessBuilder builder = new ProcessBuilder(Peers.trixie(List.of(words))).directory(folder.toFile()).redirectErrorStream(true)
				.redirectOutput(folder.resolve("output").toFile());
		builder.environment().putAll(environment());
		builder.environment().putAll(variables);
		return builder.start();
	}

	private static void end(Process launcher) throws InterruptedException {
		launcher.destroy();
		if (!Await.ends(launcher)) {
			launcher.destroyForcibly().waitFor();
		}
	}
}
