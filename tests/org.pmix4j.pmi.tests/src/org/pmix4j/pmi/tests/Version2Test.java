// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.Wait;
import org.pmix4j.pmi.tests.SimulatedPmi.Rank;

/** Tests the service with ranks that speak PMI-2. The replies are those of mpiexec.hydra 4.2.1 where MPICH looks at them. */
class Version2Test {
	private static final String JOB = "job@1";
	private static final String NO_VALUE = "    47cmd=info-getnodeattr-response;rc=0;found=FALSE;";

	private final SimulatedPmi pmi = new SimulatedPmi();

	@Test
	void start_rankOfTwo_getsItsNumbers() {
		pmi.open(JOB, 0, 0);
		Rank rank = pmi.connect(JOB);

		assertThat(rank.ask("cmd=init pmi_version=2 pmi_subversion=0")).isEqualTo("cmd=response_to_init pmi_version=2 pmi_subversion=0 rc=0\n");
		assertThat(pmi.calls).isEmpty();
		assertThat(rank.frame("cmd=fullinit;pmirank=1;"))
				.isEqualTo("   113cmd=fullinit-response;rc=0;pmi-version=2;pmi-subversion=0;rank=1;size=2;appnum=1;debugged=FALSE;"
						+ "pmiverbose=FALSE;");
		assertThat(rank.frame("cmd=job-getid;")).isEqualTo("    40cmd=job-getid-response;rc=0;jobid=job@1;");
		assertThat(rank.frame("cmd=info-getjobattr;key=PMI_process_mapping;"))
				.isEqualTo("    68cmd=info-getjobattr-response;rc=0;found=TRUE;value=(vector,(0,1,2));");
		assertThat(rank.frame("cmd=info-getjobattr;key=universeSize;")).endsWith("rc=0;found=TRUE;value=8;");
		assertThat(rank.frame("cmd=info-getjobattr;key=hasNameServ;")).endsWith("rc=0;found=TRUE;value=YES;");
		assertThat(rank.frame("cmd=info-getjobattr;key=PMI_hwloc_xmlfile;")).endsWith("rc=0;found=FALSE;");
		assertThat(rank.frame("cmd=finalize;")).isEqualTo("    27cmd=finalize-response;rc=0;");
		assertThat(pmi.calls).containsExactly("connected job@1:1", "finalized job@1:1");
	}

	@Test
	void attribute_topology_namesTheFileWhenItIsWritten() {
		CompletableFuture<Optional<String>> file = new CompletableFuture<>();
		pmi.open(new SimulatedPmi.Job(JOB, new int[] { 0 }, Map.of(), () -> file));
		Rank rank = pmi.rankOfVersion2(JOB, 0);

		assertThat(rank.frame("cmd=info-getjobattr;key=PMI_hwloc_xmlfile;")).isEmpty();
		file.complete(Optional.of("/tmp/a.xml"));
		pmi.loop.run();

		assertThat(rank.received()).isEqualTo("    62cmd=info-getjobattr-response;rc=0;found=TRUE;value=/tmp/a.xml;");
	}

	@Test
	void start_spawnedJob_namesTheSpawner() {
		pmi.open(new SimulatedPmi.Job(JOB, new int[] { 0 }, Map.of("PARENT_ROOT_PORT_NAME", "tag")));
		Rank rank = pmi.connect(JOB);
		rank.ask("cmd=init pmi_version=2 pmi_subversion=0");

		assertThat(rank.frame("cmd=fullinit;pmirank=0;")).contains(";spawner-jobid=spawner;");
		assertThat(rank.frame("cmd=kvs-get;jobid=job@1;srcid=-1;key=PARENT_ROOT_PORT_NAME;")).endsWith("rc=0;found=TRUE;value=tag;");
		assertThat(rank.frame("cmd=info-getjobattr;key=PARENT_ROOT_PORT_NAME;")).endsWith("rc=0;found=TRUE;value=tag;");
	}

	@Test
	void start_processOfAnotherRank_isRefused() {
		pmi.open(JOB, 0);
		pmi.decision = CompletableFuture.failedFuture(new PmixException(Status.ERR_NO_PERMISSIONS, "it belongs to rank 7"));
		Rank rank = pmi.connect(JOB);
		rank.ask("cmd=init pmi_version=2 pmi_subversion=0");

		assertThat(rank.frame("cmd=fullinit;pmirank=0;")).isEqualTo("    55cmd=fullinit-response;rc=1;errmsg=it belongs to rank 7;");
		assertThat(rank.end.isEnded()).isTrue();
	}

	/** Ranks of one job may speak both versions, as wrappers may set the variable. */
	@Test
	void values_ofBothVersions_areShared() {
		pmi.open(JOB, 0, 0);
		Rank one = pmi.rank(JOB, 0);
		Rank two = pmi.rankOfVersion2(JOB, 1);

		assertThat(two.frame("cmd=kvs-get;jobid=job@1;srcid=-1;key=a;")).contains("rc=0;found=FALSE;");
		assertThat(one.ask("cmd=put kvsname=job@1 key=a value=b")).startsWith("cmd=put_result rc=0");
		assertThat(two.frame("cmd=kvs-put;key=c;value=d e;")).isEqualTo("    26cmd=kvs-put-response;rc=0;");
		assertThat(two.frame("cmd=kvs-fence;")).isEmpty();
		assertThat(one.ask("cmd=barrier_in")).isEqualTo("cmd=barrier_out\n");
		assertThat(two.received()).isEqualTo("    28cmd=kvs-fence-response;rc=0;");
		assertThat(two.frame("cmd=kvs-get;jobid=job@1;srcid=0;key=a;")).endsWith("rc=0;found=TRUE;value=b;");
		assertThat(one.ask("cmd=get kvsname=job@1 key=c")).startsWith("cmd=get_result rc=-1 msg=the_value_of_key_c_cannot_be_sent");
		assertThat(two.frame("cmd=kvs-get;jobid=job@2;key=a;")).contains("found=FALSE;errmsg=kvsname job@2 not found;");
	}

	@Test
	void fence_rankHasEnded_fails() {
		pmi.open(JOB, 0, 0);
		Rank rank = pmi.rankOfVersion2(JOB, 0);
		rank.frame("cmd=kvs-fence;");

		pmi.loop.perform(() -> pmi.service.ended(Proc.of(JOB, 1)));

		assertThat(rank.received()).contains("cmd=kvs-fence-response;rc=1;errmsg=barrier of job@1 cannot complete: rank 1 has ended");
		assertThat(pmi.calls).contains("left job@1:WILDCARD false");
	}

	/** The ring passes the ranks node by node, whatever their order is; the first and the last one are neighbors. */
	@Test
	void ring_lastRankEnters_givesEachTheValuesOfItsNeighborsAgainAndAgain() {
		pmi.open(JOB, 0, 1, 0);
		List<Rank> ranks = List.of(pmi.rankOfVersion2(JOB, 0), pmi.rankOfVersion2(JOB, 1), pmi.rankOfVersion2(JOB, 2));
		for (int round = 0; round < 3; round++) {
			pmi.calls.clear();
			assertThat(ranks.get(2).frame("cmd=ring;ring-count=1;ring-left=l2;ring-right=r2;")).isEmpty();
			assertThat(ranks.get(1).frame("cmd=ring;ring-count=1;ring-left=l1;ring-right=r" + round + ";")).isEmpty();
			assertThat(ranks.get(0).frame("cmd=ring;ring-count=1;ring-left=l0;ring-right=;"))
					.isEqualTo("    63cmd=ring-response;rc=0;ring-count=0;ring-left=r" + round + ";ring-right=l2;");
			assertThat(ranks.get(2).received()).isEqualTo("    61cmd=ring-response;rc=0;ring-count=1;ring-left=;ring-right=l1;");
			assertThat(ranks.get(1).received()).isEqualTo("    63cmd=ring-response;rc=0;ring-count=2;ring-left=r2;ring-right=l0;");
			assertThat(pmi.calls).containsExactly("entered job@1:2", "entered job@1:1", "entered job@1:0", "left job@1:WILDCARD true");
		}
	}

	@Test
	void ring_ofOneRank_givesItsOwnValues() {
		pmi.open(JOB, 0);

		assertThat(pmi.rankOfVersion2(JOB, 0).frame("cmd=ring;ring-count=1;ring-left=a;ring-right=b;"))
				.endsWith("cmd=ring-response;rc=0;ring-count=0;ring-left=b;ring-right=a;");
	}

	/** A ring and a barrier do not release each other. */
	@Test
	void ring_otherRanksInBarrier_waits() {
		pmi.open(JOB, 0, 0);
		Rank one = pmi.rankOfVersion2(JOB, 0);
		Rank two = pmi.rankOfVersion2(JOB, 1);

		assertThat(one.frame("cmd=ring;ring-count=1;ring-left=a;ring-right=a;")).isEmpty();
		assertThat(two.frame("cmd=kvs-fence;")).isEmpty();
		List<Wait> waits = pmi.loop.call(() -> CompletableFuture.completedFuture(pmi.service.waits())).join();

		assertThat(waits).extracting(Wait::text).anyMatch(text -> text.startsWith("ring of job@1 waits for rank 1 of job@1 since "))
				.anyMatch(text -> text.startsWith("barrier of job@1 waits for rank 0 of job@1 since "));
		assertThat(one.received()).isEmpty();
	}

	@Test
	void ring_rankHasEnded_fails() {
		pmi.open(JOB, 0, 0);
		Rank rank = pmi.rankOfVersion2(JOB, 0);
		rank.frame("cmd=ring;ring-count=1;ring-left=a;ring-right=a;");

		pmi.loop.perform(() -> pmi.service.ended(Proc.of(JOB, 1)));

		assertThat(rank.received()).contains("cmd=ring-response;rc=1;errmsg=ring of job@1 cannot complete: rank 1 has ended");
		assertThat(pmi.calls).contains("left job@1:WILDCARD false");
	}

	/** Slurm's library writes a semicolon twice, which MPICH would take for the end of the value. */
	@Test
	void ring_valueThatALibraryCannotRead_isRefusedToItAlone() {
		pmi.open(JOB, 0, 0);
		Rank mpich = pmi.rankOfVersion2(JOB, 0);
		Rank slurm = pmi.connect(JOB);
		slurm.ask("cmd=init pmi_version=2 pmi_subversion=0");
		slurm.frame("cmd=fullinit;srcid=1;threaded=FALSE;");
		assertThat(mpich.frame("cmd=ring;ring-count=1;ring-left=a;ring-right=b;")).isEmpty();

		assertThat(slurm.frame("cmd=ring;ring-count=1;ring-left=c;;d;ring-right=c;;d;")).endsWith("rc=0;ring-count=1;ring-left=b;ring-right=a;");

		assertThat(mpich.received()).contains("cmd=ring-response;rc=1;errmsg=the value of a neighbor cannot be sent");
	}

	@Test
	void nodeAttribute_ofTheSameNode_isFoundAndAwaited() {
		pmi.open(JOB, 0, 0, 1);
		Rank one = pmi.rankOfVersion2(JOB, 0);
		Rank same = pmi.rankOfVersion2(JOB, 1);
		Rank other = pmi.rankOfVersion2(JOB, 2);

		assertThat(same.frame("cmd=info-getnodeattr;key=a;wait=FALSE;")).isEqualTo(NO_VALUE);
		assertThat(same.frame("cmd=info-getnodeattr;key=a;wait=TRUE;")).isEmpty();
		assertThat(one.frame("cmd=info-putnodeattr;key=a;value=b;")).isEqualTo("    35cmd=info-putnodeattr-response;rc=0;");
		assertThat(same.received()).isEqualTo("    54cmd=info-getnodeattr-response;rc=0;found=TRUE;value=b;");
		assertThat(one.frame("cmd=info-getnodeattr;key=a;wait=TRUE;")).endsWith("found=TRUE;value=b;");
		assertThat(other.frame("cmd=info-getnodeattr;key=a;wait=FALSE;")).isEqualTo(NO_VALUE);
	}

	/** No wait is forever: a rank that has ended stores nothing, and neither does one that waits itself. */
	@Test
	void nodeAttribute_thatNoRankCanStore_isNotAwaited() {
		pmi.open(JOB, 0, 0, 0, 1);
		Rank one = pmi.rankOfVersion2(JOB, 0);
		Rank two = pmi.rankOfVersion2(JOB, 1);

		assertThat(one.frame("cmd=info-getnodeattr;key=a;wait=TRUE;")).isEmpty();
		assertThat(two.frame("cmd=info-getnodeattr;key=b;wait=TRUE;")).isEmpty();
		pmi.loop.perform(() -> pmi.service.ended(Proc.of(JOB, 2)));

		assertThat(one.received()).isEqualTo(NO_VALUE);
		assertThat(two.received()).isEqualTo(NO_VALUE);
	}

	@Test
	void waits_nodeAttribute_namesRanksThatMayStoreIt() {
		pmi.open(JOB, 0, 0, 1);
		pmi.rankOfVersion2(JOB, 0).frame("cmd=info-getnodeattr;key=a;wait=TRUE;");

		List<Wait> waits = pmi.loop.call(() -> CompletableFuture.completedFuture(pmi.service.waits())).join();

		assertThat(waits).singleElement().satisfies(wait -> {
			assertThat(wait.text()).startsWith("get of job@1:0 waits for the node's value a since ");
			assertThat(wait.awaited()).containsExactly(Proc.of(JOB, 1));
		});
	}

	@Test
	void names_areThoseOfTheHost() {
		pmi.open(JOB, 0);
		Rank rank = pmi.rankOfVersion2(JOB, 0);
		pmi.published.put("odd", "a;b");

		assertThat(rank.frame("cmd=name-publish;name=a b;port=tag#0;")).isEqualTo("    31cmd=name-publish-response;rc=0;");
		assertThat(rank.frame("cmd=name-publish;name=a b;port=tag#0;")).endsWith("cmd=name-publish-response;rc=1;errmsg=taken;");
		assertThat(rank.frame("cmd=name-lookup;name=a b;")).endsWith("rc=0;found=TRUE;port=tag#0;value=tag#0;");
		assertThat(rank.frame("cmd=name-lookup;name=odd;")).contains("rc=1;errmsg=the value cannot be sent");
		assertThat(rank.frame("cmd=name-unpublish;name=a b;")).isEqualTo("    33cmd=name-unpublish-response;rc=0;");
		assertThat(rank.frame("cmd=name-lookup;name=a b;")).endsWith("rc=1;errmsg=not published;");
	}

	/** Slurm's libpmi2 doubles semicolons, which MPICH cannot read. */
	@Test
	void values_withSemicolons_reachRanksThatEscapeThem() {
		pmi.open(JOB, 0, 0);
		Rank mpich = pmi.rankOfVersion2(JOB, 0);
		Rank slurm = pmi.connect(JOB);
		slurm.ask("cmd=init pmi_version=2 pmi_subversion=0");
		slurm.frame("cmd=fullinit;srcid=1;threaded=FALSE;");
		pmi.published.put("odd", "a;b");

		assertThat(slurm.frame("cmd=kvs-put;key=k;value=c;;d;")).endsWith("cmd=kvs-put-response;rc=0;");
		assertThat(slurm.frame("cmd=kvs-get;jobid=job@1;srcid=1;key=k;")).endsWith("rc=0;found=TRUE;value=c;;d;");
		assertThat(slurm.frame("cmd=name-lookup;name=odd;")).endsWith("found=TRUE;port=a;;b;value=a;;b;");
		assertThat(mpich.frame("cmd=kvs-get;jobid=job@1;srcid=1;key=k;")).contains("found=FALSE;errmsg=the value of key k cannot be sent");
	}

	@Test
	void connect_anotherJob_letsRanksOfBothReadUntilOneDisconnects() {
		pmi.open(JOB, 0);
		pmi.open("job@2", 0);
		Rank one = pmi.rankOfVersion2(JOB, 0);
		Rank two = pmi.rankOfVersion2("job@2", 0);
		one.frame("cmd=kvs-put;key=a;value=of one;");
		two.frame("cmd=kvs-put;key=a;value=of two;");

		assertThat(one.frame("cmd=kvs-get;jobid=job@2;srcid=0;key=a;")).contains("found=FALSE;errmsg=kvsname job@2 not found;");
		assertThat(one.frame("cmd=job-connect;jobid=job@2;")).isEqualTo("    44cmd=job-connect-response;rc=0;kvscopy=FALSE;");
		assertThat(one.frame("cmd=kvs-get;jobid=job@2;srcid=0;key=a;")).endsWith("found=TRUE;value=of two;");
		assertThat(two.frame("cmd=kvs-get;jobid=job@1;srcid=0;key=a;")).endsWith("found=TRUE;value=of one;");
		assertThat(two.frame("cmd=job-disconnect;jobid=job@1;")).isEqualTo("    33cmd=job-disconnect-response;rc=0;");
		assertThat(one.frame("cmd=kvs-get;jobid=job@2;srcid=0;key=a;")).contains("found=FALSE;errmsg=kvsname job@2 not found;");
		assertThat(one.frame("cmd=job-disconnect;jobid=job@2;")).endsWith("rc=1;errmsg=job job@2 is not connected;");
	}

	@Test
	void connect_jobThatIsUnknownOrHasEnded_isRefused() {
		pmi.open(JOB, 0);
		pmi.open("job@2", 0);
		Rank rank = pmi.rankOfVersion2(JOB, 0);
		rank.frame("cmd=job-connect;jobid=job@2;");
		pmi.loop.perform(() -> pmi.service.close("job@2"));

		assertThat(rank.frame("cmd=kvs-get;jobid=job@2;srcid=0;key=a;")).contains("found=FALSE;errmsg=kvsname job@2 not found;");
		assertThat(rank.frame("cmd=job-connect;jobid=job@2;")).endsWith("rc=1;errmsg=this server has no job job@2 whose ranks use PMI;");
	}

	@Test
	void spawn_andAbort_reachTheHost() {
		pmi.open(JOB, 0);
		Rank rank = pmi.rankOfVersion2(JOB, 0);

		assertThat(rank.frame("cmd=spawn;ncmds=1;preputcount=1;ppkey0=k;ppval0=v;subcmd=prog;maxprocs=2;argc=0;infokeycount=0;")).isEmpty();
		pmi.loop.perform(() -> pmi.spawned.complete("job@2"));
		assertThat(rank.received()).isEqualTo("    44cmd=spawn-response;rc=0;jobid=job@2;nerrs=0;");
		rank.frame("cmd=abort;exitcode=3;message=over;");

		assertThat(pmi.calls).contains("spawn prog {k=v}", "abort job@1:0 3");
	}

	@Test
	void frame_unexpectedOrMalformed_closesTheConnectionByName() {
		pmi.open(JOB, 0, 0, 0);
		Rank early = pmi.connect(JOB);
		early.ask("cmd=init pmi_version=2 pmi_subversion=0");
		early.frame("cmd=kvs-fence;");
		Rank twice = pmi.rankOfVersion2(JOB, 1);
		twice.frame("cmd=fullinit;pmirank=1;");
		Rank flies = pmi.rankOfVersion2(JOB, 2);
		flies.frame("cmd=fly;");

		assertThat(List.of(early, twice, flies)).allMatch(rank -> rank.end.isEnded());
		assertThat(pmi.calls)
				.anyMatch(call -> call.contains("the PMI connection of rank 1 was closed: ") && call.endsWith("FullInit a second time"))
				.anyMatch(call -> call.endsWith("the command 'fly' of PMI-2 is not known"));
	}
}
