// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.StringJoiner;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.server.internal.jobinfo.JobInfo;
import org.pmix4j.server.internal.jobinfo.JobInfoDeriver;
import org.pmix4j.server.internal.jobinfo.JobInfoReader;
import org.pmix4j.testkit.Growth;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests by counts, not time, that the work grows with the number of ranks, and the memory of a namespace with the number of its nodes. */
class ScaleTest {
	private static final int MILLION = 1_000_000;
	private static final int FEW = 32;
	private static final int TIMES = 8;
	/** Tolerance for tables that grow in steps. */
	private static final double TOLERANCE = 1.5;

	@RegisterExtension
	private final ServerLog log = new ServerLog();

	/** Counts of one job. */
	private record Counts(long events, long bytes, long writes) {
	}

	private static Infos maps(int nodes, int ranksOnEach) {
		StringJoiner names = new StringJoiner(",");
		StringJoiner ranks = new StringJoiner(";", "pmix[", "]");
		for (int node = 0; node < nodes; node++) {
			names.add("node" + node);
			ranks.add(node * ranksOnEach + "-" + ((node + 1) * ranksOnEach - 1));
		}
		return Infos.of(Info.of(ServerAttributes.NODE_MAP, names.toString()), Info.of(ServerAttributes.PROC_MAP, ranks.toString()));
	}

	private static JobInfo read(Infos infos) throws PmixException {
		return JobInfoDeriver.complete("job", JobInfoReader.read(infos, "node0", Limits.of(0)));
	}

	/** Returns the memory that reading takes, including garbage. */
	private static long cost(Infos infos) throws PmixException {
		// the first times also load classes
		read(infos);
		read(infos);
		long before = Growth.allocated();
		JobInfo job = read(infos);
		long cost = Growth.allocated() - before;
		assertThat(job.ranks()).isNotEmpty();
		return cost;
	}

	@Test
	void namespace_moreRanksOnTheSameNodes_takesNoMoreMemory() throws PmixException {
		assertThat(cost(maps(1_000, MILLION / 1_000))).isLessThan((long) (TOLERANCE * cost(maps(1_000, 10))));
	}

	@Test
	void namespace_moreNodes_takesMemoryInProportion() throws PmixException {
		assertThat(cost(maps(TIMES * 1_000, 10))).isLessThan((long) (TOLERANCE * TIMES * cost(maps(1_000, 10))));
	}

	@Test
	void namespace_ofAMillionRanks_answersQuestionsAboutEach() throws PmixException {
		TestServer server = TestServer.open();
		server.get(server.core().registerNamespace("job", 1, maps(10_000, 100)));
		server.client(Proc.of("job", 0));
		TestPeer peer = server.connect("job", 0);

		assertThat(Puts.values(peer.ask(Puts.get("job", MILLION - 1, NodeAttributes.HOSTNAME.key()), ReplyKind.GET), peer))
				.containsEntry("pmix.hname", "node9999").hasSize(6);
		assertThat(peer.ask(new DataRequest.ResolvePeers("node5000", "job"), ReplyKind.RESOLVE_PEERS).procs()).hasSize(100)
				.startsWith(Proc.of("job", 500_000));
		assertThat(peer.ask(new DataRequest.ResolveNode("job"), ReplyKind.RESOLVE_NODE).nodes()).startsWith("node0,node1,").endsWith(",node9999");
	}

	private Counts run(int ranks) throws PmixException {
		TestServer server = TestServer.open();
		server.get(server.core().registerNamespace("job", ranks, maps(1, ranks)));
		for (int rank = 0; rank < ranks; rank++) {
			server.client(Proc.of("job", rank));
		}
		long events = server.loop().events();
		List<TestPeer> peers = server.connectAll("job", ranks);
		long bytes = 0;
		for (TestPeer peer : peers) {
			int tag = peer.send(Puts.commit("key", "value"));
			bytes += peer.payload(tag).length;
		}
		List<Integer> fences = peers.stream().map(ScaleTest::fence).toList();
		for (int rank = 0; rank < ranks; rank++) {
			bytes += peers.get(rank).payload(fences.get(rank)).length;
			int tag = peers.get(rank).send(Puts.get("job", (rank + 1) % ranks, "key"));
			bytes += peers.get(rank).payload(tag).length;
		}
		long writes = peers.stream().mapToLong(peer -> peer.wire().peer().writes()).sum();
		return new Counts(server.loop().events() - events, bytes, writes);
	}

	private static int fence(TestPeer peer) {
		try {
			return peer.send(new DataRequest.Fence(List.of(Proc.wildcard("job")), Infos.EMPTY));
		} catch (PmixException e) {
			throw new AssertionError(e);
		}
	}

	@Test
	void putFenceGet_moreRanks_takeEventsBytesAndWritesInProportion() throws PmixException {
		Counts few = run(FEW);
		Counts many = run(TIMES * FEW);

		assertThat(few.writes()).as("one write for each reply and greeting").isLessThanOrEqualTo(5 * FEW);
		assertThat(many.events()).isEqualTo(TIMES * few.events());
		assertThat(many.writes()).isEqualTo(TIMES * few.writes());
		assertThat(many.bytes()).as("numbers of ranks take up to two bytes").isBetween(TIMES * few.bytes(), TIMES * few.bytes() * 11 / 10);
	}
}
