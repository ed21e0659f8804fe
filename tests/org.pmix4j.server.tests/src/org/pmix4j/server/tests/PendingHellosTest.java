// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.testkit.MemoryTransport;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloCodec;
import org.pmix4j.wire.internal.handshake.HelloReply;

/** Tests that connections without a hello do not delay others. */
class PendingHellosTest {
	private static final Duration GRACE = Duration.ofMillis(15);
	/** Time after which a server makes room once it has read all pending bytes. */
	private static final Duration HEARING = Duration.ofMillis(1);
	private static final Hello HELLO = Hellos.client(Proc.of("job", 1), Release.R42);
	private static final Duration LONG = Duration.ofSeconds(1);

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final TestServer server;

	PendingHellosTest() throws PmixException {
		server = TestServer.open();
	}

	@BeforeEach
	void register() throws PmixException {
		server.job("job", 2);
	}

	private List<MemoryTransport> silent(int count) throws PmixException {
		List<MemoryTransport> connected = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			connected.add(server.connect());
		}
		server.run();
		return connected;
	}

	/** Advances the time in steps, because the pause after a lookup is as long as the lookup. */
	private void letKernelAnswer() {
		for (int step = 0; step < 100; step++) {
			server.advance(LONG.dividedBy(100));
		}
	}

	private TestPeer connectWhenDescriptorsAreShort() throws PmixException {
		server.loop().network().failAccepts(1);
		return server.connect("job", 1);
	}

	private static Optional<HelloReply> greetingOf(TestPeer peer) throws PmixException {
		peer.awaitGreeting(HELLO);
		return peer.greeting();
	}

	@Test
	void connect_withoutDescriptors_replacesSilentConnections() throws PmixException {
		TestPeer inside = server.connect("job", 0);
		List<MemoryTransport> silent = silent(3);
		server.advance(GRACE);
		TestPeer good = connectWhenDescriptorsAreShort();
		assertThat(good.greeting()).isEmpty();

		server.advance(HEARING);
		assertThat(greetingOf(good)).contains(new HelloReply.ClientAccepted(1));
		assertThat(silent).allMatch(MemoryTransport::isEnded);
		assertThat(inside.isCutOff()).isFalse();
		server.advance(LONG);
		assertThat(log.warnings()).singleElement().asString().startsWith("3 connections were closed without a hello to make room for others")
				.contains("ulimit -n");
	}

	@Test
	void connect_withoutDescriptors_waitsForRecentConnections() throws PmixException {
		List<MemoryTransport> silent = silent(1);
		TestPeer good = connectWhenDescriptorsAreShort();
		server.advance(GRACE.minusMillis(1));
		assertThat(silent.get(0).isEnded()).isFalse();
		assertThat(good.greeting()).isEmpty();

		server.advance(Duration.ofMillis(1));
		assertThat(silent.get(0).isEnded()).isTrue();
		assertThat(greetingOf(good)).contains(new HelloReply.ClientAccepted(0));
	}

	@Test
	void connect_thousandsOfSilentPeers_leaveRoomForOthers() throws PmixException {
		silent(5000);
		server.advance(HEARING);
		Matcher waiting = Pattern.compile("(\\d+) connections without a hello").matcher(server.dump());

		assertThat(waiting.find()).isTrue();
		assertThat(Integer.parseInt(waiting.group(1))).isLessThanOrEqualTo(4096);
		TestPeer good = server.connect("job", 1);
		letKernelAnswer();
		assertThat(greetingOf(good)).isPresent();
	}

	@Test
	void end_insideHellos_logsOneLine() throws PmixException {
		byte[] hello = HelloCodec.encode(HELLO, ByteOrder.nativeOrder());
		for (int length = 1; length < hello.length; length++) {
			MemoryTransport cut = server.connect();
			cut.put(ByteBuffer.allocate(length).put(hello, 0, length).array());
			server.run();
			cut.close();
		}
		server.advance(LONG);

		assertThat(log.warnings()).containsExactly(hello.length - 1 + " connections ended in the middle of their hello");
	}

	@Test
	void end_insideHellosRepeatedly_logsOccasionally() throws PmixException {
		for (int i = 0; i < 100; i++) {
			MemoryTransport cut = server.connect();
			cut.put(new byte[] { -1 });
			server.run();
			cut.close();
			server.advance(Duration.ofMillis(250));
		}

		assertThat(log.warnings()).extracting(line -> line.split(" ")[0]).containsExactly("1", "40", "40");
		assertThat(server.loop().timers()).isEqualTo(1);
	}

	@Test
	void end_beforeAHello_isNotLogged() throws PmixException {
		silent(1).get(0).close();
		server.advance(LONG);

		assertThat(log.warnings()).isEmpty();
	}

	@Test
	void close_withPendingLogLines_logsThem() throws PmixException {
		silent(1);
		server.advance(GRACE);
		connectWhenDescriptorsAreShort();
		server.advance(HEARING);
		server.core().close();

		assertThat(log.warnings()).hasSize(1);
	}
}
