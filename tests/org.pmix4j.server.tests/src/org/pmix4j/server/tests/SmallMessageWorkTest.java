// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.EventRequest;
import org.pmix4j.wire.internal.message.GroupRequest;
import org.pmix4j.wire.internal.message.ReplyKind;
import org.pmix4j.wire.internal.message.Request;

/**
 * Messages that once kept the loop busy for seconds, because each thing that they name was searched among the others. The limit is far
 * above the processor time that they need, even in uncompiled code, and far below the time that quadratic work would take.
 */
class SmallMessageWorkTest {
	private static final Duration LIMIT = Duration.ofMillis(1500);

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final TestServer server;

	SmallMessageWorkTest() throws PmixException {
		server = TestServer.open();
		server.loop().network().setCapacity(32 << 20);
		server.job("job", 3);
	}

	private Duration work(TestPeer peer, Request request) throws PmixException {
		int tag = peer.post(request);
		return work(peer, tag);
	}

	private Duration work(TestPeer peer, int tag) throws PmixException {
		server.loop().forgetLongestEvent();
		peer.isAnswered(tag);
		return server.loop().longestEvent();
	}

	@Test
	void groupConstruct_20000Members_isQuick() throws PmixException {
		List<Proc> members = LargestRequests.procs(20_000);
		TestPeer first = server.connect("job", 0);
		TestPeer second = server.connect("job", 1);
		List<Proc> others = new ArrayList<>(members);
		Collections.reverse(others);
		others.set(0, Proc.of("job", 1));

		assertThat(work(first, new GroupRequest.GroupConstruct("group", members, Infos.EMPTY))).isLessThan(LIMIT);
		assertThat(work(second, new GroupRequest.GroupConstruct("group", others, Infos.EMPTY))).isLessThan(LIMIT);
	}

	@Test
	void groupConstruct_200000Members_isRefused() throws PmixException {
		TestPeer peer = server.connect("job", 0);
		int tag = peer.post(new GroupRequest.GroupConstruct("group", LargestRequests.procs(200_000), Infos.EMPTY));

		assertThat(work(peer, tag)).isLessThan(LIMIT);
		assertThat(peer.status(tag)).isEqualTo(Status.ERR_OUT_OF_RESOURCE);
		assertThat(log.warnings()).singleElement().asString().contains("200000 elements announced, the limit is 32768");
	}

	@Test
	void register_12500SystemCodes_isQuick() throws PmixException {
		TestPeer peer = server.connect("job", 0);
		peer.ask(new EventRequest.RegisterEvents(LargestRequests.codes(12_500), Infos.EMPTY));

		assertThat(work(peer, new EventRequest.RegisterEvents(Collections.nCopies(12_500, Status.EVENT_SYS_BASE), Infos.EMPTY)))
				.isLessThan(LIMIT);
		assertThat(work(peer, new EventRequest.DeregisterEvents(LargestRequests.codes(12_500)))).isLessThan(LIMIT);
	}

	@Test
	void register_tooManyCodesByOnePeer_isRefusedUntilSomeEnd() throws PmixException {
		TestPeer peer = server.connect("job", 0);
		for (int i = 0; i < 2; i++) {
			assertThat(peer.ask(new EventRequest.RegisterEvents(LargestRequests.codes(32_500), Infos.EMPTY))).isEqualTo(Status.SUCCESS);
		}
		assertThat(peer.ask(new EventRequest.RegisterEvents(LargestRequests.codes(600), Infos.EMPTY))).isEqualTo(Status.ERR_OUT_OF_RESOURCE);

		peer.send(new EventRequest.DeregisterEvents(LargestRequests.codes(600)));
		assertThat(peer.ask(new EventRequest.RegisterEvents(LargestRequests.codes(600), Infos.EMPTY))).isEqualTo(Status.SUCCESS);
		TestPeer other = server.connect("job", 1);
		assertThat(other.ask(new EventRequest.RegisterEvents(LargestRequests.codes(600), Infos.EMPTY))).isEqualTo(Status.SUCCESS);
	}

	@Test
	void notify_10000AffectedToManyRegistrations_isQuick() throws PmixException {
		TestPeer source = server.connect("job", 0);
		TestPeer reader = server.connect("job", 1);
		for (int i = 0; i < 10; i++) {
			List<Proc> wanted = IntStream.range(i * 4000, (i + 1) * 4000).mapToObj(rank -> Proc.of("wanted", rank)).toList();
			assertThat(work(reader, new EventRequest.RegisterEvents(List.of(Status.ERR_PROC_ABORTED), Infos.of(
					Info.of(EventAttributes.EVENT_AFFECTED_PROCS.key(), DataArray.ofProcs(wanted))))))
					.isLessThan(LIMIT);
		}

		assertThat(work(source, new EventRequest.Notify(Status.ERR_PROC_ABORTED, DataRange.SESSION,
				Infos.of(LargestRequests.procs(EventAttributes.EVENT_AFFECTED_PROCS, 10_000))))).isLessThan(LIMIT);
		assertThat(reader.events()).isEmpty();
	}

	@Test
	void register_tooManyAffected_isRefused() throws PmixException {
		TestPeer peer = server.connect("job", 0);

		assertThat(peer.ask(new EventRequest.RegisterEvents(List.of(Status.ERR_PROC_ABORTED),
				Infos.of(LargestRequests.procs(EventAttributes.EVENT_AFFECTED_PROCS, 4097))))).isEqualTo(Status.ERR_OUT_OF_RESOURCE);
	}

	@ParameterizedTest
	@ValueSource(ints = { 4096, 30_000 })
	void query_manyEqualKeys_isQuickOrRefused(int count) throws PmixException {
		TestPeer peer = server.connect("job", 0);
		for (String key : List.of(QueryAttributes.QUERY_NAMESPACES.key(), QueryAttributes.QUERY_ATTRIBUTE_SUPPORT.key())) {
			int tag = peer.post(new ControlRequest.QueryRequest(List.of(new Query(Collections.nCopies(count, key), Infos.EMPTY))));

			assertThat(work(peer, tag)).isLessThan(LIMIT);
			Status status = peer.reply(tag, ReplyKind.INFOS).status();
			boolean isShort = count == 4096 && key.equals(QueryAttributes.QUERY_NAMESPACES.key());
			assertThat(status).isEqualTo(isShort ? Status.SUCCESS : Status.ERR_OUT_OF_RESOURCE);
		}
	}

	@Test
	void commit_aMillionKeys_leavesTheLoopFreeAndKeepsTheOrder() throws PmixException {
		TestPeer peer = server.connect("job", 0);
		server.holdHost();
		int commit = peer.post(LargestRequests.commit(1_000_000));
		int get = peer.post(Puts.get("job", 0, "key999999"));
		server.loop().forgetLongestEvent();
		server.run();
		assertThat(peer.isAnswered(get)).as("a later request waits").isFalse();
		server.letHostWork();

		assertThat(peer.status(commit)).isEqualTo(Status.SUCCESS);
		assertThat(server.loop().longestEvent()).isLessThan(LIMIT);
		assertThat(Puts.values(peer.reply(get, ReplyKind.GET), peer)).hasSize(1_000_000);
	}

	@Test
	void commit_oneKeyToManyOthers_leavesTheLoopFree() throws PmixException {
		TestPeer peer = server.connect("job", 0);
		assertThat(peer.ask(LargestRequests.commit(200_000))).isEqualTo(Status.SUCCESS);
		server.holdHost();
		int tag = peer.post(Puts.commit(Puts.local("one more", "value")));
		assertThat(peer.isAnswered(tag)).as("merged on the executor").isFalse();
		server.letHostWork();

		assertThat(peer.status(tag)).isEqualTo(Status.SUCCESS);
		assertThat(Puts.values(peer.ask(Puts.get("job", 0, "key1"), ReplyKind.GET), peer)).hasSize(200_001).containsKey("one more");
	}

	@Test
	void commit_byTwoConnectionsAtOnce_losesNothing() throws PmixException {
		TestPeer peer = server.connect("job", 0);
		TestPeer fork = server.connect("job", 0);
		assertThat(peer.ask(LargestRequests.commit(100_000))).isEqualTo(Status.SUCCESS);
		server.holdHost();
		int one = peer.post(Puts.commit(Puts.local("one", "1")));
		int other = fork.post(Puts.commit(Puts.local("other", "2")));
		server.run();
		server.letHostWork();

		assertThat(List.of(peer.status(one), fork.status(other))).containsOnly(Status.SUCCESS);
		assertThat(Puts.values(peer.ask(Puts.get("job", 0, "one"), ReplyKind.GET), peer)).containsKeys("one", "other", "key99999");
	}

	@Test
	void fence_wildcardRepeated_isQuick() throws PmixException {
		TestPeer peer = server.connect("job", 0);
		server.namespace("large", 30_000, 0);

		assertThat(work(peer, new DataRequest.Fence(Collections.nCopies(30_000, Proc.wildcard("job")), Infos.EMPTY))).isLessThan(LIMIT);
		assertThat(work(peer, new GroupRequest.GroupConstruct("group", Collections.nCopies(30_000, Proc.wildcard("large")),
				Infos.EMPTY))).isLessThan(LIMIT);
	}

	@Test
	void fences_openAtOnce_areLimitedForOnePeer() throws PmixException {
		TestPeer peer = server.connect("job", 0);
		List<Integer> tags = new ArrayList<>();
		for (int i = 0; i < 9; i++) {
			List<Proc> procs = new ArrayList<>(LargestRequests.procs(30_000));
			procs.set(0, Proc.of("job", 1));
			procs.set(1, Proc.of("different", i));
			tags.add(peer.send(new DataRequest.Fence(procs, Infos.EMPTY)));
		}

		assertThat(tags.stream().limit(8).map(tag -> isAnswered(peer, tag))).containsOnly(false);
		assertThat(peer.status(tags.get(8))).isEqualTo(Status.ERR_OUT_OF_RESOURCE);
	}

	private static boolean isAnswered(TestPeer peer, int tag) {
		try {
			return peer.isAnswered(tag);
		} catch (PmixException e) {
			throw new AssertionError(e);
		}
	}
}
