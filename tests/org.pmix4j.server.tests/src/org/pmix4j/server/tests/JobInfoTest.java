// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.CpuSet;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.InfoDirectives;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.LibraryAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.model.attributes.TopologyAttributes;
import org.pmix4j.wire.internal.codec.Zlib;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyKind;

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
		return JobDataText.lines(reply.data(), release.format());
	}

	@Test
	void request_of422_matchesTheCServer() throws PmixException {
		register(CapturedJobInfo.told());

		List<String> expected = new ArrayList<>(JobDataText.lines(CapturedJobInfo.answer().data(), Release.R42.format()));
		List<String> told = told(Release.R42);
		assertThat(told).containsAll(expected);
		assertThat(told).as("plus node id and local peers, which the C server omits")
				.filteredOn(line -> !expected.contains(line))
				.allMatch(line -> line.startsWith("pmix.node.arr vm (PMIX_STRING): pmix.nodeid=0") || line.contains("pmix.lprocs="))
				.hasSize(3);
	}

	@ParameterizedTest
	@EnumSource
	void request_ofEveryRelease_namesTheDialectOfTheData(Release release) throws PmixException {
		register(CapturedJobInfo.told());

		assertThat(JobDataText.plain(told(release))).contains(LibraryAttributes.BFROPS_MODULE.key() + "=" + release.version().text());
	}

	@Test
	void request_sessionWithId_startsWithTheId() throws PmixException {
		register(Infos.of(Info.of(SessionAttributes.SESSION_ID, 7), Info.of(SessionAttributes.UNIV_SIZE, 3)));

		assertThat(JobDataText.plain(told(Release.R42))).containsSubsequence("pmix.session.id=7", "pmix.ssn.arr 7 by pmix.session.id",
				"pmix.ssn.arr 7: pmix.univ.size=3");
		assertThat(JobDataText.plain(told(Release.R3))).containsOnlyOnce("pmix.session.id=7");
	}

	@Test
	void request_sessionWithoutId_hasNone() throws PmixException {
		register(Infos.of(Info.of(SessionAttributes.UNIV_SIZE, 3)));

		assertThat(told(Release.R42)).noneMatch(line -> line.startsWith("pmix.session.id="));
	}

	@ParameterizedTest
	@EnumSource(names = { "R429", "R5", "R60", "R61" })
	void request_ofLaterReleases_hasTheSameReply(Release release) throws PmixException {
		register(CapturedJobInfo.told());

		List<String> expected = told(Release.R42).stream().map(line -> line.replace("4.2.2rc2", release.version().text())).toList();
		assertThat(told(release)).isEqualTo(expected);
	}

	@ParameterizedTest
	@EnumSource
	void request_keyUnknownToRelease42_isSentToOthersOnly(Release release) throws PmixException {
		Info newer = Info.of(TopologyAttributes.TOPOLOGY_INDEX, 1);
		Info unheardOf = Info.of("pmix.unheard.of", PmixValue.Bool.TRUE);
		Info own = Info.of("own.key", PmixValue.Bool.TRUE);
		register(Infos.of(newer, unheardOf, own, Info.of(LevelAttributes.PROC_INFO_ARRAY,
				DataArray.of(Infos.of(Info.of(ProcAttributes.RANK, Rank.of(1)), newer, unheardOf, own)))));

		boolean stumbles = release == Release.R42 || release == Release.R429;
		assertThat(told(release)).as("for the job and for the rank").filteredOn(line -> line.contains("own.key")).hasSize(2);
		assertThat(told(release)).filteredOn(line -> line.contains("pmix.topo.index") || line.contains("pmix.unheard.of"))
				.hasSize(stumbles ? 0 : 4);
	}

	@ParameterizedTest
	@EnumSource(names = { "R3", "R40", "R41" })
	void request_before42_hasSessionKeysOutsideArray(Release release) throws PmixException {
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
	void request_before32_hasNodesByNameAndOwnNodeOutsideArray() throws PmixException {
		register(CapturedJobInfo.told());

		List<String> told = told(Release.R2);
		assertThat(told).noneMatch(line -> line.startsWith("pmix.node.arr"));
		assertThat(told).anyMatch(line -> line.startsWith("vm ") && line.contains("pmix.lpeers"));
		assertThat(told).anyMatch(line -> line.startsWith("node1 ") && line.contains("pmix.lpeers"));
		assertThat(told).anyMatch(line -> line.startsWith("pmix.lpeers=") && line.contains("0,1"));
		assertThat(told).anyMatch(line -> line.startsWith("pmix.local.size="));
	}

	@Test
	void request_valueOfAnUnknownType_isOmitted() throws PmixException {
		register(Infos.of(Info.of(JobAttributes.JOB_SIZE, 2), Info.of("my.cpus", new CpuSet("hwloc:0-3"))));

		assertThat(told(Release.R42)).anyMatch(line -> line.startsWith("my.cpus="));
		assertThat(told(Release.R3)).noneMatch(line -> line.startsWith("my.cpus=")).anyMatch(line -> line.startsWith("pmix.job.size="));
	}

	@Test
	void request_namespaceWithoutData_returnsItsName() throws PmixException {
		register(Infos.EMPTY);

		assertThat(told(Release.R42)).noneMatch(line -> line.startsWith("pmix.job.size"));
	}

	@Test
	void request_unregisteredNamespace_returnsItsName() throws PmixException {
		server.client(Proc.of("job1", 0));

		assertThat(told(Release.R42)).isEmpty();
	}

	@Test
	void register_mapsOnly_derivesRanksNodesAndSizes() throws PmixException {
		register(Infos.of(Info.of(ServerAttributes.NODE_MAP, "vm,node1"), Info.of(ServerAttributes.PROC_MAP, "0,2;1")));

		assertThat(JobDataText.plain(told(Release.R42))).contains("pmix.job.size=3", "pmix.max.size=3", "pmix.num.nodes=2",
				"pmix.nlist=vm,node1", "pmix.node.arr vm: pmix.lpeers=0,2", "pmix.node.arr vm: pmix.local.size=2",
				"pmix.node.arr vm: pmix.lldr=0", "pmix.node.arr node1: pmix.lldr=1", "pmix.pblob 2: pmix.lrank=1",
				"pmix.pblob 2: pmix.nrank=1",
				"pmix.pblob 2: pmix.hname=vm", "pmix.pblob 1: pmix.nodeid=1", "pmix.pblob 1: pmix.lrank=0", "pmix.pblob 1: pmix.appnum=0");
	}

	@ParameterizedTest
	@EnumSource
	void register_mapsInEveryForm_giveSameData(MapForm form) throws PmixException {
		register(Infos.of(form.nodes, form.procs));

		assertThat(JobDataText.plain(told(Release.R42))).contains("pmix.nlist=n1,n2,n3", "pmix.job.size=6", "pmix.node.arr n2: pmix.lpeers=2,3",
				"pmix.node.arr n3: pmix.lldr=4", "pmix.pblob 5: pmix.hname=n3", "pmix.pblob 5: pmix.lrank=1");
	}

	/** Forms of the maps for three nodes with two ranks each. */
	private enum MapForm {
		PLAIN(ServerAttributes.NODE_MAP.key(), new PmixValue.Str("n1,n2,n3"), ServerAttributes.PROC_MAP.key(),
				new PmixValue.Str("0,1;2,3;4,5")),
		RAW_KEYS(ServerAttributes.NODE_MAP_RAW.key(), new PmixValue.Str("n1,n2,n3"), ServerAttributes.PROC_MAP_RAW.key(),
				new PmixValue.Str("0,1;2,3;4,5")),
		NATIVE(ServerAttributes.NODE_MAP.key(), new PmixValue.Str("pmix[n[1:1-3]]"), ServerAttributes.PROC_MAP.key(),
				new PmixValue.Str("pmix[0-1;2-3;4-5]")),
		NATIVE_REGEX(ServerAttributes.NODE_MAP.key(), regex("pmix[n[1:1-3]]\0".getBytes(UTF_8)), ServerAttributes.PROC_MAP.key(),
				regex("pmix[0-1;2-3;4-5]\0".getBytes(UTF_8))),
		COMPRESSED(ServerAttributes.NODE_MAP.key(), regex(compressed("n1,n2,n3")), ServerAttributes.PROC_MAP.key(),
				regex(compressed("0,1;2,3;4,5")));

		private final Info nodes;
		private final Info procs;

		MapForm(String nodeKey, PmixValue nodes, String procKey, PmixValue procs) {
			this.nodes = Info.of(nodeKey, nodes);
			this.procs = Info.of(procKey, procs);
		}

		private static PmixValue regex(byte[] bytes) {
			return new PmixValue.Regex(ByteObject.wrap(bytes));
		}

		/** Compresses as the C library does. */
		private static byte[] compressed(String list) {
			byte[] block = Zlib.deflate(ByteObject.wrap((list + '\0').getBytes(UTF_8))).toByteArray();
			byte[] head = ("blob:\0component=zlib:\0size=" + block.length + ":\0").getBytes(UTF_8);
			return ByteBuffer.allocate(head.length + block.length).put(head).put(block).array();
		}
	}

	@Test
	void register_allRanksKnown_countsApps() throws PmixException {
		register(Infos.of(Info.of(ServerAttributes.NODE_MAP, "vm"), Info.of(ServerAttributes.PROC_MAP, "0,1,2"),
				Info.of(JobAttributes.NPROC_OFFSET, Rank.of(10)),
				array(LevelAttributes.PROC_INFO_ARRAY.key(), Info.of(ProcAttributes.RANK, Rank.of(2)), Info.of(AppAttributes.APPNUM, 1))));

		assertThat(JobDataText.plain(told(Release.R42))).contains("pmix.app.arr 0: pmix.app.size=2", "pmix.app.arr 0: pmix.aldr=0",
				"pmix.app.arr 1: pmix.app.size=1", "pmix.app.arr 1: pmix.aldr=2", "pmix.pblob 1: pmix.apprank=1",
				"pmix.pblob 2: pmix.apprank=0", "pmix.pblob 2: pmix.grank=12", "pmix.job.napps=2");
	}

	@Test
	void register_nodeAlias_isSameNode() throws PmixException {
		register(Infos.of(array(LevelAttributes.NODE_INFO_ARRAY.key(), Info.of(NodeAttributes.HOSTNAME, "vm"),
				Info.of(NodeAttributes.HOSTNAME_ALIASES, "vm.example.org,other")),
				array(LevelAttributes.NODE_INFO_ARRAY.key(), Info.of(NodeAttributes.HOSTNAME, "vm.example.org"),
						Info.of(NodeAttributes.NODE_SIZE, 3))));

		assertThat(JobDataText.plain(told(Release.R42))).contains("pmix.num.nodes=1", "pmix.node.arr vm: pmix.node.size=3");
	}

	@Test
	void register_severalQualifiedValuesOfAKey_areAllSent() throws PmixException {
		register(Infos.of(array(LevelAttributes.PROC_INFO_ARRAY.key(), Info.of(ProcAttributes.RANK, Rank.of(0)), qualified(1), qualified(2))));

		assertThat(told(Release.R42)).filteredOn(line -> line.startsWith("pmix.pblob 0: pmix.qual.val=")).hasSize(2);
	}

	private static Info qualified(int number) {
		return array("pmix.qual.val", Info.of("my.key", new PmixValue.UInt32(number)),
				new Info("my.condition", new PmixValue.UInt32(number), InfoDirectives.QUALIFIER));
	}

	@Test
	void register_withoutData_isRegistered() throws PmixException {
		register(Infos.of(Info.of(ServerAttributes.REGISTER_NODATA, true)));

		assertThat(told(Release.R42)).noneMatch(line -> line.startsWith("pmix.reg.nodata"));
	}

	@Test
	void register_dataOfTheHost_isNotOverwritten() throws PmixException {
		register(Infos.of(Info.of(ServerAttributes.NODE_MAP, "vm"), Info.of(ServerAttributes.PROC_MAP, "0,1"),
				Info.of(JobAttributes.MAX_PROCS, 9), array(LevelAttributes.PROC_INFO_ARRAY.key(), Info.of(ProcAttributes.RANK, Rank.of(1)),
						Info.of(ProcAttributes.NODE_RANK, 5))));

		assertThat(JobDataText.plain(told(Release.R42))).contains("pmix.max.size=9", "pmix.pblob 1: pmix.nrank=5",
				"pmix.pblob 1: pmix.lrank=1");
	}

	@Test
	void register_nestedArrays_areSeparated() throws PmixException {
		Info node = array(LevelAttributes.NODE_INFO_ARRAY.key(), Info.of(NodeAttributes.HOSTNAME, "vm"),
				Info.of(NodeAttributes.NODE_SIZE, 3));
		register(Infos.of(array(LevelAttributes.JOB_INFO_ARRAY.key(), Info.of(JobAttributes.JOB_SIZE, 2),
				array(LevelAttributes.SESSION_INFO_ARRAY.key(), Info.of(SessionAttributes.SESSION_ID, 7), node))));

		assertThat(JobDataText.plain(told(Release.R42))).contains("pmix.job.size=2", "pmix.ssn.arr 7 by pmix.session.id",
				"pmix.node.arr vm: pmix.node.size=3");
	}

	@Test
	void register_nodeById_isFoundInMap() throws PmixException {
		register(Infos.of(Info.of(ServerAttributes.NODE_MAP, "vm,node1"), Info.of(ServerAttributes.PROC_MAP, "0;1"),
				array(LevelAttributes.NODE_INFO_ARRAY.key(), Info.of(NodeAttributes.NODEID, 1), Info.of(NodeAttributes.NODE_SIZE, 3))));

		assertThat(JobDataText.plain(told(Release.R42))).contains("pmix.node.arr node1: pmix.node.size=3");
	}

	@Test
	void register_arrayWithoutSubject_isRefused() {
		assertRefused(Infos.of(array(LevelAttributes.PROC_INFO_ARRAY.key(), Info.of(ProcAttributes.LOCAL_RANK, 1))), "PMIX_RANK");
		assertRefused(Infos.of(array(LevelAttributes.NODE_INFO_ARRAY.key(), Info.of(NodeAttributes.NODEID, 3))), "node 3");
	}

	@Test
	void register_appDataOutsideOfArraysWithSeveralApps_isRefused() {
		assertRefused(Infos.of(array(LevelAttributes.APP_INFO_ARRAY.key(), Info.of(AppAttributes.APPNUM, 0)),
				array(LevelAttributes.APP_INFO_ARRAY.key(), Info.of(AppAttributes.APPNUM, 1)), Info.of(AppAttributes.APP_SIZE, 1)),
				"2 applications");
	}

	@Test
	void register_malformedMap_isRefused() {
		assertRefused(Infos.of(Info.of(ServerAttributes.PROC_MAP, "0-;x")), "");
		assertRefused(Infos.of(Info.of(ServerAttributes.NODE_MAP.key(), new PmixValue.UInt32(1))), "must be a string");
	}

	private void assertRefused(Infos infos, String why) {
		assertThatThrownBy(() -> register(infos)).isInstanceOfSatisfying(PmixException.class,
				e -> assertThat(e.status()).isNotEqualTo(Status.SUCCESS)).hasMessageContaining(why);
	}

	@Test
	void register_again_addsAndReplacesData() throws PmixException {
		register(Infos.of(Info.of(ServerAttributes.NODE_MAP, "vm"), Info.of(ServerAttributes.PROC_MAP, "0,1"),
				Info.of(JobAttributes.JOBID, "one")));
		register(Infos.of(Info.of(JobAttributes.JOBID, "two"), Info.of("my.key", new PmixValue.UInt32(5)),
				array(LevelAttributes.PROC_INFO_ARRAY.key(), Info.of(ProcAttributes.RANK, Rank.of(1)), Info.of(ProcAttributes.NODE_RANK, 7))));

		assertThat(JobDataText.plain(told(Release.R42))).contains("pmix.jobid=two", "my.key=5", "pmix.job.size=2", "pmix.pblob 1: pmix.nrank=7",
				"pmix.pblob 1: pmix.lrank=1", "pmix.pblob 0: pmix.nrank=0").doesNotContain("pmix.jobid=one");
	}

	@Test
	void register_againWithAnotherMap_derivesAgain() throws PmixException {
		register(Infos.of(Info.of(ServerAttributes.NODE_MAP, "vm"), Info.of(ServerAttributes.PROC_MAP, "0,1")));
		register(Infos.of(Info.of(ServerAttributes.NODE_MAP, "vm,node1"), Info.of(ServerAttributes.PROC_MAP, "0,1;2")));

		assertThat(JobDataText.plain(told(Release.R42))).contains("pmix.job.size=3", "pmix.num.nodes=2", "pmix.pblob 2: pmix.hname=node1");
	}

	@Test
	void register_manyVersionsOfPeers_cachesFewReplies() throws PmixException {
		register(CapturedJobInfo.told());
		for (int i = 0; i < 100; i++) {
			TestPeer peer = server.greet(Hellos.withVersion(Hellos.client(Proc.of("job1", 0), Release.R42), "4.2." + i),
					Release.R42.format());
			Reply.JobInfoReply reply = peer.ask(JobRequest.JobInfoRequest.INSTANCE, ReplyKind.JOB_INFO);

			assertThat(JobDataText.plain(JobDataText.lines(reply.data(), Release.R42.format()))).contains("pmix.bfrops.mod=4.2." + i);
		}
	}

	private static Info array(String key, Info... infos) {
		return Info.of(key, DataArray.of(Infos.of(infos)));
	}
}
