// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4j.model.CpuSet;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.wire.message.JobRequest;
import org.pmix4j.wire.message.Reply;
import org.pmix4j.wire.message.ReplyKind;

class JobInfoTest {
	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final TestServer server;

	JobInfoTest() throws PmixException {
		server = TestServer.onNode(CapturedJobInfo.NODE);
	}

	private void register(Infos infos) throws PmixException {
		server.get(server.core().registerNamespace("job1", 2, infos));
		server.client(Proc.of("job1", 0));
	}

	private List<String> told(Release release) throws PmixException {
		TestPeer peer = server.connect("job1", 0, release);
		Reply.JobInfoReply reply = peer.ask(JobRequest.JobInfoRequest.INSTANCE, ReplyKind.JOB_INFO);
		assertThat(reply.nspace()).isEqualTo("job1");
		return Told.lines(reply.data(), release.format());
	}

	@Test
	void request_of422_isAnsweredAsByTheCServer() throws PmixException {
		register(CapturedJobInfo.told());

		List<String> expected = new ArrayList<>(Told.lines(CapturedJobInfo.answer().data(), Release.R42.format()));
		String more = "pmix.node.arr vm: pmix.nodeid=0";
		assertThat(told(Release.R42)).as("and the number of its own node, which the C server does not know")
				.filteredOn(line -> !Told.plain(List.of(line)).contains(more)).containsExactlyInAnyOrderElementsOf(expected);
		assertThat(Told.plain(told(Release.R42))).contains(more);
	}

	@ParameterizedTest
	@EnumSource(names = { "R429", "R5", "R60", "R61" })
	void request_ofLaterReleases_isAnsweredAlike(Release release) throws PmixException {
		register(CapturedJobInfo.told());

		List<String> expected = told(Release.R42).stream().map(line -> line.replace("4.2.2rc2", release.version().text())).toList();
		assertThat(told(release)).isEqualTo(expected);
	}

	@ParameterizedTest
	@EnumSource(names = { "R3", "R40", "R41" })
	void request_before42_hasSessionKeysLoose(Release release) throws PmixException {
		register(CapturedJobInfo.told());

		List<String> told = told(release);
		assertThat(told).anyMatch(line -> line.startsWith("pmix.univ.size="));
		assertThat(told).noneMatch(line -> line.startsWith("pmix.ssn.arr"));
		assertThat(told).filteredOn(line -> line.startsWith("pmix.node.arr")).isEqualTo(
				told(Release.R42).stream().filter(line -> line.startsWith("pmix.node.arr")).toList());
		assertThat(told).filteredOn(line -> line.startsWith("pmix.pblob")).isEqualTo(
				told(Release.R42).stream().filter(line -> line.startsWith("pmix.pblob")).toList());
	}

	@Test
	void request_before32_hasNodesByNameAndTheOwnOneLooseToo() throws PmixException {
		register(CapturedJobInfo.told());

		List<String> told = told(Release.R2);
		assertThat(told).noneMatch(line -> line.startsWith("pmix.node.arr"));
		assertThat(told).anyMatch(line -> line.startsWith("vm ") && line.contains("pmix.lpeers"));
		assertThat(told).anyMatch(line -> line.startsWith("node1 ") && line.contains("pmix.lpeers"));
		assertThat(told).anyMatch(line -> line.startsWith("pmix.lpeers=") && line.contains("0,1"));
		assertThat(told).anyMatch(line -> line.startsWith("pmix.local.size="));
	}

	@Test
	void request_valueOfATypeThatTheReleaseDoesNotKnow_isLeftOut() throws PmixException {
		register(Infos.of(Info.of(JobAttributes.JOB_SIZE, 2), Info.of("my.cpus", new CpuSet("hwloc:0-3"))));

		assertThat(told(Release.R42)).anyMatch(line -> line.startsWith("my.cpus="));
		assertThat(told(Release.R3)).noneMatch(line -> line.startsWith("my.cpus=")).anyMatch(line -> line.startsWith("pmix.job.size="));
	}

	@Test
	void request_namespaceOfWhichNothingWasTold_isAnsweredWithItsName() throws PmixException {
		register(Infos.EMPTY);

		assertThat(told(Release.R42)).noneMatch(line -> line.startsWith("pmix.job.size"));
	}

	@Test
	void request_namespaceNotRegisteredYet_isAnsweredWithItsName() throws PmixException {
		server.client(Proc.of("job1", 0));

		assertThat(told(Release.R42)).isEmpty();
	}

	@Test
	void register_mapsAlone_giveRanksNodesAndSizes() throws PmixException {
		register(Infos.of(Info.of(ServerAttributes.NODE_MAP, "vm,node1"), Info.of(ServerAttributes.PROC_MAP, "0,2;1")));

		assertThat(Told.plain(told(Release.R42))).contains("pmix.job.size=3", "pmix.max.size=3", "pmix.num.nodes=2",
				"pmix.nlist=vm,node1", "pmix.node.arr vm: pmix.lpeers=0,2", "pmix.node.arr vm: pmix.local.size=2",
				"pmix.node.arr vm: pmix.lldr=0", "pmix.node.arr node1: pmix.lldr=1", "pmix.pblob 2: pmix.lrank=1",
				"pmix.pblob 2: pmix.nrank=1",
				"pmix.pblob 2: pmix.hname=vm", "pmix.pblob 1: pmix.nodeid=1", "pmix.pblob 1: pmix.lrank=0", "pmix.pblob 1: pmix.appnum=0");
	}

	@Test
	void register_whatTheHostTells_isNotOverwritten() throws PmixException {
		register(Infos.of(Info.of(ServerAttributes.NODE_MAP, "vm"), Info.of(ServerAttributes.PROC_MAP, "0,1"),
				Info.of(JobAttributes.MAX_PROCS, 9), array(LevelAttributes.PROC_INFO_ARRAY.key(), Info.of(ProcAttributes.RANK, Rank.of(1)),
						Info.of(ProcAttributes.NODE_RANK, 5))));

		assertThat(Told.plain(told(Release.R42))).contains("pmix.max.size=9", "pmix.pblob 1: pmix.nrank=5",
				"pmix.pblob 1: pmix.lrank=1");
	}

	@Test
	void register_arraysInArrays_areTakenApart() throws PmixException {
		Info node = array(LevelAttributes.NODE_INFO_ARRAY.key(), Info.of(NodeAttributes.HOSTNAME, "vm"),
				Info.of(NodeAttributes.NODE_SIZE, 3));
		register(Infos.of(array(LevelAttributes.JOB_INFO_ARRAY.key(), Info.of(JobAttributes.JOB_SIZE, 2),
				array(LevelAttributes.SESSION_INFO_ARRAY.key(), Info.of(SessionAttributes.SESSION_ID, 7), node))));

		assertThat(Told.plain(told(Release.R42))).contains("pmix.job.size=2", "pmix.ssn.arr 7 by pmix.session.id",
				"pmix.node.arr vm: pmix.node.size=3");
	}

	@Test
	void register_nodeByItsNumber_isFoundInTheMap() throws PmixException {
		register(Infos.of(Info.of(ServerAttributes.NODE_MAP, "vm,node1"), Info.of(ServerAttributes.PROC_MAP, "0;1"),
				array(LevelAttributes.NODE_INFO_ARRAY.key(), Info.of(NodeAttributes.NODEID, 1), Info.of(NodeAttributes.NODE_SIZE, 3))));

		assertThat(Told.plain(told(Release.R42))).contains("pmix.node.arr node1: pmix.node.size=3");
	}

	@Test
	void register_arrayThatDoesNotSayWhatItIsAbout_isRefused() {
		assertRefused(Infos.of(array(LevelAttributes.PROC_INFO_ARRAY.key(), Info.of(ProcAttributes.LOCAL_RANK, 1))), "PMIX_RANK");
		assertRefused(Infos.of(array(LevelAttributes.NODE_INFO_ARRAY.key(), Info.of(NodeAttributes.NODEID, 3))), "node 3");
	}

	@Test
	void register_programDataLooseWithSeveralPrograms_isRefused() {
		assertRefused(Infos.of(array(LevelAttributes.APP_INFO_ARRAY.key(), Info.of(AppAttributes.APPNUM, 0)),
				array(LevelAttributes.APP_INFO_ARRAY.key(), Info.of(AppAttributes.APPNUM, 1)), Info.of(AppAttributes.APP_SIZE, 1)),
				"2 programs");
	}

	@Test
	void register_mapThatIsNone_isRefused() {
		assertRefused(Infos.of(Info.of(ServerAttributes.PROC_MAP, "0-;x")), "");
		assertRefused(Infos.of(Info.of(ServerAttributes.NODE_MAP.key(), new PmixValue.UInt32(1))), "must be a string");
	}

	private void assertRefused(Infos infos, String why) {
		assertThatThrownBy(() -> register(infos)).isInstanceOfSatisfying(PmixException.class,
				e -> assertThat(e.status()).isNotEqualTo(Status.SUCCESS)).hasMessageContaining(why);
	}

	@Test
	void register_again_replacesWhatWasToldBefore() throws PmixException {
		register(Infos.of(Info.of(JobAttributes.JOB_SIZE, 2), Info.of(JobAttributes.JOBID, "one")));
		register(Infos.of(Info.of(JobAttributes.JOB_SIZE, 2), Info.of(JobAttributes.JOBID, "two")));

		assertThat(Told.plain(told(Release.R42))).contains("pmix.jobid=two");
	}

	@Test
	void register_manyVersionsOfPeers_keepsFewAnswers() throws PmixException {
		register(CapturedJobInfo.told());
		for (int i = 0; i < 100; i++) {
			TestPeer peer = server.greet(Hellos.withVersion(Hellos.client(Proc.of("job1", 0), Release.R42), "4.2." + i),
					Release.R42.format());
			Reply.JobInfoReply reply = peer.ask(JobRequest.JobInfoRequest.INSTANCE, ReplyKind.JOB_INFO);

			assertThat(Told.plain(Told.lines(reply.data(), Release.R42.format()))).contains("pmix.bfrops.mod=4.2." + i);
		}
	}

	private static Info array(String key, Info... infos) {
		return Info.of(key, DataArray.of(Infos.of(infos)));
	}
}
