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
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.server.internal.iof.OutputRouter;
import org.pmix4j.wire.internal.message.Delivery.IofDelivery;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests late and slow readers: what is cached, what is dropped, and which writers wait. */
class IofPaceTest extends IofFixture {
	private static final int CHUNK = 1 << 16;

	private static CompletableFuture<Void> flood(TestServer server) {
		return flood(server, RANK1);
	}

	private static CompletableFuture<Void> flood(TestServer server, Proc source) {
		CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
		for (int i = 0; i < 1000 && last.isDone(); i++) {
			last = deliver(server, source, IofChannel.STDOUT, "y".repeat(CHUNK));
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

	/** Delivers numbered pieces to readers that do not read, none of which a writer waits for. */
	private static void deliverUnread(TestServer server, Proc source, int from, int to) {
		for (int i = from; i < to; i++) {
			CompletableFuture<Void> done = deliver(server, source, IofChannel.STDOUT, i + "z".repeat(CHUNK));
			server.run();
			assertThat(done).isDone();
		}
	}

	private static int numbers(List<String> texts) {
		return (int) texts.stream().filter(text -> text.endsWith("z")).count();
	}

	@Test
	void slowFollower_holdsTheWriter_forASecondOnly() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY, BOTH, RANK1);
		CompletableFuture<Void> last = flood(server);
		server.advance(Duration.ofMillis(900));
		assertThat(last).isNotDone();
		server.advance(Duration.ofMillis(200));

		assertThat(last).isDone();
		deliverUnread(server, RANK1, 0, 1000);
		assertThat(server.dump()).contains("(not reading)");
	}

	/** Lets a follower read a little, and half a second later again. */
	private static void readSlowly(TestServer server, TestPeer peer, int seconds) throws PmixException {
		for (int half = 0; half < 2 * seconds; half++) {
			peer.readOnce();
			server.advance(Duration.ofMillis(500));
		}
	}

	@Test
	void slowFollower_thatReads_holdsTheWriterForTenSeconds() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY, BOTH, RANK1);
		CompletableFuture<Void> last = flood(server);
		readSlowly(server, peer, 9);
		assertThat(last).isNotDone();
		readSlowly(server, peer, 1);

		assertThat(last).isDone();
		deliverUnread(server, RANK1, 0, 1000);
	}

	@Test
	void slowFollower_thatStopsReading_holdsTheWriterForASecondMore() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY, BOTH, RANK1);
		CompletableFuture<Void> last = flood(server);
		readSlowly(server, peer, 3);
		assertThat(last).isNotDone();
		server.advance(Duration.ofSeconds(2));

		assertThat(last).isDone();
	}

	@Test
	void slowFollowers_five_doNotAddUp() throws PmixException {
		TestServer server = job(6);
		for (int rank = 0; rank < 6; rank++) {
			if (rank != 1) {
				pull(server.connect("job", rank), Infos.EMPTY, BOTH, RANK1);
			}
		}
		CompletableFuture<Void> last = flood(server);
		server.advance(Duration.ofMillis(1100));

		assertThat(last).isDone();
		deliverUnread(server, RANK1, 0, 1000);
	}

	@Test
	void slowFollower_readsAgain_learnsWhatItMissedAndIsAwaited() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY, BOTH, RANK1);
		flood(server);
		server.advance(Duration.ofMillis(1100));
		int count = 1000;
		deliverUnread(server, RANK1, 0, count);

		List<IofDelivery> read = peer.output();
		List<String> texts = read.stream().map(IofFixture::text).toList();
		int kept = numbers(texts);
		assertThat(kept).isBetween(1, count / 2);
		assertThat(texts.get(texts.size() - 1)).as("the newest output is kept").startsWith("1/2: " + (count - 1) + "z");
		long lost = lost(read);
		assertThat(lost).isBetween((long) (count - kept) * CHUNK, (long) (count - kept) * (CHUNK + 4));
		assertThat(server.dump()).contains(", of which " + lost + " bytes were dropped");
		assertThat(log.warnings()).contains(lost + " bytes of the output of rank 1 of job are missing for job:0, which did not read in time");
		assertThat(flood(server)).as("it is awaited again").isNotDone();
	}

	private static long lost(List<IofDelivery> read) throws PmixException {
		long lost = 0;
		for (IofDelivery delivery : read) {
			lost += delivery.infos().get(IofDelivery.LOST).orElse(0L);
		}
		return lost;
	}

	/** The network takes the few bytes above the limit of the connection's queue, so that the connection never counts as full. */
	@Test
	void slowFollower_readsAgain_getsAllSmallPiecesThatWaitAndIsAwaited() throws PmixException {
		TestServer server = job(2);
		server.loop().network().setCapacity(8 << 20);
		server.loop().network().setLargestStep(1 << 13);
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY, BOTH, RANK1);
		flood(server);
		server.advance(Duration.ofMillis(1100));
		int count = 850;
		String small = "z".repeat(1 << 12);
		for (int i = 0; i < count; i++) {
			deliver(server, RANK1, IofChannel.STDOUT, small);
			server.run();
		}

		assertThat(numbers(texts(peer))).isEqualTo(count);
		assertThat(flood(server)).as("it is awaited again").isNotDone();
	}

	@Test
	void slowFollower_ofPiecesThatAreSplit_learnsOnceWhatItMissed() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY, BOTH, RANK1);
		flood(server);
		server.advance(Duration.ofMillis(1100));
		for (int i = 0; i < 200; i++) {
			deliver(server, RANK1, IofChannel.STDOUT, "z".repeat(10 * CHUNK));
			server.run();
		}

		long lost = lost(peer.output());
		assertThat(lost).isPositive();
		assertThat(server.dump()).contains(", of which " + lost + " bytes were dropped");
	}

	@Test
	void slowFollower_ofAPieceThatCannotWait_learnsOfItWithTheNextOne() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY, BOTH, RANK1);
		flood(server);
		server.advance(Duration.ofMillis(1100));
		int huge = 16 << 20;
		write(server, RANK1, "z".repeat(huge));
		assertThat(lost(peer.output())).isZero();
		write(server, RANK1, "next");

		List<IofDelivery> read = peer.output();
		assertThat(read).extracting(IofFixture::text).containsExactly("1/2: next");
		assertThat(lost(read)).isEqualTo(huge);
	}

	/** Unread output of one process is not a loss for a reader of another one. */
	@Test
	void cache_overLimit_isNotBlamedOnAReader() throws PmixException {
		TestServer server = job(3);
		write(server, RANK1, "y".repeat(CHUNK));
		write(server, Proc.of("job", 2), "mine");
		for (int i = 1; i < OutputRouter.CACHE_LIMIT / CHUNK; i++) {
			write(server, RANK1, "y".repeat(CHUNK));
		}
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY, BOTH, Proc.of("job", 2));
		List<IofDelivery> read = peer.output();

		assertThat(read).extracting(IofFixture::text).containsExactly("2/2: mine");
		assertThat(lost(read)).isZero();
		assertThat(log.warnings()).isEmpty();
	}

	@Test
	void slowFollower_endsOfStreams_areKept() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY, BOTH, RANK1);
		flood(server);
		server.advance(Duration.ofMillis(1100));
		deliverUnread(server, RANK1, 0, 500);
		server.get(deliver(server, RANK1, IofChannel.STDERR, ""));
		deliverUnread(server, RANK1, 500, 1000);
		server.get(deliver(server, RANK1, IofChannel.STDOUT, ""));

		assertThat(texts(peer)).contains("1/4: ").endsWith("1/2: ");
	}

	/** The output belongs to the process that has spawned the job, which a follower beside it does not change. */
	@Test
	void slowSpawner_holdsTheWriter_besideAFollower() throws PmixException {
		TestServer server = job(2);
		Proc spawned = Proc.of("spawned", 0);
		TestPeer spawner = server.connect("job", 1);
		Infos forward = Infos.EMPTY.with(IofAttributes.FWD_STDOUT, true);
		spawner.ask(new JobRequest.Spawn(forward, List.of(app())), ReplyKind.SPAWN);
		pull(server.connect("job", 0), Infos.EMPTY, BOTH, spawned);
		CompletableFuture<Void> last = flood(server, spawned);
		server.advance(Duration.ofSeconds(50));

		assertThat(last).isNotDone();
		assertThat(spawner.output()).isNotEmpty();
		assertThat(last).isDone();
	}

	@Test
	void slowSpawner_thatPullsItself_holdsTheWriter() throws PmixException {
		TestServer server = job(2);
		Proc spawned = Proc.of("spawned", 0);
		TestPeer spawner = server.connect("job", 1);
		spawner.ask(new JobRequest.Spawn(Infos.EMPTY, List.of(app())), ReplyKind.SPAWN);
		pull(spawner, Infos.EMPTY, BOTH, spawned);
		CompletableFuture<Void> last = flood(server, spawned);
		server.advance(Duration.ofSeconds(50));

		assertThat(last).isNotDone();
	}

	@Test
	void pulls_withoutEnd_areRefused() throws PmixException {
		TestServer server = job(2);
		TestPeer greedy = server.connect("job", 0);
		int pulls = 0;
		while (pulls < 100_000 && pull(greedy, Infos.EMPTY, BOTH, RANK1).status().isSuccess()) {
			pulls++;
		}

		assertThat(pulls).isLessThan(100_000);
		assertThat(pull(server.connect("job", 1), Infos.EMPTY, BOTH, Proc.of("job", 0)).status()).isEqualTo(Status.SUCCESS);
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
		flood(server);
		server.advance(Duration.ofSeconds(50));
		assertThat(server.dump()).contains("output: 1 pulls");
		server.advance(Duration.ofSeconds(20));

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
