// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4j.model.App;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.server.iof.OutputRouter;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.frame.Tag;
import org.pmix4j.wire.handshake.HelloFlag;
import org.pmix4j.wire.message.Delivery.IofDelivery;
import org.pmix4j.wire.message.IofRequest;
import org.pmix4j.wire.message.JobRequest;
import org.pmix4j.wire.message.Reply.IofPullReply;
import org.pmix4j.wire.message.ReplyKind;

/** Output of processes: who gets it, what waits for whom, and at whose pace; input that is passed on. */
class IofTest {
	private static final Proc RANK0 = Proc.of("job", 0);
	private static final Proc RANK1 = Proc.of("job", 1);
	private static final IofChannel BOTH = IofChannel.STDOUT.plus(IofChannel.STDERR);
	private static final int CHUNK = 1 << 16;

	/** Forwards output when it is asked to, spawns a job that does nothing, takes input, and remembers. */
	private static final class Forwarder implements PmixHost {
		private final List<String> calls = new ArrayList<>();
		private final List<Infos> spawns = new ArrayList<>();
		private CompletableFuture<Void> input = CompletableFuture.completedFuture(null);

		@Override
		public CompletionStage<Void> pullOutput(List<Proc> procs, Infos directives, IofChannel channels) {
			boolean stop = directives.contains(IofAttributes.IOF_STOP);
			calls.add((stop ? "stop " : "pull ") + channels.bits() + " of " + procs);
			return CompletableFuture.completedFuture(null);
		}

		@Override
		public CompletionStage<Void> pushInput(Proc source, List<Proc> targets, Infos directives, ByteObject data) {
			calls.add(source + " to " + targets + ": " + new String(data.toByteArray(), StandardCharsets.UTF_8));
			return input;
		}

		@Override
		public CompletionStage<String> spawn(Proc requester, Infos infos, List<App> apps) {
			spawns.add(infos);
			return CompletableFuture.completedFuture("spawned");
		}

		@Override
		public CompletionStage<Proc> toolConnected(Infos infos) {
			return CompletableFuture.completedFuture(Proc.of("tool", 0));
		}
	}

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final Forwarder host = new Forwarder();

	private TestServer job(int size) throws PmixException {
		TestServer server = TestServer.open(host);
		server.job("job", size);
		return server;
	}

	private static TestPeer tool(TestServer server, Release release) throws PmixException {
		TestPeer tool = server.greet(Hellos.tool(HelloFlag.TOOL_GIVEN_ID, Proc.of("tool", 0), release), release.format());
		assertThat(tool.greeting()).isPresent();
		return tool;
	}

	private static IofPullReply pull(TestPeer peer, Infos infos, IofChannel channels, Proc... procs) throws PmixException {
		return peer.ask(new IofRequest.IofPull(List.of(procs), infos, channels, 7), ReplyKind.IOF_PULL);
	}

	private static CompletableFuture<Void> deliver(TestServer server, Proc source, IofChannel channel, String text) {
		return server.core().deliverOutput(source, channel, Infos.EMPTY, ByteObject.wrap(text.getBytes(StandardCharsets.UTF_8)));
	}

	private static void write(TestServer server, Proc source, String text) throws PmixException {
		server.get(deliver(server, source, IofChannel.STDOUT, text));
	}

	private static List<String> texts(TestPeer peer) throws PmixException {
		return peer.output().stream().map(IofTest::text).toList();
	}

	private static String text(IofDelivery delivery) {
		return delivery.source().rank() + "/" + delivery.channel().bits() + ": "
				+ new String(delivery.data().toByteArray(), StandardCharsets.UTF_8);
	}

	@Test
	void pull_output_reachesWhoAskedWithHisNumber() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);

		assertThat(pull(peer, Infos.EMPTY, BOTH, Proc.wildcard("job")).status()).isEqualTo(Status.SUCCESS);
		write(server, RANK1, "hello\n");

		List<IofDelivery> output = peer.output();
		assertThat(output).hasSize(1);
		assertThat(output.get(0)).isEqualTo(new IofDelivery(RANK1, IofChannel.STDOUT, 7, Infos.EMPTY,
				ByteObject.wrap("hello\n".getBytes(StandardCharsets.UTF_8))));
		assertThat(host.calls).containsExactly("pull 6 of [" + Proc.wildcard("job") + "]");
	}

	@Test
	void pull_matchesProcsAndChannelsOnly() throws PmixException {
		TestServer server = job(3);
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY, IofChannel.STDERR, RANK1);
		server.get(deliver(server, RANK1, IofChannel.STDOUT, "other channel"));
		server.get(deliver(server, Proc.of("job", 2), IofChannel.STDERR, "other rank"));
		server.get(deliver(server, Proc.of("other", 1), IofChannel.STDERR, "other job"));
		server.get(deliver(server, RANK1, IofChannel.STDERR, "wanted"));

		assertThat(texts(peer)).containsExactly("1/4: wanted");
	}

	@Test
	void pull_ownOutput_neverComesBack() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY, BOTH, Proc.wildcard("job"));
		write(server, RANK0, "mine");

		assertThat(peer.output()).isEmpty();
	}

	@Test
	void pull_afterGoodbye_bringsNothing() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY, BOTH, RANK1);
		assertThat(peer.ask(JobRequest.Finalize.INSTANCE)).isEqualTo(Status.SUCCESS);
		write(server, RANK1, "late");

		assertThat(peer.output()).isEmpty();
		assertThat(host.calls).as("nobody reads any more").contains("stop 6 of [job:1]");
	}

	@Test
	void pull_whatCameBefore_followsTheAnswer() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		write(server, RANK1, "one");
		write(server, RANK1, "two");
		int tag = peer.send(new IofRequest.IofPull(List.of(RANK1), Infos.EMPTY, BOTH, 7));

		assertThat(peer.tags()).containsExactly(tag, Tag.IOF, Tag.IOF);
		assertThat(texts(peer)).containsExactly("1/2: one", "1/2: two");
	}

	@Test
	void pull_whatAnotherHasGot_comesNotAgain() throws PmixException {
		TestServer server = job(3);
		write(server, RANK1, "early");
		TestPeer first = server.connect("job", 0);
		pull(first, Infos.EMPTY, BOTH, RANK1);
		TestPeer second = server.connect("job", 2);
		pull(second, Infos.EMPTY, BOTH, RANK1);
		write(server, RANK1, "late");

		assertThat(texts(first)).containsExactly("1/2: early", "1/2: late");
		assertThat(texts(second)).containsExactly("1/2: late");
	}

	@Test
	void pull_hostRefuses_isTold() throws PmixException {
		TestServer server = TestServer.open();
		server.job("job", 2);
		TestPeer peer = server.connect("job", 0);

		assertThat(pull(peer, Infos.EMPTY, BOTH, RANK1).status()).isEqualTo(Status.ERR_NOT_SUPPORTED);
	}

	@Test
	void pull_ofInputOrOfNobody_isRefused() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);

		assertThat(pull(peer, Infos.EMPTY, IofChannel.STDIN, RANK1).status()).isEqualTo(Status.ERR_NOT_SUPPORTED);
		assertThat(pull(peer, Infos.EMPTY, BOTH).status()).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(host.calls).isEmpty();
	}

	@Test
	void pull_ofSomebodyGoneMeanwhile_isTakenBack() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		server.holdHost();
		peer.send(new IofRequest.IofPull(List.of(RANK1), Infos.EMPTY, BOTH, 7));
		peer.die();
		server.letHostWork();

		assertThat(host.calls).contains("stop 6 of [job:1]");
		assertThat(server.dump()).contains("output: 0 pulls");
	}

	@Test
	void end_ofTheStream_isAMessageWithoutData() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY, BOTH, RANK1);
		write(server, RANK1, "");

		List<IofDelivery> output = peer.output();
		assertThat(output).hasSize(1);
		assertThat(output.get(0).isEof()).isTrue();
		assertThat(output.get(0).infos().isTrue(IofAttributes.IOF_COMPLETE)).isTrue();
	}

	@Test
	void deregister_ends() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		long id = pull(peer, Infos.EMPTY, BOTH, RANK1).refId();

		assertThat(peer.ask(new IofRequest.IofDeregister(Infos.EMPTY, id))).isEqualTo(Status.SUCCESS);
		write(server, RANK1, "late");
		assertThat(peer.output()).isEmpty();
		assertThat(host.calls).endsWith("stop 6 of [job:1]");
		assertThat(peer.ask(new IofRequest.IofDeregister(Infos.EMPTY, id))).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void deregister_ofAnother_isNotFound() throws PmixException {
		TestServer server = job(3);
		TestPeer first = server.connect("job", 0);
		long id = pull(first, Infos.EMPTY, BOTH, RANK1).refId();
		TestPeer second = server.connect("job", 2);

		assertThat(second.ask(new IofRequest.IofDeregister(Infos.EMPTY, id))).isEqualTo(Status.ERR_NOT_FOUND);
		write(server, RANK1, "still");
		assertThat(texts(first)).containsExactly("1/2: still");
	}

	@Test
	void cache_isBounded_andDropsTheOldest() throws PmixException {
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
	void cache_ofAJobThatIsForgotten_isFreed() throws PmixException {
		TestServer server = job(2);
		write(server, RANK1, "unread");
		server.get(server.core().deregisterNamespace("job"));

		assertThat(server.dump()).contains("output: 0 pulls, 0 bytes");
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "R2")
	void tag_isMadeByTheServer_forReleasesThatExpectIt(Release release) throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0, release);
		pull(peer, Infos.EMPTY.with(IofAttributes.IOF_TAG_OUTPUT, true), BOTH, RANK1);
		write(server, RANK1, "one\ntw");
		write(server, RANK1, "o\nthree\n");

		String all = String.join("", peer.output().stream().map(d -> new String(d.data().toByteArray(), StandardCharsets.UTF_8)).toList());
		assertThat(all).isEqualTo(release == Release.R60 ? "[job,1]<stdout>: one\n[job,1]<stdout>: two\n[job,1]<stdout>: three\n"
				: "one\ntwo\nthree\n");
	}

	@Test
	void format_detailed_knowsTheNode() throws PmixException {
		TestServer server = TestServer.open(host);
		server.get(server.core().registerNamespace("job@1", 2, Infos.of(Info.of(JobAttributes.JOB_SIZE, 2),
				Info.of(LevelAttributes.PROC_INFO_ARRAY, DataArray.of(Infos.of(Info.of(ProcAttributes.RANK, Rank.of(1)),
						Info.of(NodeAttributes.HOSTNAME, "node7"), Info.of(ProcAttributes.PROC_PID, 4711)))))));
		server.client(Proc.of("job@1", 0));
		TestPeer peer = server.connect("job@1", 0, Release.R60);
		pull(peer, Infos.EMPTY.with(IofAttributes.IOF_TAG_DETAILED_OUTPUT, true), BOTH, Proc.of("job@1", 1));
		write(server, Proc.of("job@1", 1), "x\n");

		assertThat(texts(peer)).containsExactly("1/2: [1,1][node7:4711]<stdout>: x\n");
	}

	@Test
	void merge_isDoneByTheServer_forReleasesThatExpectIt() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0, Release.R60);
		pull(peer, Infos.EMPTY.with(IofAttributes.IOF_MERGE_STDERR_STDOUT, true), BOTH, RANK1);
		server.get(deliver(server, RANK1, IofChannel.STDERR, "oops"));

		assertThat(texts(peer)).containsExactly("1/2: oops");
	}

	@Test
	void slowReader_holdsTheWriter_untilItReads() throws PmixException {
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
		assertThat(server.dump()).contains("does not read");
		assertThat(peer.output()).as("nothing is lost").hasSize(written);
		assertThat(last).isDone();
	}

	@Test
	void slowReader_thatDies_letsTheWriterGo() throws PmixException {
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
	void slowReader_thatNeverReads_isCutOff() throws PmixException {
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

	private static CompletableFuture<Void> flood(TestServer server) {
		CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
		for (int i = 0; i < 1000 && last.isDone(); i++) {
			last = deliver(server, RANK1, IofChannel.STDOUT, "y".repeat(CHUNK));
			server.run();
		}
		return last;
	}

	@ParameterizedTest
	@EnumSource(names = { "IOF_DROP_OLDEST", "IOF_DROP_NEWEST" })
	void cacheSize_losesOutput_insteadOfHoldingTheWriter(Drop drop) throws PmixException {
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

	/** What is lost. */
	enum Drop {
		IOF_DROP_OLDEST, IOF_DROP_NEWEST
	}

	@Test
	void largeOutput_comesInPieces() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY, BOTH, RANK1);
		String large = "z".repeat(3 << 20);
		write(server, RANK1, large);

		List<IofDelivery> output = peer.output();
		assertThat(output.size()).isGreaterThan(1);
		assertThat(output.stream().mapToInt(delivery -> delivery.data().size()).sum()).isEqualTo(large.length());
	}

	@Test
	void spawn_byATool_bringsItTheOutput_alsoOfAJobThatHasEnded() throws PmixException {
		TestServer server = job(1);
		TestPeer tool = tool(server, Release.R42);
		server.holdHost();
		int tag = tool.send(new JobRequest.Spawn(Infos.EMPTY, List.of(app())));
		write(server, Proc.of("spawned", 0), "early\n");
		server.core().registerNamespace("spawned", 1, Infos.EMPTY);
		server.core().deregisterNamespace("spawned");
		server.run();
		server.letHostWork();

		assertThat(tool.tags()).containsExactly(tag, Tag.IOF);
		List<IofDelivery> output = tool.output();
		assertThat(output).extracting(IofDelivery::localId).containsOnly(0L);
		assertThat(output).extracting(IofTest::text).containsExactly("0/2: early\n");
		assertThat(host.spawns.get(0).isTrue(IofAttributes.FWD_STDOUT)).isTrue();
		assertThat(host.spawns.get(0).isTrue(IofAttributes.FWD_STDERR)).isTrue();
	}

	@Test
	void spawn_byAToolThatWantsNone_bringsNothing() throws PmixException {
		TestServer server = job(1);
		TestPeer tool = tool(server, Release.R42);
		Infos none = Infos.EMPTY.with(IofAttributes.FWD_STDOUT, false).with(IofAttributes.FWD_STDERR, true);
		tool.ask(new JobRequest.Spawn(none, List.of(app())), ReplyKind.SPAWN);
		write(server, Proc.of("spawned", 0), "out");
		server.get(deliver(server, Proc.of("spawned", 0), IofChannel.STDERR, "err"));

		assertThat(texts(tool)).containsExactly("0/4: err");
	}

	@Test
	void spawn_byAClient_bringsItOnlyWhatItAsksFor() throws PmixException {
		TestServer server = job(1);
		TestPeer peer = server.connect("job", 0);
		peer.ask(new JobRequest.Spawn(Infos.EMPTY.with(IofAttributes.FWD_STDERR, true), List.of(app())), ReplyKind.SPAWN);
		write(server, Proc.of("spawned", 0), "out");
		server.get(deliver(server, Proc.of("spawned", 0), IofChannel.STDERR, "err"));

		assertThat(texts(peer)).containsExactly("0/4: err");
		assertThat(host.spawns.get(0).contains(IofAttributes.FWD_STDOUT)).isFalse();
	}

	@Test
	void spawn_ofManyJobs_leavesNothing() throws PmixException {
		TestServer server = job(1);
		TestPeer tool = tool(server, Release.R42);
		String before = server.dump();
		for (int i = 0; i < 20; i++) {
			server.get(server.core().registerNamespace("spawned", 1, Infos.EMPTY));
			tool.ask(new JobRequest.Spawn(Infos.EMPTY, List.of(app())), ReplyKind.SPAWN);
			server.get(server.core().deregisterNamespace("spawned"));
		}

		assertThat(server.dump()).isEqualTo(before);
	}

	@Test
	void tool_hearsWhatTheServerSays() throws PmixException {
		TestServer server = job(1);
		TestPeer tool = tool(server, Release.R42);
		TestPeer client = server.connect("job", 0);
		write(server, server.core().identity(), "server speaking");

		assertThat(texts(tool)).containsExactly("0/2: server speaking");
		assertThat(client.output()).isEmpty();
	}

	@Test
	void push_isAnsweredWhenTheHostHasTakenIt() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		host.input = new CompletableFuture<>();
		int tag = peer.send(new IofRequest.IofPush(List.of(RANK1), Infos.EMPTY, ByteObject.wrap("in".getBytes(StandardCharsets.UTF_8)), false));
		assertThat(peer.isAnswered(tag)).isFalse();
		host.input.complete(null);

		assertThat(peer.status(tag)).isEqualTo(Status.SUCCESS);
		assertThat(host.calls).containsExactly("job:0 to [job:1]: in");
	}

	@Test
	void push_targetReadsNoMore_isTold() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		host.input = CompletableFuture.failedFuture(new PmixException(Status.ERR_IOF_COMPLETE, "closed"));

		assertThat(peer.ask(new IofRequest.IofPush(List.of(RANK1), Infos.EMPTY, ByteObject.EMPTY, true))).isEqualTo(Status.ERR_IOF_COMPLETE);
	}

	@Test
	void push_withoutData_isNotTheEnd() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);

		assertThat(peer.ask(new IofRequest.IofPush(List.of(RANK1), Infos.EMPTY, ByteObject.EMPTY, false))).isEqualTo(Status.SUCCESS);
		assertThat(host.calls).isEmpty();
		peer.ask(new IofRequest.IofPush(List.of(RANK1), Infos.EMPTY, ByteObject.EMPTY, true));
		assertThat(host.calls).containsExactly("job:0 to [job:1]: ");
	}

	private static App app() {
		return new App("prog", List.of("prog"), List.of(), "/", 1, Infos.EMPTY);
	}
}
