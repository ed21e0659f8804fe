// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.Topology;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.LogAttributes;
import org.pmix4j.model.attributes.MonitorAttributes;
import org.pmix4j.model.attributes.TopologyAttributes;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.options.ServerRole;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.testkit.OwnStreams;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.handshake.HelloReply;
import org.pmix4j.wire.internal.handshake.NativeCredential;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests effects of options that show neither in files nor in addresses. */
class OptionEffectTest {
	private static final Proc RANK3 = Proc.of("single", 3);
	private static final int OTHER_UID = Hellos.UID + 1;
	private static final String XML = "<topology version=\"2.0\"/>";

	/** Accepts every tool and monitors everything. */
	private static final class Host implements PmixHost {
		private final List<Integer> users = new ArrayList<>();
		private int monitored;

		@Override
		public CompletionStage<Proc> toolConnected(Infos infos) {
			try {
				users.add(infos.get(IdentityAttributes.USERID).orElseThrow());
			} catch (PmixException e) {
				return CompletableFuture.failedFuture(e);
			}
			return CompletableFuture.completedFuture(Proc.of("given" + users.size(), 0));
		}

		@Override
		public CompletionStage<Infos> monitor(Proc requester, Info monitor, Status code, Infos directives) {
			monitored++;
			return CompletableFuture.completedFuture(Infos.EMPTY);
		}
	}

	private final Host host = new Host();

	private TestServer open(UnaryOperator<ServerOptions> more) throws PmixException {
		return TestServer.with(host, more);
	}

	private static Hello toolOf(int uid, String nspace) {
		Hello own = Hellos.tool(HelloFlag.TOOL_GIVEN_ID, Proc.of(nspace, 0), Release.R5);
		return Hellos.withPsec(Hellos.withUser(own, new NativeCredential(uid, Hellos.GID)), "native", Hellos.credential(uid, Hellos.GID));
	}

	private static Optional<HelloReply> greet(TestServer server, Hello hello) throws PmixException {
		return server.greet(hello, Release.R5.format()).greeting();
	}

	private static boolean isIn(Optional<HelloReply> reply) {
		return reply.filter(HelloReply.ToolAccepted.class::isInstance).isPresent();
	}

	@Test
	void foreignTools_allowed_hostDecides() throws PmixException {
		TestServer server = open(options -> options.withForeignTools(true));
		server.setKernelUid(Optional.of(OTHER_UID));

		assertThat(isIn(greet(server, toolOf(OTHER_UID, "tool")))).isTrue();
		assertThat(host.users).containsExactly(OTHER_UID);
	}

	@Test
	void foreignTools_withAWrongUser_areRefused() throws PmixException {
		TestServer server = open(options -> options.withForeignTools(true));
		server.setKernelUid(Optional.of(OTHER_UID));

		assertThat(isIn(greet(server, toolOf(Hellos.UID, "tool")))).isFalse();
		assertThat(host.users).isEmpty();
	}

	@Test
	void foreignTools_cannotJoinNamespaceOfOthers() throws PmixException {
		TestServer server = open(options -> options.withForeignTools(true));
		assertThat(isIn(greet(server, toolOf(Hellos.UID, "tool")))).isTrue();
		server.setKernelUid(Optional.of(OTHER_UID));

		assertThat(greet(server, toolOf(OTHER_UID, "tool"))).contains(new HelloReply.Refused(Status.ERR_EXISTS));
		assertThat(isIn(greet(server, toolOf(OTHER_UID, "other")))).isTrue();
	}

	@Test
	void foreignTools_disabled_areRefusedWithoutTheHost() throws PmixException {
		TestServer server = open(options -> options);
		server.setKernelUid(Optional.of(OTHER_UID));

		assertThat(greet(server, toolOf(OTHER_UID, "tool"))).isEmpty();
		assertThat(host.users).isEmpty();
	}

	@Test
	void sharedTopology_isAddedToEveryJob() throws PmixException {
		TestServer server = open(options -> options.withSharedTopology(new Topology(XML, ByteObject.EMPTY)));
		server.job("job", 1);
		TestPeer peer = server.connect("job", 0);

		assertThat(JobDataText.plain(JobDataText.lines(peer.ask(JobRequest.JobInfoRequest.INSTANCE, ReplyKind.JOB_INFO).data(), peer.format())))
				.contains(TopologyAttributes.HWLOC_XML_V2.key() + "=" + XML);
	}

	@Test
	void sharedTopology_ofTheHost_isKept() throws PmixException {
		TestServer server = open(options -> options.withSharedTopology(new Topology(XML, ByteObject.EMPTY)));
		server.get(server.core().registerNamespace("job", 1, Infos.of(Info.of(TopologyAttributes.HWLOC_XML_V2, "own"))));
		server.client(Proc.of("job", 0));
		TestPeer peer = server.connect("job", 0);

		assertThat(JobDataText.plain(JobDataText.lines(peer.ask(JobRequest.JobInfoRequest.INSTANCE, ReplyKind.JOB_INFO).data(), peer.format())))
				.contains(TopologyAttributes.HWLOC_XML_V2.key() + "=own").doesNotContain(TopologyAttributes.HWLOC_XML_V2.key() + "=" + XML);
	}

	@Test
	void monitoring_disabled_isPassedToTheHost() throws PmixException {
		assertThat(monitored(true)).isZero();
		assertThat(monitored(false)).isEqualTo(1);
	}

	private int monitored(boolean enabled) throws PmixException {
		TestServer server = open(options -> options.withMonitoring(enabled));
		server.job("job", 1);
		TestPeer peer = server.connect("job", 0);
		peer.ask(new ControlRequest.Monitor(Info.of(MonitorAttributes.MONITOR_HEARTBEAT, true), Status.MONITOR_HEARTBEAT_ALERT,
				Infos.of(Info.of(MonitorAttributes.MONITOR_HEARTBEAT_TIME, 5))));
		return host.monitored;
	}

	@Test
	void gateway_logsToItsOwnOutputAndLeavesTheRestToTheHost() throws PmixException {
		TestServer server = open(options -> options.withRoles(Set.of(ServerRole.GATEWAY)));
		server.job("job", 1);
		TestPeer peer = server.connect("job", 0);
		Infos mail = Infos.of(Info.of(LogAttributes.LOG_EMAIL_MSG, "help"));

		String said = OwnStreams.said(() -> {
			ControlRequest.Log log = new ControlRequest.Log(0, Infos.of(Info.of(LogAttributes.LOG_STDERR, "oh"),
					Info.of(LogAttributes.LOG_STDOUT, "well\n")), Infos.EMPTY);
			assertThat(peer.ask(log, ReplyKind.STATUS).status()).isEqualTo(Status.SUCCESS);
			assertThat(peer.ask(new ControlRequest.Log(0, mail, Infos.EMPTY), ReplyKind.STATUS).status()).isEqualTo(Status.ERR_NOT_SUPPORTED);
		});

		assertThat(said).isEqualTo("err:oh\nout:well\n");
	}

	@Test
	void localOutput_printsOutputOfTheHost() throws PmixException {
		String said = OwnStreams.said(() -> {
			TestServer server = open(options -> options.withLocalOutput(true));
			server.get(server.core().deliverOutput(RANK3, IofChannel.STDOUT, Infos.EMPTY, ByteObject.wrap("one\n".getBytes(UTF_8))));
			server.get(server.core().deliverOutput(RANK3, IofChannel.STDERR, Infos.EMPTY, ByteObject.wrap("two\n".getBytes(UTF_8))));
			server.get(server.core().deliverOutput(RANK3, IofChannel.STDERR, Infos.EMPTY, ByteObject.EMPTY));
		});

		assertThat(said).isEqualTo("out:one\nerr:two\n");
	}
}
