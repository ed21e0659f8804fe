// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.client.EventHandler;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.PmixEvent;
import org.pmix4j.client.process.SpawnProgram;
import org.pmix4j.client.process.SpawnRequest;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.server.options.ServerRole;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Peers;
import org.pmix4j.tool.PmixTool;
import org.pmix4j.tool.ToolServer;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/** Tests a tool that is attached to our server and to servers of the C library at the same time. */
class ToolMixedServersTest {
	private static final Duration MOMENT = Duration.ofSeconds(60);

	@TempDir
	private Path scratch;
	private LocalHost ours;

	@BeforeEach
	void start() throws Exception {
		ours = LocalHost.start(HostOptions.defaults().withDirectory(Files.createDirectory(scratch.resolve("ours")))
				.withRoles(Set.of(ServerRole.TOOL_SUPPORT)));
	}

	@AfterEach
	void stop() {
		ours.close();
	}

	private PmixTool open(ServerChoice choice) throws PmixException {
		return PmixTool.open(ToolOptions.of(choice).withEnvironment(Map.of("TMPDIR", scratch.toString())).withFindLimit(MOMENT));
	}

	private ServerChoice here() {
		return ServerChoice.uri(ours.uri());
	}

	private CToolHost cHost(String release, String folder) throws Exception {
		Path program = release.equals("4.2") ? Peers.c("pmix_tool_host") : Peers.trixie("pmix_tool_host");
		return CToolHost.start(program, Files.createDirectory(scratch.resolve(folder)));
	}

	private static String jobs(ToolServer server) throws PmixException {
		return server.host().query(new Query(List.of(QueryAttributes.QUERY_NAMESPACES.key()), Infos.EMPTY))
				.get(QueryAttributes.QUERY_NAMESPACES).orElse("");
	}

	private static CompletableFuture<PmixEvent> loss(ToolServer server) throws PmixException {
		CompletableFuture<PmixEvent> loss = new CompletableFuture<>();
		server.events().register(HandlerOptions.of(Status.ERR_LOST_CONNECTION), EventHandler.listening(loss::complete));
		return loss;
	}

	/** Requests go to the server of the call; the one that is detached or lost takes nothing from the other. */
	@ParameterizedTest
	@ValueSource(strings = { "4.2", "5.0" })
	void cServerBesideOurs_isPrimaryDetachedAndLost(String release) throws Exception {
		ServerChoice there = ServerChoice.nspace("toolhost");
		try (CToolHost host = cHost(release, "c"); PmixTool tool = open(here())) {
			Proc self = tool.proc();
			ToolServer own = tool.primary();
			ToolServer other = tool.attach(there, false);
			assertThat(other.self()).isEqualTo(self);
			assertThat(jobs(other)).isEqualTo("held");
			assertThat(jobs(own)).doesNotContain("held");

			tool.setPrimary(other);
			assertThat(tool.server()).isEqualTo(Proc.of("toolhost", 0));
			assertThat(tool.processes().spawn(SpawnRequest.of(SpawnProgram.of("/bin/program")))).isEqualTo("spawned-1");
			assertThat(host.line()).isEqualTo("spawn /bin/program");

			other.close();
			assertThat(tool.isConnected()).isFalse();
			assertThat(tool.servers()).containsExactly(own);
			assertThat(jobs(own)).doesNotContain("held");

			ToolServer again = tool.attach(there, true);
			assertThat(again.self()).isEqualTo(self);
			CompletableFuture<PmixEvent> loss = loss(again);
			host.kill();
			assertThat(Await.result(loss).source()).isEqualTo(Proc.of("toolhost", 0));
			Await.result(again.lost());
			assertThat(tool.isConnected()).isFalse();
			assertThat(tool.servers()).containsExactly(own);
			tool.setPrimary(own);
			assertThat(jobs(tool.primary())).doesNotContain("held");
		}
	}

	/** The identity that a C server assigns is that of the tool with our server, too. */
	@ParameterizedTest
	@ValueSource(strings = { "4.2", "5.0" })
	void oursBesideACServer_lostFirst_leavesTheOther(String release) throws Exception {
		try (CToolHost host = cHost(release, "c"); PmixTool tool = open(ServerChoice.nspace("toolhost"))) {
			assertThat(tool.proc()).isEqualTo(Proc.of("tool", 0));
			ToolServer own = tool.attach(here(), true);
			assertThat(own.self()).isEqualTo(tool.proc());
			CompletableFuture<PmixEvent> loss = loss(own);

			ours.close();

			assertThat(Await.result(loss).source()).isEqualTo(own.proc());
			assertThat(tool.isConnected()).isFalse();
			tool.setPrimary(tool.server(Proc.of("toolhost", 0)).orElseThrow());
			assertThat(jobs(tool.primary())).isEqualTo("held");
			assertThat(host.isAlive()).isTrue();
		}
	}

	/** Two servers of the C library have the same namespace and rank. */
	@Test
	void cServersOfOneIdentity_areTwoServers() throws Exception {
		try (CToolHost one = cHost("4.2", "one"); CToolHost two = cHost("5.0", "two"); PmixTool tool = open(one.choice())) {
			ToolServer first = tool.primary();
			ToolServer second = tool.attach(two.choice(), false);

			second.processes().spawn(SpawnRequest.of(SpawnProgram.of("/bin/second")));
			first.processes().spawn(SpawnRequest.of(SpawnProgram.of("/bin/first")));

			assertThat(second.proc()).isEqualTo(first.proc());
			assertThat(one.line()).isEqualTo("spawn /bin/first");
			assertThat(two.line()).isEqualTo("spawn /bin/second");
		}
	}

	/** Output, events and requests of two launchers do not mix. */
	@Test
	void prteBesideOurs_eachRunsItsJobs() throws Exception {
		Path uri = scratch.resolve("uri");
		ProcessBuilder builder = new ProcessBuilder(Peers.trixie(List.of("prte", "--allow-run-as-root", "--report-uri", uri.toString())))
				.directory(scratch.toFile()).redirectErrorStream(true).redirectOutput(scratch.resolve("launcher").toFile());
		builder.environment().put("TMPDIR", scratch.toString());
		Process prte = builder.start();
		try (PmixTool tool = open(here())) {
			ToolServer own = tool.primary();
			ToolServer other = tool.attach(ServerChoice.file(uri), false);
			ToolOutput ofOwn = new ToolOutput();
			ToolOutput ofOther = new ToolOutput();
			own.takeOutput(ofOwn);
			other.takeOutput(ofOther);

			assertThat(other.processes().spawn(echo("from prte"))).startsWith("prte-");
			assertThat(own.processes().spawn(echo("from ours"))).doesNotStartWith("prte-");
			ofOther.await("from prte\n");
			ofOwn.await("from ours\n");
			assertThat(ofOther.toString()).doesNotContain("from ours");

			CompletableFuture<PmixEvent> loss = loss(other);
			prte.destroy();
			assertThat(Await.result(loss).source()).isEqualTo(other.proc());
			Await.result(other.lost());
			assertThat(tool.servers()).containsExactly(own);
			own.processes().spawn(echo("still here"));
			ofOwn.await("still here\n");
		} finally {
			prte.destroy();
			Await.exit(prte);
		}
	}

	private static SpawnRequest echo(String text) {
		return SpawnRequest.of(SpawnProgram.of("echo", text).withRanks(1)).withLimit(MOMENT)
				.plusInfos(Info.of(IofAttributes.FWD_STDOUT, true));
	}
}
