// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.testkit.MemoryTransport;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloCodec;
import org.pmix4j.wire.internal.handshake.HelloReply;
import org.pmix4j.wire.internal.message.DataRequest;

/** Tests many simultaneous peers: silent ones, slow readers, and whole jobs. */
class CrowdTest {
	private static final int CROWD = 500;

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final TestServer server;

	CrowdTest() throws PmixException {
		server = TestServer.open();
		server.job("job", 2);
	}

	@Test
	void halfOpenConnections_delayNobodyAndAreClosed() throws PmixException {
		List<MemoryTransport> silent = new ArrayList<>();
		byte[] hello = HelloCodec.encode(Hellos.client(Proc.of("job", 0), Release.R42), ByteOrder.nativeOrder());
		for (int i = 0; i < CROWD; i++) {
			MemoryTransport wire = server.connect();
			silent.add(wire);
			wire.put(Arrays.copyOf(hello, i % (hello.length - 1)));
		}
		TestPeer good = server.connect("job", 0);
		assertThat(good.greeting()).contains(new HelloReply.ClientAccepted(0));
		assertThat(server.dump()).contains(CROWD + " connections without a hello");
		server.advance(Duration.ofSeconds(4));
		silent.forEach(wire -> wire.put((byte) 0));
		server.advance(Duration.ofSeconds(1));

		assertThat(silent).allMatch(MemoryTransport::isEnded);
		server.advance(Duration.ofSeconds(1));
		assertThat(log.warnings()).singleElement().asString().startsWith(CROWD + " connections were closed because no hello came within 5 s");
		assertThat(server.loop().timers()).isZero();
		assertThat(server.dump()).doesNotContain("without a hello").contains("1 of 2 local processes connected");
	}

	@Test
	void hellos_duringALookup_shareTheNextOne() throws PmixException {
		server.holdHost();
		List<TestPeer> peers = new ArrayList<>();
		Hello hello = Hellos.client(Proc.of("job", 0), Release.R42);
		for (int i = 0; i < 50; i++) {
			peers.add(server.greet(hello, Release.R42.format()));
		}
		server.letHostWork();
		assertThat(server.looks()).containsExactly(1, 49);
		for (TestPeer peer : peers) {
			peer.awaitGreeting(hello);
			assertThat(peer.greeting()).isPresent();
		}
	}

	@Test
	void silentConnections_areLookedUpBeforeTheyAreRead() throws PmixException {
		server.connect();
		server.run();

		assertThat(server.looks()).containsExactly(1);
	}

	@Test
	void slowReader_isNotReadUntilItReads() throws PmixException {
		TestPeer slow = server.connect("job", 0);
		server.loop().network().setCapacity(1 << 20);
		TestPeer good = server.connect("job", 1);
		good.ask(Puts.commit("key", "x".repeat(1 << 16)));
		byte[] request = new byte[] { 2, 4, 2, 8, 'j', 'o', 'b', 0, 2, 1, 2, 0, 2, 8, 'k', 'e', 'y', 0 };
		for (int i = 0; i < 400; i++) {
			slow.wire().put(frame(1000 + i, request));
			server.run();
		}

		assertThat(slow.wire().peer().available()).as("unread requests").isGreaterThan(5000);
		assertThat(good.ask(Puts.commit("more", "1"))).isEqualTo(Status.SUCCESS);
		assertThat(slow.tags()).as("all are answered once it reads").hasSize(400);
	}

	@Test
	void slowReader_thatNeverReads_isDisconnected() throws PmixException {
		TestPeer slow = server.connect("job", 0);
		server.loop().network().setCapacity(16 << 20);
		TestPeer good = server.connect("job", 1);
		good.ask(Puts.commit("key", "x".repeat(6 << 20)));
		slow.wire().put(frame(1000, new byte[] { 2, 4, 2, 8, 'j', 'o', 'b', 0, 2, 1, 2, 0, 2, 8, 'k', 'e', 'y', 0 }));
		server.advance(Duration.ofSeconds(61));

		assertThat(slow.wire().isEnded()).isTrue();
		assertThat(server.dump()).contains("1 of 2 local processes connected, lost 0");
	}

	private static byte[] frame(int tag, byte[] payload) {
		return ByteBuffer.allocate(16 + payload.length).putInt(0).putInt(tag).putInt(payload.length).putInt(0).put(payload).array();
	}

	@Test
	void fences_manyRanksInAnyOrder_succeed() throws PmixException {
		int ranks = 64;
		server.job("big", ranks);
		List<TestPeer> peers = server.connectAll("big", ranks);
		DataRequest.Fence fence = new DataRequest.Fence(List.of(Proc.wildcard("big")), Infos.EMPTY);
		for (int round = 0; round < 10; round++) {
			List<Integer> tags = new ArrayList<>();
			for (int i = 0; i < ranks; i++) {
				tags.add(peers.get((i * 7 + round) % ranks).send(fence));
			}
			for (int i = 0; i < ranks; i++) {
				assertThat(peers.get((i * 7 + round) % ranks).status(tags.get(i))).isEqualTo(Status.SUCCESS);
			}
		}
	}
}
