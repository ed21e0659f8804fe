// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.testkit.MemoryTransport;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.Packer;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloCodec;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.handshake.HelloReply;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.PeerFormat;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests hellos: their content, and whether the peer is accepted. */
class HandshakeTest extends HandshakeFixture {
	HandshakeTest() throws PmixException {
		super();
	}

	private static byte[] blob(Info... infos) throws PmixException {
		Packer packer = new Packer(new Encoding(Dialect.V41, false)).put(new PmixValue.Size(infos.length));
		packer.putAll(DataType.INFO, List.of(infos));
		return packer.toByteArray();
	}

	@ParameterizedTest
	@EnumSource
	void hello_ofEveryRelease_isAccepted(Release release) throws PmixException {
		TestPeer peer = server.connect("job", 0, release);

		assertThat(peer.greeting()).contains(new HelloReply.ClientAccepted(0));
		assertThat(peer.ask(JobRequest.JobInfoRequest.INSTANCE, ReplyKind.JOB_INFO).nspace()).isEqualTo("job");
	}

	@Test
	void hello_severalClientsOfOneRank_areCounted() throws PmixException {
		assertThat(greet(hello())).contains(new HelloReply.ClientAccepted(0));
		assertThat(greet(Hellos.client(Proc.of("job", 1), Release.R42))).contains(new HelloReply.ClientAccepted(1));
		assertThat(greet(hello())).as("a forked process").contains(new HelloReply.ClientAccepted(2));
	}

	@Test
	void hello_unknownRank_isRefused() throws PmixException {
		assertRefused(Hellos.client(Proc.of("job", 7), Release.R5), Status.ERR_NOT_FOUND);
	}

	@Test
	void hello_unknownNamespace_isRefused() throws PmixException {
		assertRefused(Hellos.client(Proc.of("other", 0), Release.R5), Status.ERR_NOT_FOUND);
	}

	@Test
	void hello_processHasEnded_isRefused() throws PmixException {
		server.get(server.core().deregisterClient(RANK0));

		assertRefused(hello(), Status.ERR_NOT_FOUND);
	}

	@Test
	void hello_userInInfos_mustMatch() throws PmixException {
		Info same = Info.of(IdentityAttributes.USERID, Hellos.UID);
		Info other = Info.of(IdentityAttributes.USERID, Hellos.UID + 1);

		assertThat(greet(Hellos.withBlob(hello(), blob(same)))).contains(new HelloReply.ClientAccepted(0));
		assertRefused(Hellos.withBlob(hello(), blob(other)), Status.ERR_INVALID_CRED);
	}

	@Test
	void hello_unknownDialect_isRefused() throws PmixException {
		assertRefused(Hellos.withBfrops(hello(), "v12"), Status.ERR_NOT_SUPPORTED);
		assertRefused(Hellos.withBfrops(hello(), "nonsense"), Status.ERR_NOT_SUPPORTED);
	}

	@Test
	void hello_newerDialect_isTreatedAsNewestKnown() throws PmixException {
		TestPeer peer = server.greet(Hellos.withBfrops(hello(), "v77"), Release.R61.format());

		assertThat(peer.ask(JobRequest.JobInfoRequest.INSTANCE, ReplyKind.JOB_INFO).nspace()).isEqualTo("job");
	}

	@Test
	void hello_describedMessages_areAnsweredInTheSameForm() throws PmixException {
		PeerFormat format = new PeerFormat(new Encoding(Dialect.V41, true), Release.R42.version(), Limits.DEFAULT);
		TestPeer peer = server.greet(Hellos.described(hello()), format);

		assertThat(peer.ask(JobRequest.JobInfoRequest.INSTANCE, ReplyKind.JOB_INFO).nspace()).isEqualTo("job");
	}

	@Test
	void hello_sharedMemory_isRefused() throws PmixException {
		assertRefused(Hellos.withGds(hello(), "ds21"), Status.ERR_NOT_SUPPORTED);
		assertRefused(Hellos.withGds(hello(), "shmem2"), Status.ERR_NOT_SUPPORTED);
		assertRefused(Hellos.withGds(hello(), "hashish"), Status.ERR_NOT_SUPPORTED);
		assertThat(greet(Hellos.withGds(hello(), "ds12,hash"))).contains(new HelloReply.ClientAccepted(0));
	}

	@Test
	void hello_releaseTooOld_isRefused() throws PmixException {
		for (String version : List.of("1.2.5", "2.0.3", "")) {
			TestPeer peer = server.greet(Hellos.withVersion(hello(), version), Release.R2.format());

			assertThat(peer.isCutOff()).isTrue();
			assertThat(server.dump()).contains("0 of 2 local processes connected");
		}
	}

	@Test
	void hello_refusedRelease422_isOnlyDisconnected() throws PmixException {
		TestPeer peer = server.greet(Hellos.client(Proc.of("job", 7), Release.R42), Release.R42.format());

		assertThat(peer.greeting()).isEmpty();
		assertThat(peer.isCutOff()).isTrue();
	}

	@Test
	void hello_trailingPadding_isIgnored() throws PmixException {
		assertThat(greet(Hellos.withBlob(hello(), (byte) 0))).contains(new HelloReply.ClientAccepted(0));
		assertThat(greet(Hellos.withBlob(hello(), new byte[100]))).contains(new HelloReply.ClientAccepted(1));
	}

	@Test
	void hello_infosAndTrailingPadding_reachHost() throws PmixException {
		Info told = Info.of(JobAttributes.CMD_LINE, "./prog -x");
		byte[] blob = Arrays.copyOf(blob(told), blob(told).length + 1);

		assertThat(greet(Hellos.withBlob(hello(), blob))).isPresent();
		assertThat(host.infos.get(JobAttributes.CMD_LINE)).contains("./prog -x");
		assertThat(host.infos.get(IdentityAttributes.VERSION_INFO)).contains("5.0.11");
		assertThat(host.object).contains("object of job:0");
	}

	@Test
	void hello_invalidInfos_areRefused() throws PmixException {
		assertRefused(Hellos.withBlob(hello(), (byte) 2, (byte) 5), Status.ERR_UNPACK_READ_PAST_END_OF_BUFFER);
	}

	@Test
	void hello_lengthInTheOtherByteOrder_isAccepted() throws PmixException {
		MemoryTransport wire = server.connect();
		ByteOrder other = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
		wire.put(HelloCodec.encode(hello(), other));
		server.run();

		assertThat(wire.take()).containsExactly(0, 0, 0, 0, 0, 0, 0, 0);
	}

	@Test
	void hello_unknownFlag_isDisconnected() throws PmixException {
		byte[] bytes = HelloCodec.encode(hello(), ByteOrder.nativeOrder());
		bytes[16 + "native".length() + 1 + 4 + 8] = 11;
		MemoryTransport wire = server.connect();
		wire.put(bytes);
		server.run();

		assertThat(wire.isEnded()).isTrue();
	}

	@Test
	void hello_truncated_isDisconnectedAfterTheLimit() throws PmixException {
		byte[] bytes = HelloCodec.encode(hello(), ByteOrder.nativeOrder());
		MemoryTransport cut = server.connect();
		cut.put(Arrays.copyOf(bytes, bytes.length - 1));
		server.advance(Duration.ofSeconds(4));
		assertThat(cut.isEnded()).isFalse();

		server.advance(Duration.ofSeconds(1));
		assertThat(cut.isEnded()).isTrue();
	}

	@Test
	void hello_hostRefuses_receivesTheStatus() throws PmixException {
		host.answer = CompletableFuture.failedFuture(new PmixException(Status.ERR_OUT_OF_RESOURCE, "no more"));

		assertRefused(hello(), Status.ERR_OUT_OF_RESOURCE);
	}

	@Test
	void hello_hostRefusesWithSuccess_isRefused() throws PmixException {
		host.answer = CompletableFuture.failedFuture(new PmixException(Status.SUCCESS, "a mistake"));

		assertRefused(hello(), Status.ERROR);
		assertThat(log.errors()).containsExactly("the host failed in connection of job:0");
	}

	@Test
	void hello_hostNeverAnswers_isRefusedAfterLimit() throws PmixException {
		host.answer = new CompletableFuture<>();
		TestPeer peer = server.greet(hello(), Release.R42.format());
		server.advance(Duration.ofSeconds(29));
		peer.awaitGreeting(hello());
		assertThat(peer.greeting()).isEmpty();

		server.advance(Duration.ofSeconds(1));
		peer.awaitGreeting(hello());
		assertThat(peer.greeting()).contains(new HelloReply.Refused(Status.ERR_TIMEOUT));
		assertThat(peer.isCutOff()).isTrue();

		host.answer.complete(null);
		server.run();
		assertThat(server.dump()).as("too late").contains("0 of 2 local processes connected");
	}

	@Test
	void hello_deregisteredDuringTheHostCall_isRefused() throws PmixException {
		host.answer = new CompletableFuture<>();
		TestPeer peer = server.greet(hello(), Release.R42.format());
		server.get(server.core().deregisterNamespace("job"));
		host.answer.complete(null);
		peer.awaitGreeting(hello());

		assertThat(peer.greeting()).contains(new HelloReply.Refused(Status.ERR_NOT_FOUND));
	}

	@Test
	void hello_disconnectedDuringTheHostCall_isDropped() throws PmixException {
		host.answer = new CompletableFuture<>();
		TestPeer peer = server.greet(hello(), Release.R42.format());
		peer.die();
		host.answer.complete(null);
		server.advance(Duration.ofSeconds(60));

		assertThat(server.loop().timers()).isZero();
	}

	@Test
	void tool_withoutAName_needsAHostThatAcceptsTools() throws PmixException {
		for (HelloFlag flag : List.of(HelloFlag.TOOL_NEEDS_ID, HelloFlag.LAUNCHER_NEEDS_ID, HelloFlag.LEGACY_TOOL,
				HelloFlag.LEGACY_LAUNCHER)) {
			assertRefused(Hellos.tool(flag, RANK0, Release.R5), Status.ERR_NOT_SUPPORTED);
		}
	}

	@Test
	void hello_processHasEnded_logsNoWarning() throws PmixException {
		server.get(server.core().deregisterClient(RANK0));
		assertThat(greet(hello())).contains(new HelloReply.Refused(Status.ERR_NOT_FOUND));
		server.get(server.core().deregisterNamespace("job"));
		assertThat(greet(hello())).contains(new HelloReply.Refused(Status.ERR_NOT_FOUND));
		assertThat(log.warnings()).isEmpty();

		assertThat(greet(Hellos.client(Proc.of("other", 0), Release.R5))).contains(new HelloReply.Refused(Status.ERR_NOT_FOUND));
		assertThat(log.warnings()).singleElement().asString().contains("other:0").contains("not registered");
	}

	/** Issue 9, entry 6: no field of a hello reaches a terminal as it is. */
	@Test
	void refusal_helloWithTerminalCodes_logsOneSafeAndShortLine() throws PmixException {
		String forged = "\u001b[2J\r\npmix4j: all is well\u202e\u009b" + "x".repeat(10_000);
		Hello hello = Hellos.withGds(Hellos.withPsec(Hellos.withBfrops(hello(), forged), forged, Hellos.credential(0, 0)), forged);
		server.greet(Hellos.withVersion(hello, "5.0.7" + forged), Release.R5.format());

		assertThat(log.warnings()).singleElement().asString().contains("refused").hasSizeLessThan(1200)
				.contains("psec \\x1b[2J\\r\\npmix4j: all is well\\u202e\\x9bxxx").doesNotContainPattern("[\\x00-\\x1f\\x7f-\\x9f\\x{202e}]");
	}
}
