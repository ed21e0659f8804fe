// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.client.EventHandler;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.IofOptions;
import org.pmix4j.client.PmixEvent;
import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.process.SpawnProgram;
import org.pmix4j.client.process.SpawnRequest;
import org.pmix4j.model.App;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Envar;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.model.attributes.ToolAttributes;
import org.pmix4j.server.PmixServer;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Peers;
import org.pmix4j.tool.ForkedJob;
import org.pmix4j.tool.PmixTool;
import org.pmix4j.tool.ToolServer;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/** Tests a tool that is a server itself: of processes that it starts without a launcher, and of other tools. */
class ToolServingTest {
	private static final Status CODE = Status.of(-4001);

	@TempDir
	private Path scratch;
	private final ToolOutput output = new ToolOutput();
	private PmixTool tool;

	/** A host that accepts tools and pretends to spawn. */
	private static final class Host implements PmixHost {
		/** What the last tool has told of itself. */
		private volatile Infos told = Infos.EMPTY;

		@Override
		public CompletionStage<Proc> toolConnected(Infos infos) {
			told = infos;
			return CompletableFuture.completedFuture(Proc.of("subtool", 0));
		}

		@Override
		public CompletionStage<String> spawn(Proc requester, Infos infos, List<App> apps) {
			return CompletableFuture.completedFuture("spawned by " + requester.nspace());
		}
	}

	@BeforeEach
	void open() throws PmixException {
		Infos infos = Infos.EMPTY.with(ToolAttributes.TOOL_DO_NOT_CONNECT, true).with(ToolAttributes.LAUNCHER, true)
				.with(ServerAttributes.SYSTEM_TMPDIR, scratch.toString()).with(ServerAttributes.SERVER_TMPDIR, scratch.toString())
				.with(ToolAttributes.LAUNCHER_RENDEZVOUS_FILE, scratch.resolve("rendezvous").toString())
				.with(ToolAttributes.TOOL_NSPACE, "launcher").with(ToolAttributes.TOOL_RANK, 0);
		tool = PmixTool.open(ToolOptions.from(infos, System.getenv()));
	}

	@AfterEach
	void close() {
		tool.close();
	}

	private static App app(int count, String... words) {
		return new App(words[0], List.of(words), List.of("WORD=said"), "", count, Infos.EMPTY);
	}

	private static int end(ForkedJob job) throws Exception {
		return Await.result(job.ended());
	}

	@Test
	void fork_withoutServer_runsTheProgram() throws Exception {
		assertThat(end(tool.fork(app(1, "/bin/true"), output))).isZero();
		assertThat(tool.isConnected()).isFalse();
	}

	@Test
	void fork_program_hasItsEnvironmentAndItsOutputIsRead() throws Exception {
		ForkedJob job = tool.fork(app(1, "sh", "-c", "echo $WORD in $PMIX_NAMESPACE; echo error >&2; exit 3"), output);

		assertThat(end(job)).isEqualTo(3);
		assertThat(output.toString()).contains("said in " + job.nspace() + "\n", "error\n");
	}

	@Test
	void fork_cClients_areServedByTheTool() throws Exception {
		assertThat(end(tool.fork(app(2, Peers.c("pmix_fence").toString()), output))).isZero();
		assertThat(output.toString()).contains("pmix_fence 0/2 ok", "pmix_fence 1/2 ok");
	}

	@Test
	void fork_programMissing_fails() {
		assertThatThrownBy(() -> tool.fork(app(1, "/nowhere/program"), output)).hasMessageContaining("/nowhere/program")
				.isInstanceOfSatisfying(PmixException.class,
						failure -> assertThat(failure.status()).isEqualTo(Status.ERR_JOB_FAILED_TO_LAUNCH));
	}

	@Test
	void fork_directive_isRefused() {
		App directed = new App("true", List.of("true"), List.of(), "", 1, Infos.EMPTY.with(SpawnAttributes.MAPBY, "slot"));

		assertThatThrownBy(() -> tool.fork(directed, output)).hasMessageContaining("PMIX_MAPBY").isInstanceOfSatisfying(PmixException.class,
				failure -> assertThat(failure.status()).isEqualTo(Status.ERR_NOT_SUPPORTED));
	}

	/** The same calls as with a server: the tool starts the processes of all programs as one job, and is their server. */
	@Test
	void spawn_withoutServer_startsAllProgramsWithDirectivesAndInput() throws Exception {
		tool.takeOutput(output);
		App reader = app(1, "sh", "-c", "read word; echo rank $PMIX_RANK read $word, $GIVEN, $JOINED");
		App other = new App("sh", List.of("sh", "-c", "echo rank $PMIX_RANK is in $(pwd)"), List.of(), "", 2,
				Infos.EMPTY.with(SpawnAttributes.WDIR, scratch.toString()));
		Infos infos = Infos.EMPTY.with(IofAttributes.FWD_STDIN, true).with(SpawnAttributes.SET_ENVAR, new Envar("GIVEN", "given", ':'))
				.with(SpawnAttributes.SET_ENVAR, new Envar("JOINED", "b", ':')).with(SpawnAttributes.PREPEND_ENVAR, new Envar("JOINED", "a", ';'));

		String nspace = tool.spawn(infos, List.of(reader, other));
		tool.io().push(List.of(Proc.wildcard(nspace)), ByteObject.wrap("hello\n".getBytes(StandardCharsets.UTF_8)));

		output.await("rank 0 read hello, given, a;b");
		output.await("rank 1 is in " + scratch.toRealPath());
		output.await("rank 2 is in " + scratch.toRealPath());
		assertThat(tool.isConnected()).isFalse();
	}

	@Test
	void processes_withoutServer_spawnCClientsOfSeveralPrograms() throws Exception {
		SpawnProgram fence = SpawnProgram.of(Peers.c("pmix_fence").toString());
		String nspace = tool.processes().spawn(SpawnRequest.of(fence, fence.withRanks(2)));
		ToolOutput pulled = new ToolOutput();

		tool.io().pull(IofOptions.of(Proc.wildcard(nspace)), pulled);

		assertThat(tool.processes().resolvePeers("", nspace)).containsExactly(Proc.of(nspace, 0), Proc.of(nspace, 1), Proc.of(nspace, 2));
		pulled.await("pmix_fence 0/3 ok");
		pulled.await("pmix_fence 1/3 ok");
		pulled.await("pmix_fence 2/3 ok");
	}

	@Test
	void spawn_withoutServerDirectiveOfLaunchers_isRefusedByName() {
		SpawnRequest request = SpawnRequest.of(SpawnProgram.of("true")).plusInfos(Info.of(SpawnAttributes.RANKBY, "slot"));

		assertThatThrownBy(() -> tool.processes().spawn(request)).hasMessageContaining("PMIX_RANKBY").isInstanceOfSatisfying(
				PmixException.class, failure -> assertThat(failure.status()).isEqualTo(Status.ERR_NOT_SUPPORTED));
		assertThatThrownBy(() -> tool.processes().spawnAsync(request).join()).hasRootCauseInstanceOf(PmixException.class);
	}

	@Test
	void push_withoutServer_toProcessWithoutInputOrNone_isRefused() throws Exception {
		tool.takeOutput(output);
		String nspace = tool.spawn(Infos.EMPTY, List.of(app(1, "sh", "-c", "echo ready; exec sleep 600")));
		output.await("ready");
		ByteObject data = ByteObject.wrap(new byte[] { 1 });

		assertThatThrownBy(() -> tool.io().push(List.of(Proc.wildcard(nspace)), data)).isInstanceOfSatisfying(PmixException.class,
				failure -> assertThat(failure.status()).isEqualTo(Status.ERR_IOF_COMPLETE));
		assertThatThrownBy(() -> tool.io().push(List.of(Proc.of("none", 0)), data)).isInstanceOfSatisfying(PmixException.class,
				failure -> assertThat(failure.status()).isEqualTo(Status.ERR_NOT_FOUND));
		assertThatThrownBy(() -> tool.processes().connect(List.of(Proc.wildcard(nspace)), RequestOptions.DEFAULT))
				.isInstanceOfSatisfying(PmixException.class, failure -> assertThat(failure.status()).isEqualTo(Status.ERR_UNREACH));
	}

	@Test
	void endInput_withoutServer_endsTheInput() throws Exception {
		tool.takeOutput(output);
		String nspace = tool.spawn(Infos.of(Info.of(IofAttributes.STDIN_TGT.key(), Rank.WILDCARD)),
				List.of(app(2, "sh", "-c", "cat; echo end of $PMIX_RANK")));
		List<Proc> all = List.of(Proc.wildcard(nspace));

		tool.io().push(all, ByteObject.wrap("text\n".getBytes(StandardCharsets.UTF_8)));
		tool.io().endInput(all);

		output.await("end of 0");
		output.await("end of 1");
		assertThat(output.toString().split("text", -1)).hasSize(3);
	}

	@Test
	void close_jobThatRuns_isKilled() throws Exception {
		ForkedJob job = tool.fork(app(1, "sh", "-c", "echo ready; exec sleep 600"), output);
		output.await("ready");

		tool.close();

		assertThat(end(job)).isEqualTo(128 + 15);
	}

	@Test
	void serve_subTool_findsTheFileSpawnsAndHearsEvents() throws Exception {
		Host host = new Host();
		PmixServer server = tool.serve(host, UnaryOperator.identity());
		ServerChoice choice = ServerChoice.file(scratch.resolve("rendezvous"));
		try (PmixTool sub = PmixTool.open(ToolOptions.of(choice).withEnvironment(Map.of("TMPDIR", scratch.toString())))) {
			assertThat(sub.server()).isEqualTo(Proc.of("launcher", 0)).isEqualTo(tool.proc());
			assertThat(List.of(host.told.get(IdentityAttributes.REALUID).orElseThrow(), host.told.get(IdentityAttributes.USERID).orElseThrow(),
					host.told.get(IdentityAttributes.REALGID).orElseThrow(), host.told.get(IdentityAttributes.GRPID).orElseThrow()))
					.isEqualTo(List.of(id("-ru"), id("-u"), id("-rg"), id("-g")));
			CompletableFuture<PmixEvent> released = new CompletableFuture<>();
			sub.events().register(HandlerOptions.of(Status.DEBUGGER_RELEASE), EventHandler.listening(released::complete));

			assertThat(sub.processes().spawn(SpawnRequest.of(SpawnProgram.of("program")))).isEqualTo("spawned by subtool");

			server.notifyEvent(Status.DEBUGGER_RELEASE, tool.proc(), DataRange.SESSION, Infos.EMPTY);
			assertThat(Await.result(released).source()).isEqualTo(tool.proc());
		}
		assertThatThrownBy(() -> tool.serve(new Host(), UnaryOperator.identity())).isInstanceOf(PmixException.class);
	}

	private static int id(String option) throws Exception {
		return Integer.parseInt(new String(new ProcessBuilder("id", option).start().getInputStream().readAllBytes()).strip());
	}

	@Test
	void serve_byItsNamespace_isFound() throws Exception {
		tool.serve(new Host(), UnaryOperator.identity());
		ToolOptions options = ToolOptions.of(ServerChoice.nspace("launcher")).withEnvironment(Map.of("TMPDIR", scratch.toString()));

		try (PmixTool sub = PmixTool.open(options)) {
			assertThat(sub.server()).isEqualTo(tool.proc());
		}
	}

	/** Two launchers of different users or machines may both have this identity. */
	@Test
	void attach_otherServerOfTheSameIdentity_isAnotherServer() throws Exception {
		PmixServer first = tool.serve(new Host(), UnaryOperator.identity());
		Infos infos = Infos.EMPTY.with(ToolAttributes.TOOL_DO_NOT_CONNECT, true).with(ToolAttributes.TOOL_NSPACE, "launcher")
				.with(ToolAttributes.TOOL_RANK, 0)
				.with(ServerAttributes.SERVER_TMPDIR, Files.createDirectory(scratch.resolve("second")).toString());
		try (PmixTool twin = PmixTool.open(ToolOptions.from(infos, Map.of("TMPDIR", scratch.toString())));
				PmixTool sub = PmixTool.open(ToolOptions.of(ServerChoice.uri(first.uri())))) {
			PmixServer second = twin.serve(new Host(), UnaryOperator.identity());
			ToolServer one = sub.primary();

			ToolServer two = sub.attach(ServerChoice.uri(second.uri()), false);

			assertThat(two.proc()).isEqualTo(one.proc());
			assertThat(sub.servers()).containsExactly(one, two);
			assertThat(sub.attach(ServerChoice.uri(second.uri()), false)).isSameAs(two);
			assertThat(sub.server(one.proc())).contains(one);
			CompletableFuture<PmixEvent> ofFirst = new CompletableFuture<>();
			CompletableFuture<PmixEvent> ofSecond = new CompletableFuture<>();
			one.events().register(HandlerOptions.of(CODE), EventHandler.listening(ofFirst::complete));
			two.events().register(HandlerOptions.of(CODE), EventHandler.listening(ofSecond::complete));
			second.notifyEvent(CODE, twin.proc(), DataRange.SESSION, Infos.of(Info.of("of", new PmixValue.Str("second"))));
			first.notifyEvent(CODE, tool.proc(), DataRange.SESSION, Infos.of(Info.of("of", new PmixValue.Str("first"))));
			assertThat(Await.result(ofFirst).infos().value("of")).contains(new PmixValue.Str("first"));
			assertThat(Await.result(ofSecond).infos().value("of")).contains(new PmixValue.Str("second"));

			one.close();
			assertThat(sub.servers()).containsExactly(two);
		}
	}

	/** A debugger starts a launcher and tells it its address; the launcher waits in its init until the debugger releases it. */
	@Test
	void open_launcherOfADebugger_waitsForItsRelease() throws Exception {
		PmixServer server = tool.serve(new Host(), UnaryOperator.identity());
		Infos infos = Infos.EMPTY.with(ToolAttributes.TOOL_DO_NOT_CONNECT, true).with(ToolAttributes.LAUNCHER, true);
		ToolOptions options = ToolOptions.from(infos, Map.of("PMIX_LAUNCHER_RNDZ_URI", server.uri()));
		CompletableFuture<PmixTool> launcher = CompletableFuture.supplyAsync(() -> {
			try {
				return PmixTool.open(options);
			} catch (PmixException failure) {
				throw new CompletionException(failure);
			}
		}, Thread::startVirtualThread);

		// the server keeps the event until the launcher asks for it
		server.notifyEvent(Status.DEBUGGER_RELEASE, tool.proc(), DataRange.SESSION, Infos.EMPTY);

		try (PmixTool released = Await.result(launcher)) {
			assertThat(released.server(tool.proc())).isPresent();
		}
	}
}
