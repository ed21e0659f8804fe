// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.client.EventHandler;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.IofOptions;
import org.pmix4j.client.PmixEvent;
import org.pmix4j.client.Registration;
import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.process.SpawnProgram;
import org.pmix4j.client.process.SpawnRequest;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Info;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Peers;
import org.pmix4j.tool.PmixTool;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/** Tests a tool that is attached to prterun of Debian 13 or to a C server: it lists jobs, pulls output, spawns, and releases a held job. */
class ToolOfCServersTest {
	private static final Duration MOMENT = Duration.ofSeconds(60);

	@TempDir
	private Path scratch;
	private final ToolOutput output = new ToolOutput();

	private PmixTool open(ServerChoice choice) throws PmixException {
		return PmixTool.open(ToolOptions.of(choice).withEnvironment(Map.of("TMPDIR", scratch.toString())).withFindLimit(MOMENT));
	}

	/** Returns the event of a held job, as soon as its ranks wait; servers keep it for later tools. */
	private static CompletableFuture<PmixEvent> held(PmixTool tool) throws PmixException {
		CompletableFuture<PmixEvent> held = new CompletableFuture<>();
		tool.events().register(HandlerOptions.of(Status.READY_FOR_DEBUG), EventHandler.listening(held::complete));
		return held;
	}

	@ParameterizedTest
	@ValueSource(strings = { "4.2", "5.0" })
	void cServer_listsPullsFeedsSignalsSpawnsAndReleases(String release) throws Exception {
		Path program = release.equals("4.2") ? Peers.c("pmix_tool_host") : Peers.trixie("pmix_tool_host");
		try (CToolHost host = CToolHost.start(program, scratch); PmixTool tool = open(ServerChoice.nspace("toolhost"))) {
			Proc job = Proc.of("held", 0);
			assertThat(HeldJobs.names(tool)).containsExactly("held");
			assertThat(Await.result(held(tool)).source()).isEqualTo(job);
			Registration pull = tool.io().pull(IofOptions.of(job), output);

			HeldJobs.release(tool, job.nspace());
			assertThat(host.line()).isEqualTo("released");
			output.await("I run\n");

			tool.io().push(List.of(job), ByteObject.wrap("a line\n".getBytes(StandardCharsets.UTF_8)));
			output.await("a line\n");

			tool.host().controlJob(List.of(job), RequestOptions.of(Info.of(JobControlAttributes.JOB_CTRL_SIGNAL, 10)));
			assertThat(host.line()).isEqualTo("signal 10 for held");

			assertThat(tool.processes().spawn(SpawnRequest.of(SpawnProgram.of("/bin/program")))).isEqualTo("spawned-1");
			assertThat(host.line()).isEqualTo("spawn /bin/program");
			pull.close();
		}
	}

	@Test
	void prterun_heldJob_isListedReleasedAndRead() throws Exception {
		Path uri = scratch.resolve("uri");
		List<String> words = List.of("prterun", "--allow-run-as-root", "--report-uri", uri.toString(), "--stop-in-init", "--map-by",
				":oversubscribe", "-n", "2", Peers.trixie("pmix_fence").toString());
		ProcessBuilder builder = new ProcessBuilder(Peers.trixie(words)).directory(scratch.toFile())
				.redirectErrorStream(true).redirectOutput(scratch.resolve("launcher").toFile());
		builder.environment().put("TMPDIR", scratch.toString());
		Process prterun = builder.start();
		try (PmixTool tool = open(ServerChoice.file(uri))) {
			Await.until("a job with two processes", MOMENT, () -> HeldJobs.first(tool).size() == 2);
			Proc job = Proc.wildcard(HeldJobs.names(tool).get(0));
			assertThat(HeldJobs.table(tool, job.nspace())).extracting(process -> process.proc().rank().value())
					.containsExactlyInAnyOrder(0, 1);
			try (Registration pull = tool.io().pull(IofOptions.of(job), output)) {
				HeldJobs.release(tool, job.nspace());
				output.await("pmix_fence 0/2 ok");
				output.await("pmix_fence 1/2 ok");
			}
			Await.exit(prterun);
			assertThat(prterun.exitValue()).isZero();
		} finally {
			prterun.destroy();
			prterun.waitFor();
		}
	}

	@Test
	void prte_spawnedJob_sendsItsOutputToTheTool() throws Exception {
		Path uri = scratch.resolve("uri");
		ProcessBuilder builder = new ProcessBuilder(Peers.trixie(List.of("prte", "--allow-run-as-root", "--report-uri", uri.toString())))
				.directory(scratch.toFile()).redirectErrorStream(true).redirectOutput(scratch.resolve("launcher").toFile());
		builder.environment().put("TMPDIR", scratch.toString());
		Process prte = builder.start();
		try (PmixTool tool = open(ServerChoice.file(uri))) {
			tool.takeOutput(output);
			CompletableFuture<PmixEvent> end = new CompletableFuture<>();
			tool.events().register(HandlerOptions.of(Status.EVENT_JOB_END), EventHandler.listening(end::complete));

			String job = tool.processes().spawn(SpawnRequest.of(SpawnProgram.of("echo", "hello").withRanks(1))
					.plusInfos(Info.of(IofAttributes.FWD_STDOUT, true), Info.of(SpawnAttributes.NOTIFY_COMPLETION, true)).withLimit(MOMENT));

			assertThat(job).isNotEmpty();
			output.await("hello\n");
			assertThat(Await.result(end).code()).isEqualTo(Status.EVENT_JOB_END);
		} finally {
			prte.destroy();
			Await.exit(prte);
		}
	}
}
