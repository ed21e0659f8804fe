// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.client.EventHandler;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.PmixEvent;
import org.pmix4j.client.names.LookupOptions;
import org.pmix4j.client.names.PublishOptions;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.ToolAttributes;
import org.pmix4j.server.options.ServerRole;
import org.pmix4j.testkit.Await;
import org.pmix4j.tool.PmixTool;
import org.pmix4j.tool.ToolServer;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolIdentity;
import org.pmix4j.tool.options.ToolOptions;

/** Tests a tool that is attached to several servers: one after the other, and at the same time. */
class ToolServersTest {
	private static final Status CODE = Status.of(-4001);

	@TempDir
	private Path scratch;
	private LocalHost first;
	private LocalHost second;

	@BeforeEach
	void start() throws Exception {
		first = host("first");
		second = host("second");
	}

	@AfterEach
	void stop() {
		first.close();
		second.close();
	}

	private LocalHost host(String name) throws Exception {
		return LocalHost.start(HostOptions.defaults().withDirectory(Files.createDirectory(scratch.resolve(name)))
				.withRoles(Set.of(ServerRole.TOOL_SUPPORT)));
	}

	private PmixTool open(ServerChoice choice) throws PmixException {
		return PmixTool.open(ToolOptions.of(choice).withEnvironment(Map.of("TMPDIR", scratch.toString())));
	}

	private static ServerChoice at(LocalHost host) {
		return ServerChoice.uri(host.uri());
	}

	private static Infos published(String value) {
		return Infos.of(Info.of("key", new PmixValue.Str(value)));
	}

	private static PmixValue looked(ToolServer server) throws PmixException {
		return server.names().lookup(List.of("key"), LookupOptions.DEFAULT).get(0).value();
	}

	@Test
	void attach_secondServer_requestsGoToTheOneOfTheCall() throws PmixException {
		try (PmixTool tool = open(at(first))) {
			ToolServer one = tool.primary();
			ToolServer two = tool.attach(at(second), false);

			one.names().publish(published("one"), PublishOptions.DEFAULT);
			two.names().publish(published("two"), PublishOptions.DEFAULT);

			assertThat(looked(one)).isEqualTo(new PmixValue.Str("one"));
			assertThat(looked(two)).isEqualTo(new PmixValue.Str("two"));
			assertThat(two.self()).isEqualTo(tool.proc());
			assertThat(tool.server()).isEqualTo(one.proc());
			assertThat(tool.servers()).containsExactly(one, two);
		}
	}

	@Test
	void setPrimary_otherServer_callsOfTheToolGoThere() throws PmixException {
		try (PmixTool tool = open(at(first))) {
			ToolServer two = tool.attach(at(second), false);
			two.names().publish(published("two"), PublishOptions.DEFAULT);

			tool.setPrimary(two);

			assertThat(tool.server()).isEqualTo(two.proc());
			assertThat(looked(tool.primary())).isEqualTo(new PmixValue.Str("two"));
			assertThat(tool.servers()).first().isEqualTo(two);
			assertThat(tool.server(two.proc())).contains(two);
		}
	}

	@Test
	void attach_asPrimary_isThePrimaryServer() throws PmixException {
		try (PmixTool tool = open(at(first))) {
			ToolServer two = tool.attach(at(second), true);

			assertThat(tool.primary()).isSameAs(two);
		}
	}

	@Test
	void attach_serverAlreadyAttached_isReturnedAgain() throws PmixException {
		try (PmixTool tool = open(at(first))) {
			assertThat(tool.attach(at(first), true)).isSameAs(tool.primary());
			assertThat(tool.servers()).hasSize(1);
		}
	}

	@Test
	void attach_serverBeforeRelease32_isRefusedWithBothVersions() throws Exception {
		try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1")); PmixTool tool = open(at(first))) {
			Path file = Files.writeString(scratch.resolve("old"), "server.0;tcp4://127.0.0.1:" + listening.getLocalPort() + "\nv3.1.5\n");
			assertThatThrownBy(() -> tool.attach(ServerChoice.file(file), true))
					.hasMessageContaining("the PMIx server has release v3.1.5, but this tool, which supports releases 3.2 to 6.1")
					.isInstanceOfSatisfying(PmixException.class,
							failure -> assertThat(failure.status()).isEqualTo(Status.ERR_NOT_SUPPORTED));
		}
	}

	@Test
	void attachAsync_noServer_failsAndKeepsTheOthers() throws PmixException {
		try (PmixTool tool = open(at(first))) {
			assertThatThrownBy(() -> Await.result(tool.attachAsync(ServerChoice.file(scratch.resolve("missing")), true)))
					.cause().isInstanceOfSatisfying(PmixException.class,
							failure -> assertThat(failure.status()).isEqualTo(Status.ERR_UNREACH));
			assertThat(tool.isConnected()).isTrue();
		}
	}

	@Test
	void events_ofEachServer_reachItsHandlers() throws Exception {
		try (PmixTool tool = open(at(first)); PmixTool other = open(at(second))) {
			ToolServer two = tool.attach(at(second), false);
			CompletableFuture<PmixEvent> ofFirst = new CompletableFuture<>();
			CompletableFuture<PmixEvent> ofSecond = new CompletableFuture<>();
			tool.events().register(HandlerOptions.of(CODE), EventHandler.listening(ofFirst::complete));
			two.events().register(HandlerOptions.of(CODE), EventHandler.listening(ofSecond::complete));

			other.events().notifyEvent(CODE, DataRange.SESSION);
			assertThat(Await.result(ofSecond).source()).isEqualTo(other.proc());
			assertThat(ofFirst).isNotDone();

			tool.events().notifyEvent(CODE, DataRange.SESSION);
			assertThat(Await.result(ofFirst).source()).isEqualTo(tool.proc());
		}
	}

	@Test
	void close_ofThePrimaryServer_leavesTheToolWithoutOne() throws PmixException {
		try (PmixTool tool = open(at(first))) {
			ToolServer one = tool.primary();
			ToolServer two = tool.attach(at(second), false);

			one.close();

			assertThat(tool.isConnected()).isFalse();
			assertThat(tool.servers()).containsExactly(two);
			assertThatThrownBy(tool::names).isInstanceOf(IllegalStateException.class).hasMessageContaining("no primary server");
			assertThatThrownBy(() -> tool.setPrimary(one)).isInstanceOfSatisfying(PmixException.class,
					failure -> assertThat(failure.status()).isEqualTo(Status.ERR_UNREACH));
			tool.setPrimary(two);
			assertThat(tool.isConnected()).isTrue();
		}
	}

	@Test
	void lostServer_othersGoOnAndTheToolCanReturn() throws Exception {
		try (PmixTool tool = open(at(first))) {
			ToolServer two = tool.attach(at(second), false);
			CompletableFuture<PmixEvent> event = new CompletableFuture<>();
			tool.events().register(HandlerOptions.of(Status.ERR_LOST_CONNECTION), EventHandler.listening(event::complete));

			first.close();

			assertThat(Await.result(event).source()).isEqualTo(tool.server());
			assertThat(Await.result(tool.lost())).isNotEmpty();
			assertThat(tool.isConnected()).isFalse();
			assertThat(tool.servers()).containsExactly(two);
			two.names().publish(published("two"), PublishOptions.DEFAULT);
			try (LocalHost again = host("again")) {
				ToolServer back = tool.attach(at(again), true);
				assertThat(back.self()).isEqualTo(tool.proc());
				assertThat(tool.isConnected()).isTrue();
			}
		}
	}

	@Test
	void open_optionalServerMissing_attachesLater() throws PmixException {
		ToolOptions options = ToolOptions.from(
				Infos.EMPTY.with(ToolAttributes.CONNECT_TO_SYSTEM, true).with(ToolAttributes.TOOL_CONNECT_OPTIONAL, true)
						.with(ServerAttributes.SYSTEM_TMPDIR, scratch.toString()), Map.of());
		try (PmixTool tool = PmixTool.open(options)) {
			assertThat(tool.isConnected()).isFalse();
			assertThat(tool.servers()).isEmpty();
			assertThat(tool.proc().nspace()).endsWith(":" + ProcessHandle.current().pid());

			ToolServer server = tool.attach(at(first), false);

			assertThat(tool.primary()).isSameAs(server);
			assertThat(server.self()).isEqualTo(tool.proc());
		}
	}

	@Test
	void open_withoutConnecting_hasNoServer() throws PmixException {
		try (PmixTool tool = open(ServerChoice.NONE)) {
			assertThat(tool.isConnected()).isFalse();
			assertThatThrownBy(tool::server).isInstanceOf(IllegalStateException.class);
		}
	}

	@Test
	void open_identityOfTheProgram_isThatOfTheTool() throws PmixException {
		Proc mine = Proc.of("mine", 3);
		try (PmixTool tool = PmixTool.open(ToolOptions.of(at(first)).withIdentity(ToolIdentity.of(mine)))) {
			assertThat(tool.proc()).isEqualTo(mine);
			assertThat(tool.host().query(new Query(List.of(QueryAttributes.QUERY_NAMESPACES.key()), Infos.EMPTY)).isEmpty()).isFalse();
		}
	}

	@Test
	void close_toolOfSeveralServers_detachesFromAll() throws PmixException {
		PmixTool tool = open(at(first));
		ToolServer two = tool.attach(at(second), false);

		tool.close();
		tool.close();

		assertThat(two.isConnected()).isFalse();
		assertThat(tool.servers()).isEmpty();
		assertThatThrownBy(() -> tool.attach(at(first), true)).isInstanceOfSatisfying(PmixException.class,
				failure -> assertThat(failure.status()).isEqualTo(Status.ERR_INIT));
		assertThatThrownBy(() -> tool.names().lookup(List.of("key"), LookupOptions.DEFAULT)).hasMessage("this tool is closed");
	}
}
