// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.testkit.Shortest;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.GroupRequest;
import org.pmix4j.wire.internal.message.Request;

/**
 * Groups and fences in which every rank lists all others by name. No step may keep the loop busy, also not the last one, which replies or,
 * if other servers take part, asks the host.
 */
class LargeGroupTest {
	private static final Duration LIMIT = Duration.ofMillis(100);
	private static final int ATTEMPTS = 3;

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final TestServer server;

	LargeGroupTest() throws PmixException {
		server = TestServer.open();
		server.loop().network().setCapacity(256 << 10);
	}

	@ParameterizedTest
	@CsvSource({ "512,512", "1000,1000", "4096,64" })
	void groupAndFence_allRanksListed_leaveTheLoopFree(int size, int local) throws Exception {
		server.namespace("job", size, local);
		for (int rank = 0; rank < local; rank++) {
			server.client(Proc.of("job", rank));
		}
		List<TestPeer> peers = server.connectAll("job", local);
		List<Proc> all = IntStream.range(0, size).mapToObj(rank -> Proc.of("job", rank)).toList();

		Shortest.requireLess(LIMIT, ATTEMPTS, () -> {
			Duration group = longestEvent(peers, new GroupRequest.GroupConstruct("group", all, Infos.EMPTY));
			longestEvent(peers, new GroupRequest.GroupDestruct("group", all, Infos.EMPTY));
			return group;
		});
		Shortest.requireLess(LIMIT, ATTEMPTS, () -> longestEvent(peers, new DataRequest.Fence(all, Infos.EMPTY)));
	}

	private Duration longestEvent(List<TestPeer> peers, Request request) throws PmixException {
		server.loop().forgetLongestEvent();
		List<Integer> tags = new ArrayList<>();
		for (TestPeer peer : peers) {
			tags.add(peer.post(request));
		}
		server.run();
		for (int rank = 0; rank < tags.size(); rank++) {
			assertThat(peers.get(rank).payload(tags.get(rank))).isNotEmpty();
		}
		return server.loop().longestEvent();
	}
}
