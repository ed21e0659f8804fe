// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.server.internal.iof.OutputRouter;

/** Tests late and slow readers: what is cached, what is dropped, and which writers wait. */
class IofPaceTest extends IofFixture {
	private static final int CHUNK = 1 << 16;

	private static CompletableFuture<Void> flood(TestServer server) {
		CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
		for (int i = 0; i < 1000 && last.isDone(); i++) {
			last = deliver(server, RANK1, IofChannel.STDOUT, "y".repeat(CHUNK));
			server.run();
		}
		return last;
	}

	/** Selects the output that is dropped. */
	enum Drop {
		IOF_DROP_OLDEST, IOF_DROP_NEWEST
	}

	@Test
	void cache_overLimit_dropsOldest() throws PmixException {
		TestServer server = job(2);
		String chunk = "x".repeat(CHUNK);
		int more = OutputRouter.CACHE_LIMIT / CHUNK + 10;
		for (int i = 0; i < more; i++) {
			write(server, RANK1, i + chunk);
		}
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY, BOTH, RANK1);

		List<String> texts = texts(peer);
		assertThat(texts).hasSizeBetween(more / 2, more - 10);
		assertThat(texts.get(texts.size() - 1)).startsWith("1/2: " + (more - 1) + "x");
	}

	@Test
	void cache_ofADeregisteredJob_isFreed() throws PmixException {
		TestServer server = job(2);
		write(server, RANK1, "unread");
		server.get(server.core().deregisterNamespace("job"));

		assertThat(server.dump()).contains("output: 0 pulls, 0 bytes");
	}

	@Test
	void slowReader_blocksTheWriter_untilItReads() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY, BOTH, RANK1);
		int written = 0;
		CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
		while (last.isDone() && written < 10_000) {
			last = deliver(server, RANK1, IofChannel.STDOUT, "y".repeat(CHUNK));
			server.run();
			written++;
		}

		assertThat(written).as("some megabytes fit").isBetween(30, 1000);
		assertThat(server.dump()).contains("(not reading)");
		assertThat(peer.output()).as("nothing is lost").hasSize(written);
		assertThat(last).isDone();
	}

	@Test
	void slowReader_thatDies_releasesTheWriter() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY, BOTH, RANK1);
		CompletableFuture<Void> last = flood(server);
		assertThat(last).isNotDone();
		peer.die();
		server.advance(Duration.ofMinutes(2));

		assertThat(last).isDone();
	}

	@Test
	void slowReader_thatNeverReads_isDisconnected() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY, BOTH, RANK1);
		CompletableFuture<Void> last = flood(server);
		server.advance(Duration.ofSeconds(50));
		assertThat(last).isNotDone();
		server.advance(Duration.ofSeconds(20));

		assertThat(last).isDone();
		assertThat(server.dump()).contains("output: 0 pulls");
		assertThat(peer.isCutOff()).isTrue();
	}

	@ParameterizedTest
	@EnumSource(names = { "IOF_DROP_OLDEST", "IOF_DROP_NEWEST" })
	void cacheSize_dropsOutput_insteadOfBlockingTheWriter(Drop drop) throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY.with(IofAttributes.IOF_CACHE_SIZE, 4 * CHUNK)
				.with(drop == Drop.IOF_DROP_OLDEST ? IofAttributes.IOF_DROP_OLDEST : IofAttributes.IOF_DROP_NEWEST, true), BOTH, RANK1);
		int count = 400;
		for (int i = 0; i < count; i++) {
			CompletableFuture<Void> done = deliver(server, RANK1, IofChannel.STDOUT, i + "y".repeat(CHUNK));
			server.run();
			assertThat(done).isDone();
		}

		List<String> texts = texts(peer);
		assertThat(texts).hasSizeLessThan(count);
		assertThat(texts.get(0)).startsWith("1/2: 0y");
		assertThat(texts.get(texts.size() - 1).startsWith("1/2: " + (count - 1) + "y")).isEqualTo(drop == Drop.IOF_DROP_OLDEST);
	}

	@Test
	void cacheSize_dropOfOldestAndNewest_isRefused() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		Infos both = Infos.EMPTY.with(IofAttributes.IOF_DROP_OLDEST, true).with(IofAttributes.IOF_DROP_NEWEST, true);

		assertThat(pull(peer, both, BOTH, RANK1).status()).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(server.dump()).contains("output: 0 pulls");
	}

	@Test
	void batches_areSentWhenLargeEnough() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY.with(IofAttributes.IOF_BUFFERING_SIZE, 8), BOTH, RANK1);

		write(server, RANK1, "1234");
		server.get(deliver(server, RANK1, IofChannel.STDERR, "error"));
		assertThat(texts(peer)).isEmpty();
		write(server, RANK1, "5678");
		assertThat(texts(peer)).containsExactly("1/2: 12345678");
		server.get(deliver(server, RANK1, IofChannel.STDERR, ""));
		assertThat(texts(peer)).as("the end of a stream").containsExactly("1/4: error", "1/4: ");
		write(server, RANK1, "late");
		server.advance(Duration.ofSeconds(1));
		assertThat(texts(peer)).as("no batch waits forever").containsExactly("1/2: late");
	}

	@Test
	void batches_areSentWhenOldEnough() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY.with(IofAttributes.IOF_BUFFERING_TIME, 3), BOTH, RANK1);

		write(server, RANK1, "one");
		server.advance(Duration.ofSeconds(2));
		write(server, RANK1, "two");
		assertThat(texts(peer)).isEmpty();
		server.advance(Duration.ofSeconds(1));
		assertThat(texts(peer)).containsExactly("1/2: onetwo");
		write(server, RANK1, "three");
		server.advance(Duration.ofSeconds(3));
		assertThat(texts(peer)).containsExactly("1/2: three");
	}
}
