// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.server.options.MemoryShare;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.ReplyKind;
import org.pmix4j.wire.internal.message.Request;
import org.pmix4j.wire.internal.message.ScopedData;

/** Tests that peers that do not read their replies do not harm others. */
class SlowReaderTest {
	private static final int SIZE = 4 << 20;
	private static final long MEMORY = 64 << 20;
	private static final Pattern OUTGOING = Pattern.compile("memory: ([0-9]+) of [0-9]+ bytes for messages to be sent");

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final TestServer server;
	private final List<TestPeer> peers;

	SlowReaderTest() throws PmixException {
		server = TestServer.with(PmixHost.NONE, options -> options.withMemory(MEMORY));
		server.job("job", 12);
		peers = server.connectAll("job", 12);
	}

	private static Request commit() {
		KvalBlob data = KvalBlob.of(List.of(new Kval("key", ByteObject.wrap(new byte[SIZE]))));
		return Puts.commit(new ScopedData(Scope.LOCAL, data));
	}

	private long outgoing() throws PmixException {
		Matcher found = OUTGOING.matcher(server.dump());
		return found.find() ? Long.parseLong(found.group(1)) : 0;
	}

	@Test
	void commit_whileOthersDoNotRead_isReadByTheRest() throws PmixException {
		List<TestPeer> silent = peers.subList(2, 12);
		for (TestPeer peer : silent) {
			peer.post(Puts.get("job", 0, "key"));
			peer.post(Puts.get("job", 0, "key"));
		}
		server.run();
		int read = peers.get(1).send(Puts.get("job", 0, "key"));

		assertThat(peers.get(0).ask(commit())).isEqualTo(Status.SUCCESS);
		assertThat(outgoing()).isBetween(MemoryShare.OUTGOING.of(MEMORY), MemoryShare.OUTGOING.of(MEMORY) + SIZE + 1000);
		assertThat(peers.get(1).isAnswered(read)).isFalse();
		assertThat(server.dump()).contains("replies wait until other messages are sent");
		for (int second = 0; second < 10; second++) {
			server.advance(Duration.ofSeconds(1));
		}

		assertThat(peers.get(1).reply(read, ReplyKind.GET).status()).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(0).isCutOff()).isFalse();
		assertThat(log.warnings()).isNotEmpty().allSatisfy(line -> assertThat(line).doesNotContain("job:0 ").doesNotContain("job:1 ")
				.contains("did not read").contains("for messages to be sent"));
	}

	@Test
	void replies_toPeersThatRead_areAllSent() throws PmixException {
		for (TestPeer peer : peers.subList(1, 12)) {
			peer.post(Puts.get("job", 0, "key"));
		}
		assertThat(peers.get(0).ask(commit())).isEqualTo(Status.SUCCESS);

		for (int round = 0; round < 12; round++) {
			for (TestPeer peer : peers.subList(1, 12)) {
				peer.tags();
			}
		}
		for (TestPeer peer : peers.subList(1, 12)) {
			assertThat(peer.tags()).hasSize(1);
		}
		assertThat(log.warnings()).isEmpty();
		assertThat(outgoing()).isZero();
	}
}
