// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.server.options.MemoryShare;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.testkit.MemoryTransport;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloCodec;
import org.pmix4j.wire.internal.handshake.HelloReply;

/**
 * Issue 9, entries 1 and 4: tests that no byte of another user's connection is read, and that the hellos of own processes occupy a limited
 * amount of memory.
 */
class StrangerTest {
	private static final Proc RANK0 = Proc.of("job", 0);
	private static final int STRANGER = Hellos.UID + 4321;
	/** The overflow user id of the kernel, unless it was changed. */
	private static final int UNMAPPED = 65534;
	/** Unlike the limit, it is not a smaller number in the other byte order. */
	private static final int LARGEST = Limits.DEFAULT.maxHello() - 1;
	private static final int STEP = 1 << 14;
	private static final long HEAP = 64L << 20;
	private static final Duration SECOND = Duration.ofSeconds(1);

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final TestServer server;

	StrangerTest() throws PmixException {
		server = TestServer.with(PmixHost.NONE, options -> options.withMemory(HEAP));
		server.job("job", 1);
	}

	private static byte[] hello() {
		return HelloCodec.encode(Hellos.client(RANK0, Release.R5), ByteOrder.nativeOrder());
	}

	/** Returns the beginning of the longest hello that is accepted, which announces all of it. */
	private static byte[] begun(int length) {
		return ByteBuffer.allocate(length).order(ByteOrder.nativeOrder()).putInt(-1).putInt(-1).putInt(LARGEST).array();
	}

	private MemoryTransport send(byte[] bytes) throws PmixException {
		MemoryTransport wire = server.connect();
		for (int at = 0; at < bytes.length && !wire.isEnded(); at += STEP) {
			wire.put(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + STEP)));
			server.run();
		}
		return wire;
	}

	private void requireGoodClientServed() throws PmixException {
		assertThat(server.greet(Hellos.client(RANK0, Release.R5), Release.R5.format()).greeting())
				.containsInstanceOf(HelloReply.ClientAccepted.class);
	}

	@Test
	void connection_ofAnotherUser_isClosedUnreadWithoutAReply() throws PmixException {
		server.setKernelUid(Optional.of(STRANGER));
		MemoryTransport whole = send(hello());
		MemoryTransport part = send(begun(1 << 14));
		server.run();

		assertThat(List.of(whole, part)).allMatch(MemoryTransport::isEnded).allMatch(wire -> wire.available() == 0);
		assertThat(whole.peer().available()).as("bytes that were not read").isEqualTo(hello().length);
		assertThat(part.peer().available()).isEqualTo(1 << 14);
		server.advance(SECOND);
		assertThat(log.warnings()).containsExactly("2 connections of other users were closed unread; the last one was of user "
				+ Integer.toUnsignedString(STRANGER));
	}

	@Test
	void connection_whileItsUserIsUnknown_isNotRead() throws PmixException {
		server.holdHost();
		MemoryTransport wire = send(hello());
		server.run();

		assertThat(wire.peer().available()).isEqualTo(hello().length);
		assertThat(server.dump()).contains("1 connections of users not yet known");
		server.letHostWork();
		assertThat(wire.peer().available()).isZero();
		assertThat(wire.available()).as("the reply").isPositive();
	}

	@Test
	void connection_whoseUserIsNeverFound_isClosed() throws PmixException {
		server.holdHost();
		MemoryTransport wire = send(hello());
		server.advance(Duration.ofSeconds(29));
		assertThat(wire.isEnded()).as("the lookup takes longer than a hello may").isFalse();
		server.advance(SECOND);

		assertThat(wire.isEnded()).isTrue();
		server.letHostWork();
		server.advance(SECOND);
		assertThat(log.warnings()).singleElement().asString()
				.startsWith("1 connections were closed unread: their user was not known within 30 s");
	}

	@Test
	void close_whileUsersAreUnknown_closesTheirConnections() throws PmixException {
		server.holdHost();
		MemoryTransport wire = send(hello());
		server.run();
		server.core().close();

		assertThat(wire.isEnded()).isTrue();
	}

	@Test
	void connection_ofARegisteredClientsUser_isRead() throws PmixException {
		server.setKernelUid(Optional.of(STRANGER));
		assertThat(server.connect("job", 0).isCutOff()).isTrue();
		server.get(server.core().registerClient(Proc.of("job", 1), STRANGER, Hellos.GID, "other"));
		Hello other = Hellos.withPsec(Hellos.client(Proc.of("job", 1), Release.R5), "native", Hellos.credential(STRANGER, Hellos.GID));

		assertThat(server.greet(other, Release.R5.format()).greeting()).contains(new HelloReply.ClientAccepted(0));
		assertThat(server.connect("job", 0).greeting()).as("the name of another user").isNotPresent();
		server.get(server.core().deregisterClient(Proc.of("job", 1)));
		assertThat(server.greet(other, Release.R5.format()).greeting()).as("after its end").isEmpty();
	}

	/** Entry 4: in a user namespace without a mapping all users have this id, so it proves nothing. */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void connection_ofAnUnmappedUser_isClosedUnread(boolean foreignTools) throws PmixException {
		TestServer open = TestServer.with(PmixHost.NONE, options -> options.withForeignTools(foreignTools));
		open.namespace("job", 1, 1);
		open.get(open.core().registerClient(RANK0, UNMAPPED, Hellos.GID, "unmapped"));
		open.setKernelUid(Optional.of(UNMAPPED));
		Hello hello = Hellos.withPsec(Hellos.client(RANK0, Release.R5), "native", Hellos.credential(UNMAPPED, Hellos.GID));

		TestPeer peer = open.greet(hello, Release.R5.format());

		assertThat(peer.greeting()).isEmpty();
		assertThat(peer.isCutOff()).isTrue();
		open.advance(SECOND);
		assertThat(log.warnings()).singleElement().asString().contains("all users look the same in this user namespace");
	}

	@Test
	void hellos_incompleteInThousands_occupyTheirShareOfTheMemory() throws PmixException {
		List<MemoryTransport> held = new ArrayList<>();
		for (int i = 0; i < 2000; i++) {
			held.add(send(begun(LARGEST)));
			server.run();
		}
		long open = held.stream().filter(wire -> !wire.isEnded()).count();

		assertThat(open * LARGEST).isBetween((long) LARGEST, MemoryShare.DOORSTEP.of(HEAP));
		assertThat(held.subList(0, 1000)).as("the oldest").allMatch(MemoryTransport::isEnded);
		assertThat(held.getLast().isEnded()).as("the latest").isFalse();
		requireGoodClientServed();
		server.advance(SECOND);
		assertThat(log.warnings()).singleElement().asString().contains("were closed without a hello to make room for others");
	}

	@Test
	void hellos_afterTheirDecision_occupyNoMemory() throws PmixException {
		byte[] large = Arrays.copyOf(begun(LARGEST), 16 + LARGEST);
		for (int i = 0; i < 500; i++) {
			MemoryTransport wire = send(large);
			server.run();
			assertThat(wire.isEnded()).as("malformed").isTrue();
			requireGoodClientServed();
		}

		assertThat(server.dump()).doesNotContain("connections not yet admitted");
	}

	@Test
	void hellos_whileTheHostDecides_occupyTheirShareOfTheMemory() throws PmixException {
		TestServer waiting = TestServer.with(new HandshakeFixture.Reception() {
			{
				answer = new java.util.concurrent.CompletableFuture<>();
			}
		}, options -> options.withMemory(HEAP));
		waiting.job("job", 1);
		Hello large = Hellos.withBlob(Hellos.client(RANK0, Release.R5), new byte[60_000]);
		int refused = 0;
		for (int i = 0; i < 100; i++) {
			refused += waiting.greet(large, Release.R5.format()).greeting()
					.filter(new HelloReply.Refused(Status.ERR_OUT_OF_RESOURCE)::equals).isPresent() ? 1 : 0;
		}

		assertThat(refused).isBetween(60, 99);
		waiting.advance(Duration.ofMinutes(20));
		assertThat(waiting.dump()).doesNotContain("connections not yet admitted");
	}
}
