// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.testkit.Shortest;
import org.pmix4j.wire.internal.message.CommandCode;
import org.pmix4j.wire.internal.message.Request;
import org.pmix4j.wire.internal.message.RequestCodec;

/**
 * Sends the longest request of every command. No event of the server's loop may take long, because all other processes wait meanwhile.
 * Measures processor time, of which other load takes nothing, and the best of some attempts, as the first ones run uncompiled code.
 */
class LargestMessageTest {
	private static final Duration LIMIT = Duration.ofMillis(50);
	private static final int ATTEMPTS = 12;

	@RegisterExtension
	private final ServerLog log = new ServerLog();

	static Stream<CommandCode> commands() {
		return Arrays.stream(CommandCode.values()).filter(command -> LargestRequests.of(command, 2).isPresent());
	}

	@ParameterizedTest
	@MethodSource("commands")
	void request_longestLists_leavesTheLoopFree(CommandCode command) throws Exception {
		Request request = LargestRequests.of(command, RequestCodec.MOST_ELEMENTS).orElseThrow();
		Shortest.requireLess(LIMIT, ATTEMPTS, () -> longestEvent(request));
	}

	@ParameterizedTest
	@MethodSource("commands")
	void request_longestListsTwice_isServedToTheEnd(CommandCode command) throws PmixException {
		Request request = LargestRequests.of(command, RequestCodec.MOST_ELEMENTS).orElseThrow();
		TestServer server = server();
		TestPeer peer = server.connect("job", 0, Release.R61);
		peer.send(request);
		peer.send(request);
		server.advance(Duration.ofSeconds(1));
		TestPeer other = server.connect("job", 1, Release.R61);

		assertThat(other.ask(Puts.commit("key", "value"))).isEqualTo(Status.SUCCESS);
		assertThat(peer.isCutOff()).isFalse();
		assertThat(server.dump()).doesNotContain("bytes for requests");
	}

	private static TestServer server() throws PmixException {
		TestServer server = TestServer.open();
		server.job("job", 2);
		server.loop().network().setCapacity(16 << 20);
		return server;
	}

	private static Duration longestEvent(Request request) throws PmixException {
		TestServer server = server();
		TestPeer peer = server.connect("job", 0, Release.R61);
		server.loop().forgetLongestEvent();
		peer.send(request);
		return server.loop().longestEvent();
	}
}
