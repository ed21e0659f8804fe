// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.Wait;
import org.pmix4j.pmi.tests.SimulatedPmi.Rank;
import org.pmix4j.testkit.LogCapture;

class PmiServiceTest {
	private static final String JOB = "job@1";
	private static final String KEY = "cmd=get kvsname=job@1 key=";

	private final SimulatedPmi pmi = new SimulatedPmi();

	@Test
	void start_rankOfTwo_getsItsNumbers() {
		pmi.open(JOB, 0, 0);
		Rank rank = pmi.connect(JOB);

		assertThat(rank.ask("cmd=initack pmiid=1")).isEqualTo("cmd=initack rc=0\ncmd=set size=2\ncmd=set rank=1\ncmd=set debug=0\n");
		assertThat(pmi.calls).isEmpty();
		assertThat(rank.ask("cmd=init pmi_version=1 pmi_subversion=1"))
				.isEqualTo("cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n");
		assertThat(pmi.calls).containsExactly("connected job@1:1");
		assertThat(rank.ask("cmd=get_maxes")).isEqualTo("cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024\n");
		assertThat(rank.ask("cmd=get_appnum")).isEqualTo("cmd=appnum appnum=1\n");
		assertThat(rank.ask("cmd=get_my_kvsname")).isEqualTo("cmd=my_kvsname kvsname=job@1\n");
		assertThat(rank.ask("cmd=get_universe_size")).isEqualTo("cmd=universe_size size=8\n");
		assertThat(rank.ask("cmd=finalize")).isEqualTo("cmd=finalize_ack\n");
		assertThat(pmi.calls).containsExactly("connected job@1:1", "finalized job@1:1");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "0 | (vector,(0,1,1))", "0,0,0 | (vector,(0,1,3))", "0,0,1,1 | (vector,(0,2,2))",
			"0,1,2,0,1,2 | (vector,(0,3,1))", "0,0,1 | (vector,(0,1,2),(1,1,1))", "0,1,1,0 | (vector,(0,1,1),(1,1,2),(0,1,1))",
			"0,0,2,2,1,1 | (vector,(0,1,2),(2,1,2),(1,1,2))", "1,0,1,0 | (vector,(1,1,1),(0,2,1),(0,1,1))" })
	void get_processMapping_followsTheNodes(String nodes, String vector) {
		pmi.open(JOB, List.of(nodes.split(",")).stream().mapToInt(Integer::parseInt).toArray());

		assertThat(pmi.rank(JOB, 0).ask(KEY + "PMI_process_mapping")).isEqualTo("cmd=get_result rc=0 msg=success value=" + vector + "\n");
	}

	@Test
	void get_processMappingLongerThanValue_isNotFoundSoThatRanksExchangeNames() {
		int[] nodes = new int[1000];
		for (int i = 0; i < nodes.length; i++) {
			nodes[i] = i * i % 97;
		}
		pmi.open(JOB, nodes);

		assertThat(pmi.rank(JOB, 0).ask(KEY + "PMI_process_mapping")).startsWith("cmd=get_result rc=-1 msg=key_PMI_process_mapping_not_found");
	}

	@Test
	void get_topology_waitsForTheFileThatIsWrittenOnce() {
		CompletableFuture<Optional<String>> file = new CompletableFuture<>();
		List<String> asked = new ArrayList<>();
		pmi.open(new SimulatedPmi.Job(JOB, new int[] { 0, 0 }, Map.of(), () -> {
			asked.add("file");
			return file;
		}));
		Rank one = pmi.rank(JOB, 0);
		Rank other = pmi.rank(JOB, 1);
		assertThat(asked).isEmpty();

		assertThat(one.ask(KEY + "PMI_hwloc_xmlfile")).isEmpty();
		assertThat(other.ask(KEY + "PMI_hwloc_xmlfile")).isEmpty();
		file.complete(Optional.of("/tmp/a.xml"));
		pmi.loop.run();

		assertThat(one.received()).isEqualTo("cmd=get_result rc=0 msg=success value=/tmp/a.xml\n");
		assertThat(other.received()).isEqualTo("cmd=get_result rc=0 msg=success value=/tmp/a.xml\n");
		assertThat(one.ask(KEY + "PMI_hwloc_xmlfile")).endsWith(" value=/tmp/a.xml\n");
		assertThat(asked).containsExactly("file");
	}

	@Test
	void get_topologyThatCannotBeSent_isRefused() {
		pmi.open(JOB, 0);
		pmi.open(new SimulatedPmi.Job("job@2", new int[] { 0 }, Map.of(), () -> CompletableFuture.completedFuture(Optional.of("/my tmp/a.xml"))));

		assertThat(pmi.rank(JOB, 0).ask(KEY + "PMI_hwloc_xmlfile")).startsWith("cmd=get_result rc=-1 msg=key_PMI_hwloc_xmlfile_not_found");
		assertThat(pmi.rank("job@2", 0).ask("cmd=get kvsname=job@2 key=PMI_hwloc_xmlfile")).startsWith("cmd=get_result rc=-1 ");
	}

	@Test
	void put_value_isFoundByOtherRanks() {
		pmi.open(JOB, 0, 0);
		Rank one = pmi.rank(JOB, 0);
		Rank other = pmi.rank(JOB, 1);

		assertThat(other.ask(KEY + "a")).isEqualTo("cmd=get_result rc=-1 msg=key_a_not_found value=unknown\n");
		assertThat(one.ask("cmd=put kvsname=job@1 key=a value=b")).isEqualTo("cmd=put_result rc=0 msg=success\n");
		assertThat(other.ask(KEY + "a")).isEqualTo("cmd=get_result rc=0 msg=success value=b\n");
		assertThat(one.ask("cmd=put kvsname=job@1 key=a value=c")).isEqualTo("cmd=put_result rc=0 msg=success\n");
		assertThat(other.ask(KEY + "a")).isEqualTo("cmd=get_result rc=0 msg=success value=c\n");
	}

	@Test
	void put_spaceOfAnotherJob_isRefused() {
		pmi.open(JOB, 0);
		pmi.open("job@2", 0);
		Rank rank = pmi.rank(JOB, 0);

		assertThat(rank.ask("cmd=put kvsname=job@2 key=a value=b")).isEqualTo("cmd=put_result rc=-1 msg=kvsname_job@2_not_found\n");
		assertThat(rank.ask("cmd=get kvsname=job@2 key=a")).startsWith("cmd=get_result rc=-1 msg=kvsname_job@2_not_found");
	}

	@Test
	void get_valueOfSpawner_isThereFromTheBeginning() {
		pmi.open(new SimulatedPmi.Job("job@2", new int[] { 0 }, Map.of("PARENT_ROOT_PORT_NAME", "tag")));

		assertThat(pmi.rank("job@2", 0).ask("cmd=get kvsname=job@2 key=PARENT_ROOT_PORT_NAME")).endsWith("value=tag\n");
	}

	@Test
	void barrier_lastRankEnters_releasesAllAgainAndAgain() {
		pmi.open(JOB, 0, 0, 0);
		List<Rank> ranks = List.of(pmi.rank(JOB, 0), pmi.rank(JOB, 1), pmi.rank(JOB, 2));
		for (int round = 0; round < 3; round++) {
			pmi.calls.clear();
			assertThat(ranks.get(2).ask("cmd=barrier_in")).isEmpty();
			assertThat(ranks.get(0).ask("cmd=barrier_in")).isEmpty();
			assertThat(ranks.get(1).ask("cmd=barrier_in")).isEqualTo("cmd=barrier_out\n");
			assertThat(ranks.get(0).received()).isEqualTo("cmd=barrier_out\n");
			assertThat(ranks.get(2).received()).isEqualTo("cmd=barrier_out\n");
			assertThat(pmi.calls).containsExactly("entered job@1:2", "entered job@1:0", "entered job@1:1", "left job@1:WILDCARD true");
		}
	}

	private List<Wait> waits() {
		return pmi.loop.call(() -> CompletableFuture.completedFuture(pmi.service.waits())).join();
	}

	@Test
	void waits_barrier_namesMissingRanks() {
		pmi.open(JOB, 0, 0, 0, 0);
		pmi.rank(JOB, 0).ask("cmd=barrier_in");
		pmi.rank(JOB, 2).ask("cmd=barrier_in");
		pmi.loop.advance(Duration.ofMillis(1500));

		assertThat(waits()).singleElement().satisfies(wait -> {
			assertThat(wait.text()).isEqualTo("barrier of job@1 waits for ranks 1, 3 of job@1 since 1.5 s");
			assertThat(wait.awaited()).containsExactly(Proc.of(JOB, 1), Proc.of(JOB, 3));
			assertThat(wait.concerns(JOB)).isTrue();
		});
		assertThat(pmi.loop.call(() -> CompletableFuture.completedFuture(pmi.service.dump())).join())
				.containsExactly("PMI of job@1: 2 of 4 ranks connected, 0 values\n"
						+ "  barrier of job@1 waits for ranks 1, 3 of job@1 since 1.5 s");
	}

	@Test
	void silences_rankWithoutRequest_hasTimeSinceItsLast() {
		pmi.open(JOB, 0, 0);
		pmi.rank(JOB, 0).ask("cmd=barrier_in");
		pmi.rank(JOB, 1).ask("cmd=get_maxes");
		pmi.loop.advance(Duration.ofSeconds(2));

		assertThat(pmi.loop.call(() -> CompletableFuture.completedFuture(pmi.service.silences())).join())
				.containsExactly(Map.entry(Proc.of(JOB, 1), Duration.ofSeconds(2)));
	}

	@Test
	void barrier_missingRankEnds_failsThoseThatWait() {
		pmi.open(JOB, 0, 0, 0);
		Rank waiting = pmi.rank(JOB, 0);
		waiting.ask("cmd=barrier_in");

		pmi.loop.perform(() -> pmi.service.ended(Proc.of(JOB, 2)));

		assertThat(waiting.end.isEnded()).isTrue();
		assertThat(pmi.calls).contains("tell barrier of job@1 cannot complete: rank 2 has ended and has not entered it",
				"left job@1:WILDCARD false");
		assertThat(waits()).isEmpty();
	}

	@Test
	void barrier_rankEndedBeforeAnyConnected_fails() {
		pmi.open(JOB, 0, 0);
		pmi.loop.perform(() -> pmi.service.ended(Proc.of(JOB, 1)));
		Rank rank = pmi.rank(JOB, 0);

		rank.ask("cmd=barrier_in");

		assertThat(rank.end.isEnded()).isTrue();
	}

	@Test
	void barrier_rankThatStartedAgain_takesPart() {
		pmi.open(JOB, 0, 0);
		Rank one = pmi.rank(JOB, 0);
		pmi.loop.perform(() -> pmi.service.ended(Proc.of(JOB, 1)));

		Rank again = pmi.rank(JOB, 1);
		again.ask("cmd=barrier_in");

		assertThat(one.ask("cmd=barrier_in")).isEqualTo("cmd=barrier_out\n");
	}

	@Test
	void barrier_connectionLost_waitsForTheRankAgain() {
		pmi.open(JOB, 0, 0);
		Rank one = pmi.rank(JOB, 0);
		one.ask("cmd=barrier_in");
		one.end.close();
		pmi.loop.run();
		Rank other = pmi.rank(JOB, 1);

		assertThat(other.ask("cmd=barrier_in")).isEmpty();
		assertThat(waits()).singleElement().extracting(Wait::awaited).isEqualTo(List.of(Proc.of(JOB, 0)));
	}

	@Test
	void names_publishLookupUnpublish_useTheHost() {
		pmi.open(JOB, 0);
		Rank rank = pmi.rank(JOB, 0);

		assertThat(rank.ask("cmd=lookup_name service=s")).isEqualTo("cmd=lookup_result rc=-1 info=not_published msg=not_published\n");
		assertThat(rank.ask("cmd=publish_name service=s port=p")).isEqualTo("cmd=publish_result rc=0 info=ok\n");
		assertThat(rank.ask("cmd=publish_name service=s port=p")).isEqualTo("cmd=publish_result rc=-1 info=taken msg=taken\n");
		assertThat(rank.ask("cmd=lookup_name service=s")).isEqualTo("cmd=lookup_result rc=0 info=ok port=p\n");
		assertThat(rank.ask("cmd=unpublish_name service=s")).isEqualTo("cmd=unpublish_result rc=0 info=ok\n");
		assertThat(pmi.published).isEmpty();
	}

	@Test
	void lookup_valueWithBlank_isRefusedAsItWouldBeCut() {
		pmi.open(JOB, 0);
		pmi.published.put("s", "a b");

		assertThat(pmi.rank(JOB, 0).ask("cmd=lookup_name service=s")).startsWith("cmd=lookup_result rc=-1 info=the_value_cannot_be_sent");
	}

	private static String[] spawn() {
		return new String[] { "mcmd=spawn", "nprocs=1", "execname=prog", "totspawns=1", "spawnssofar=1", "argcnt=0", "preput_num=1",
				"preput_key_0=k", "preput_val_0=v", "info_num=0", "endcmd" };
	}

	@Test
	void spawn_jobRuns_isAnsweredThen() {
		pmi.open(JOB, 0);
		Rank rank = pmi.rank(JOB, 0);

		assertThat(rank.ask(spawn())).isEmpty();
		assertThat(pmi.calls).contains("spawn prog {k=v}");
		pmi.loop.perform(() -> pmi.spawned.complete("spawned"));

		assertThat(rank.received()).isEqualTo("cmd=spawn_result rc=0\n");
	}

	@Test
	void spawn_jobCannotRun_isRefusedWithReason() {
		pmi.open(JOB, 0);
		Rank rank = pmi.rank(JOB, 0);
		pmi.spawned.completeExceptionally(new PmixException(Status.ERR_JOB_FAILED_TO_LAUNCH, "no such file"));

		assertThat(rank.ask(spawn())).isEqualTo("cmd=spawn_result rc=-1 msg=no_such_file\n");
	}

	@Test
	void abort_inBarrier_reachesTheHost() {
		pmi.open(JOB, 0, 0);
		Rank rank = pmi.rank(JOB, 0);

		rank.ask("cmd=barrier_in", "cmd=abort exitcode=42");

		assertThat(pmi.calls).contains("abort job@1:0 42");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "cmd=get_maxes | a rank sent the request GetMaxes as its first request",
			"cmd=initack pmiid=2 | job@1 has no rank 2", "GET / HTTP/1.1 | 'GET' is not a pair of key and value" })
	void connection_firstLineOfAnotherKind_isClosedWithOneWarning(String line, String reason) {
		try (LogCapture log = LogCapture.of("org.pmix4j.pmi.internal.service.PmiAcceptor")) {
			pmi.open(JOB, 0, 0);
			Rank first = pmi.connect(JOB);
			Rank second = pmi.connect(JOB);
			first.ask(line);
			second.ask(line);

			assertThat(first.end.isEnded()).isTrue();
			assertThat(second.end.isEnded()).isTrue();
			assertThat(log.messages(Level.WARNING)).singleElement().asString().startsWith("a connection to the PMI port of job@1 was refused: ")
					.contains(reason);
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "cmd=init pmi_version=1 pmi_subversion=1 | Init a second time",
			"cmd=initack pmiid=0 | InitAck a second time",
			"cmd=fly | the command 'fly' of PMI-1 is not known", "cmd=barrier_in;cmd=get_maxes | GetMaxes while 'barrier' has no reply",
			"cmd=finalize;cmd=get_maxes | GetMaxes after 'finalize'" })
	void connection_requestOutOfOrder_isClosedAndTold(String lines, String reason) {
		pmi.open(JOB, 0, 0);
		Rank rank = pmi.rank(JOB, 0);

		rank.ask(lines.split(";"));

		assertThat(rank.end.isEnded()).isTrue();
		assertThat(pmi.calls)
				.anySatisfy(call -> assertThat(call).startsWith("tell the PMI connection of rank 0 was closed: ").endsWith(reason));
	}

	@Test
	void init_version2BehindGreetingOfVersion1_isRefusedByName() {
		pmi.open(JOB, 0);
		Rank rank = pmi.connect(JOB);
		rank.ask("cmd=initack pmiid=0");

		assertThat(rank.ask("cmd=init pmi_version=2 pmi_subversion=0")).isEqualTo("cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=-1\n");
		assertThat(pmi.calls).singleElement().asString().startsWith("tell rank 0 asks for version 2 of PMI behind the greeting of version 1");
	}

	@Test
	void connection_ofAnotherUser_isClosedUnread() {
		try (LogCapture log = LogCapture.of("org.pmix4j.pmi.internal.service.PmiAcceptor")) {
			pmi.open(JOB, 0);
			pmi.user = Optional.of(SimulatedPmi.USER + 1);

			Rank stranger = pmi.connect(JOB);

			assertThat(stranger.end.isEnded()).isTrue();
			assertThat(log.messages(Level.WARNING))
					.containsExactly("a connection to the PMI port of job@1 was refused: its process belongs to user 1001");
		}
	}

	@Test
	void connection_ofUnknownUser_isClosedUnread() {
		pmi.open(JOB, 0);
		pmi.user = Optional.empty();

		assertThat(pmi.connect(JOB).end.isEnded()).isTrue();
	}

	@Test
	void connection_processOfAnotherRank_isRefusedWhenTheHostHasDecided() {
		pmi.open(JOB, 0);
		pmi.decision = new CompletableFuture<>();
		Rank rank = pmi.connect(JOB);

		assertThat(rank.ask("cmd=initack pmiid=0", "cmd=init pmi_version=1 pmi_subversion=1")).isEmpty();
		pmi.loop.perform(() -> pmi.decision.completeExceptionally(new PmixException(Status.ERR_NO_PERMISSIONS, "process 7 is not of its job")));

		assertThat(rank.received()).isEqualTo("cmd=initack rc=-1\n");
		assertThat(rank.end.isEnded()).isTrue();
		assertThat(pmi.calls).containsExactly("tell process 7 is not of its job");
	}

	@Test
	void connection_requestsBeforeTheDecision_areServedAfterIt() {
		pmi.open(JOB, 0);
		pmi.decision = new CompletableFuture<>();
		Rank rank = pmi.connect(JOB);
		rank.ask("cmd=initack pmiid=0\ncmd=init pmi_version=1 pmi_subversion=1");

		pmi.loop.perform(() -> pmi.decision.complete(null));

		assertThat(rank.received()).endsWith("cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n");
	}

	@Test
	void connection_secondOfSameRank_isRefusedUntilTheFirstIsOver() {
		pmi.open(JOB, 0);
		Rank first = pmi.rank(JOB, 0);

		assertThat(pmi.connect(JOB).ask("cmd=initack pmiid=0")).isEqualTo("cmd=initack rc=-1\n");
		assertThat(pmi.calls).anySatisfy(call -> assertThat(call).startsWith("tell a second process connects as rank 0"));
		first.ask("cmd=finalize");

		assertThat(pmi.connect(JOB).ask("cmd=initack pmiid=0")).startsWith("cmd=initack rc=0\n");
	}

	@Test
	void connection_withoutFirstLine_isClosedAfterTenSeconds() {
		pmi.open(JOB, 0);
		Rank silent = pmi.connect(JOB);

		pmi.loop.advance(Duration.ofSeconds(9));
		assertThat(silent.end.isEnded()).isFalse();
		pmi.loop.advance(Duration.ofSeconds(2));
		assertThat(silent.end.isEnded()).isTrue();
	}

	@Test
	void connections_silentFlood_makesRoomForRanks() {
		pmi.open(JOB, 0);
		List<Rank> flood = new ArrayList<>();
		for (int i = 0; i < 33; i++) {
			flood.add(pmi.connect(JOB));
		}
		Rank rank = pmi.connect(JOB);
		rank.end.put("cmd=initack pmiid=0\n".getBytes(StandardCharsets.UTF_8));

		pmi.loop.advance(Duration.ofSeconds(2));

		assertThat(rank.received()).startsWith("cmd=initack rc=0\n");
		assertThat(flood.get(0).end.isEnded()).isTrue();
	}

	@Test
	void put_flood_isRefusedWhenTheShareIsUsed() {
		pmi.open(JOB, 0, 0);
		Rank flooder = pmi.rank(JOB, 0);
		String value = "v".repeat(1000);
		long most = Runtime.getRuntime().maxMemory() / 32 / 2000;
		String reply = "";
		for (int i = 0; i < most + 1 && !reply.contains("rc=-1"); i++) {
			reply = flooder.ask("cmd=put kvsname=job@1 key=k" + i + " value=" + value);
		}

		assertThat(reply).startsWith("cmd=put_result rc=-1 msg=no_memory_is_left_for_key_k");
		assertThat(pmi.rank(JOB, 1).ask("cmd=put kvsname=job@1 key=other value=x")).isEqualTo("cmd=put_result rc=0 msg=success\n");
	}

	@Test
	void close_job_endsItsConnectionsAndRefusesOthers() {
		pmi.open(JOB, 0);
		Rank rank = pmi.rank(JOB, 0);

		pmi.loop.perform(() -> pmi.service.close(JOB));

		assertThat(rank.end.isEnded()).isTrue();
		assertThat(waits()).isEmpty();
	}
}
