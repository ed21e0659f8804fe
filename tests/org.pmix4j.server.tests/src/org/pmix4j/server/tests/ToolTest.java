// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.handshake.HelloReply;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.EventRequest;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests unregistered peers: tools, launchers, schedulers, singletons. */
class ToolTest {
	private static final Proc SERVER = Proc.of("server", 0);
	private static final Proc TOOL = Proc.of("tool", 0);

	/** Accepts tools and assigns names. */
	private static final class Welcome implements PmixHost {
		private final List<Infos> tools = new ArrayList<>();
		private final List<String> entries = new ArrayList<>();

		@Override
		public CompletionStage<Proc> toolConnected(Infos infos) {
			tools.add(infos);
			return CompletableFuture.completedFuture(Proc.of("given" + tools.size(), 0));
		}

		@Override
		public CompletionStage<Void> clientConnected(Proc client, Object hostObject, Infos infos) {
			entries.add(client + " came");
			return CompletableFuture.completedFuture(null);
		}

		@Override
		public CompletionStage<Void> clientFinalized(Proc client, Object hostObject) {
			entries.add(client + " said goodbye");
			return CompletableFuture.completedFuture(null);
		}

		@Override
		public CompletionStage<Void> notifyEvent(Status code, Proc source, DataRange range, Infos infos) {
			entries.add(source + " lost " + infos.value(ProcAttributes.PROCID.key()).isPresent());
			return CompletableFuture.completedFuture(null);
		}
	}

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final Welcome host = new Welcome();

	private static Optional<HelloReply> greet(TestServer server, Hello hello) throws PmixException {
		return server.greet(hello, Release.R5.format()).greeting();
	}

	@ParameterizedTest
	@EnumSource(names = { "TOOL_NEEDS_ID", "LAUNCHER_NEEDS_ID" })
	void tool_withoutName_receivesOneFromTheHost(HelloFlag flag) throws PmixException {
		TestServer server = TestServer.open(host);

		assertThat(greet(server, Hellos.tool(flag, TOOL, Release.R42)))
				.contains(new HelloReply.ToolAccepted(Optional.of(Proc.of("given1", 0)), SERVER));
		assertThat(host.tools.get(0).get(IdentityAttributes.VERSION_INFO)).contains("4.2.2rc2");
		assertThat(host.tools.get(0).get(IdentityAttributes.USERID)).contains(Hellos.UID);
		assertThat(host.tools.get(0).get(IdentityAttributes.GRPID)).contains(Hellos.GID);
		assertThat(host.tools.get(0).contains(JobAttributes.NSPACE)).isFalse();
	}

	@ParameterizedTest
	@EnumSource(names = { "TOOL_GIVEN_ID", "TOOL_CLIENT", "LAUNCHER_GIVEN_ID", "LAUNCHER_CLIENT", "SCHEDULER_GIVEN_ID" })
	void tool_withName_keepsIt(HelloFlag flag) throws PmixException {
		TestServer server = TestServer.open(host);

		assertThat(greet(server, Hellos.tool(flag, TOOL, Release.R5))).contains(new HelloReply.ToolAccepted(Optional.empty(), SERVER));
		assertThat(host.tools.get(0).get(JobAttributes.NSPACE)).contains("tool");
		assertThat(server.dump()).contains("namespace tool: 1 of 1 local processes connected");
	}

	@Test
	void tool_withInvalidName_isRefused() throws PmixException {
		TestServer server = TestServer.open(host);

		for (Proc none : List.of(new Proc("", Rank.INVALID), new Proc("tool", Rank.WILDCARD), Proc.of("", 0))) {
			assertThat(greet(server, Hellos.tool(HelloFlag.TOOL_CLIENT, none, Release.R5)))
					.contains(new HelloReply.Refused(Status.ERR_BAD_PARAM));
		}
		assertThat(host.tools).isEmpty();
	}

	@ParameterizedTest
	@EnumSource(names = { "TOOL_GIVEN_ID", "TOOL_CLIENT", "LAUNCHER_GIVEN_ID", "LAUNCHER_CLIENT", "SCHEDULER_GIVEN_ID" })
	void tool_withName_isAcceptedWithoutHostSupport(HelloFlag flag) throws PmixException {
		TestServer server = TestServer.open();

		assertThat(greet(server, Hellos.tool(flag, TOOL, Release.R5))).contains(new HelloReply.ToolAccepted(Optional.empty(), SERVER));
	}

	@Test
	void tool_withTheNameOfARegisteredProcess_isRefused() throws PmixException {
		TestServer server = TestServer.open(host);
		server.job("job", 1);

		assertThat(greet(server, Hellos.tool(HelloFlag.TOOL_GIVEN_ID, Proc.of("job", 0), Release.R5)))
				.contains(new HelloReply.Refused(Status.ERR_EXISTS));
		assertThat(greet(server, Hellos.tool(HelloFlag.TOOL_GIVEN_ID, SERVER, Release.R5)))
				.contains(new HelloReply.Refused(Status.ERR_EXISTS));
	}

	@Test
	void tool_registeredProcess_isAcceptedAsTool() throws PmixException {
		TestServer server = TestServer.open(host);
		server.job("job", 1);

		assertThat(greet(server, Hellos.tool(HelloFlag.TOOL_CLIENT, Proc.of("job", 0), Release.R5)))
				.contains(new HelloReply.ToolAccepted(Optional.empty(), SERVER));
		assertThat(server.dump()).contains("namespace job: 1 of 1 local processes connected");
		server.get(server.core().deregisterClient(Proc.of("job", 0)));
		assertThat(greet(server, Hellos.tool(HelloFlag.TOOL_CLIENT, Proc.of("job", 0), Release.R5)))
				.contains(new HelloReply.Refused(Status.ERR_NOT_FOUND));
	}

	@Test
	void singleton_everyRelease_getsItsForm() throws PmixException {
		TestServer server = TestServer.open();
		Hello old = Hellos.tool(HelloFlag.SINGLETON, Proc.of("singleton.host.1", 0), Release.R42);
		Hello recent = Hellos.tool(HelloFlag.SINGLETON, Proc.of("singleton.host.2", 0), Release.R5);

		assertThat(greet(server, old)).contains(new HelloReply.ToolAccepted(Optional.empty(), SERVER));
		assertThat(greet(server, recent)).contains(new HelloReply.ClientAccepted(0));
	}

	@Test
	void singleton_withItsOwnSharedMemory_isAccepted() throws PmixException {
		Hello hello = Hellos.withGds(Hellos.tool(HelloFlag.SINGLETON, Proc.of("singleton.host.1", 0), Release.R5), "shmem2");

		assertThat(greet(TestServer.open(), hello)).contains(new HelloReply.ClientAccepted(0));
	}

	@Test
	void singleton_registered_isAClient() throws PmixException {
		TestServer server = TestServer.open(host);
		server.job("job", 1);
		greet(server, Hellos.tool(HelloFlag.SINGLETON, Proc.of("job", 0), Release.R5));

		assertThat(host.entries).containsExactly("job:0 came");
	}

	@Test
	void jobOfItsOwn_hasOneProcess() throws PmixException {
		TestServer server = TestServer.open(host);
		TestPeer tool = server.greet(Hellos.tool(HelloFlag.TOOL_GIVEN_ID, TOOL, Release.R42), Release.R42.format());
		Reply.JobInfoReply reply = tool.ask(JobRequest.JobInfoRequest.INSTANCE, ReplyKind.JOB_INFO);

		assertThat(reply.nspace()).isEqualTo("tool");
		assertThat(JobDataText.plain(JobDataText.lines(reply.data(), tool.format()))).contains("pmix.job.size=1", "pmix.max.size=1");
		assertThat(tool.ask(new DataRequest.Fence(List.of(Proc.wildcard("tool")), Infos.EMPTY))).isEqualTo(Status.SUCCESS);
		tool.ask(Puts.commit("key", "value"));
		assertThat(Puts.values(tool.ask(Puts.get("tool", 0, "key"), ReplyKind.GET), tool)).containsEntry("key", "value");
	}

	@Test
	void jobOfItsOwn_endsWithItsLastConnection() throws PmixException {
		TestServer server = TestServer.open(host);
		String before = server.dump();
		for (int i = 0; i < 100; i++) {
			TestPeer one = server.greet(Hellos.tool(HelloFlag.TOOL_GIVEN_ID, TOOL, Release.R42), Release.R42.format());
			TestPeer two = server.greet(Hellos.tool(HelloFlag.TOOL_GIVEN_ID, TOOL, Release.R42), Release.R42.format());
			one.ask(Puts.commit("key", "value"));
			one.ask(new EventRequest.RegisterEvents(List.of(), Infos.EMPTY));
			one.die();
			assertThat(server.dump()).contains("namespace tool");
			two.finish();
		}

		assertThat(server.dump()).isEqualTo(before);
	}

	@Test
	void jobOfItsOwn_isDescribedLikeAnyOther() throws PmixException {
		TestServer server = TestServer.open(host);
		TestPeer tool = server.greet(Hellos.tool(HelloFlag.TOOL_GIVEN_ID, Proc.of("tool", 3), Release.R42), Release.R42.format());
		Reply.JobInfoReply reply = tool.ask(JobRequest.JobInfoRequest.INSTANCE, ReplyKind.JOB_INFO);

		assertThat(JobDataText.plain(JobDataText.lines(reply.data(), tool.format()))).contains("pmix.jobid=tool",
				"pmix.ssn.arr 4294967295: pmix.univ.size=1", "pmix.num.nodes=1",
				"pmix.job.napps=1", "pmix.srv.nspace=server", "pmix.srv.rank=0");
		assertThat(Puts.values(tool.ask(Puts.get("tool", 3, "pmix.lrank"), ReplyKind.GET), tool)).containsKey("pmix.lrank");
	}

	@Test
	void tools_withOneNamespace_areOneJobUntilTheLastDisconnects() throws PmixException {
		TestServer server = TestServer.open(host);
		TestPeer first = server.greet(Hellos.tool(HelloFlag.TOOL_GIVEN_ID, TOOL, Release.R42), Release.R42.format());
		TestPeer second = server.greet(Hellos.tool(HelloFlag.TOOL_GIVEN_ID, Proc.of("tool", 1), Release.R42), Release.R42.format());
		assertThat(server.dump()).contains("namespace tool: 2 of 2 local processes connected");
		first.ask(Puts.commit("key", "value"));
		assertThat(Puts.values(second.ask(Puts.get("tool", 0, "key"), ReplyKind.GET), second)).containsEntry("key", "value");
		first.die();
		assertThat(server.dump()).contains("namespace tool: 1 of 1 local processes connected");
		assertThat(second.ask(new DataRequest.Fence(List.of(Proc.wildcard("tool")), Infos.EMPTY))).isEqualTo(Status.SUCCESS);
		second.finish();

		assertThat(server.dump()).doesNotContain("namespace tool");
	}

	@Test
	void tool_refusedByTheHost_receivesTheStatusIfItsReleaseHeedsIt() throws PmixException {
		TestServer server = TestServer.open(new PmixHost() {
			@Override
			public CompletionStage<Proc> toolConnected(Infos infos) {
				return CompletableFuture.failedFuture(new PmixException(Status.ERR_NO_PERMISSIONS, "not you"));
			}
		});

		assertThat(greet(server, Hellos.tool(HelloFlag.TOOL_NEEDS_ID, TOOL, Release.R5)))
				.contains(new HelloReply.Refused(Status.ERR_NO_PERMISSIONS));
		assertThat(greet(server, Hellos.tool(HelloFlag.TOOL_GIVEN_ID, TOOL, Release.R5)))
				.contains(new HelloReply.Refused(Status.ERR_NO_PERMISSIONS));
		assertThat(server.dump()).doesNotContain("namespace tool");
	}

	@Test
	void end_ofATool_isReportedToTheHost() throws PmixException {
		TestServer server = TestServer.open(host);
		server.greet(Hellos.tool(HelloFlag.TOOL_GIVEN_ID, TOOL, Release.R42), Release.R42.format()).finish();
		server.advance(Duration.ofSeconds(1));
		server.greet(Hellos.tool(HelloFlag.TOOL_GIVEN_ID, TOOL, Release.R42), Release.R42.format()).die();
		server.advance(Duration.ofSeconds(1));

		assertThat(host.entries).as("and not as a finalized client").containsExactly("tool:0 lost true", "tool:0 lost true");
	}

	@Test
	void end_ofASingleton_isNotAClientsFinalize() throws PmixException {
		TestServer server = TestServer.open(host);
		server.greet(Hellos.tool(HelloFlag.SINGLETON, Proc.of("single", 0), Release.R42), Release.R42.format()).finish();

		assertThat(host.entries).isEmpty();
		assertThat(server.dump()).doesNotContain("single");
	}

	@Test
	void namespace_registeredByTheHost_isTheHosts() throws PmixException {
		TestServer server = TestServer.open(host);
		server.namespace("tool", 5, 0);
		TestPeer tool = server.greet(Hellos.tool(HelloFlag.TOOL_GIVEN_ID, TOOL, Release.R42), Release.R42.format());
		Reply.JobInfoReply reply = tool.ask(JobRequest.JobInfoRequest.INSTANCE, ReplyKind.JOB_INFO);
		assertThat(JobDataText.plain(JobDataText.lines(reply.data(), tool.format()))).contains("pmix.job.size=5");
		tool.finish();

		assertThat(server.dump()).contains("namespace tool");
	}

	@Test
	void cleanup_ofATool_isDoneWhenItDisconnects(@TempDir Path folder) throws PmixException, IOException {
		TestServer server = TestServer.open(host);
		Path file = Files.writeString(folder.resolve("file"), "x");
		TestPeer tool = server.greet(Hellos.tool(HelloFlag.TOOL_GIVEN_ID, TOOL, Release.R42), Release.R42.format());
		Infos clean = Infos.of(Info.of(JobControlAttributes.REGISTER_CLEANUP, file.toString()));
		assertThat(tool.ask(new ControlRequest.JobControl(List.of(TOOL), clean))).isEqualTo(Status.SUCCESS);
		tool.die();

		assertThat(file).doesNotExist();
	}

	@Test
	void disconnect_duringTheHostCall_leavesNoJob() throws PmixException {
		TestServer server = TestServer.open(host);
		server.holdHost();
		TestPeer tool = server.greet(Hellos.tool(HelloFlag.TOOL_GIVEN_ID, TOOL, Release.R42), Release.R42.format());
		tool.die();
		server.letHostWork();

		assertThat(server.dump()).doesNotContain("tool");
	}
}
