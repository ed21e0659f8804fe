// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Rank;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.server.internal.jobinfo.JobInfo;
import org.pmix4j.server.internal.jobinfo.JobInfoDeriver;
import org.pmix4j.server.internal.jobinfo.JobInfoReader;
import org.pmix4j.wire.Limits;

/** Tests data of ranks and nodes that follow from the maps, in unusual maps, too. */
class DerivedJobInfoTest {
	private static JobInfo complete(String nodes, String ranks, Info... more) throws PmixException {
		List<Info> infos = new ArrayList<>(List.of(Info.of(ServerAttributes.NODE_MAP, nodes), Info.of(ServerAttributes.PROC_MAP, ranks)));
		infos.addAll(List.of(more));
		return JobInfoDeriver.complete("job", JobInfoReader.read(new Infos(infos), "a", Limits.DEFAULT));
	}

	private static Info rank(int rank, Info... infos) {
		return Info.of(LevelAttributes.PROC_INFO_ARRAY, DataArray.of(Infos.of(Info.of(ProcAttributes.RANK, Rank.of(rank))).with(infos)));
	}

	/** Returns node, number of the node and local rank. */
	private static List<String> places(JobInfo job) {
		return job.ranks().entrySet().stream().map(rank -> Integer.toUnsignedString(rank.getKey()) + ": "
				+ text(rank.getValue(), "pmix.hname") + " " + text(rank.getValue(), "pmix.nodeid") + " " + text(rank.getValue(), "pmix.lrank"))
				.toList();
	}

	private static List<String> all(JobInfo job, String key) {
		return job.ranks().values().stream().map(values -> text(values, key)).toList();
	}

	private static String text(Map<String, PmixValue> values, String key) {
		PmixValue value = values.get(key);
		return value == null ? "none" : value.toString().replaceAll("^\\w+\\[value=(.*)]$", "$1");
	}

	@Test
	void ranks_roundRobin_haveTheirPlaces() throws PmixException {
		assertThat(places(complete("a,b", "0,2,4;1,3"))).containsExactly("0: a 0 0", "1: b 1 0", "2: a 0 1", "3: b 1 1", "4: a 0 2");
	}

	@Test
	void ranks_listedTwice_areWhereTheyComeFirst() throws PmixException {
		assertThat(places(complete("a,b", "1,0,1;0-2"))).containsExactly("0: a 0 1", "1: a 0 0", "2: b 1 2");
	}

	@Test
	void ranks_above2To31_comeLast() throws PmixException {
		assertThat(places(complete("a", "4294967000-4294967001,0"))).containsExactly("0: a 0 2", "4294967000: a 0 0", "4294967001: a 0 1");
	}

	@Test
	void ranks_outsideOfTheMap_haveNoPlace() throws PmixException {
		assertThat(places(complete("a", "1-2;3-4", rank(0), rank(7)))).containsExactly("0: none none none", "1: a 0 0", "2: a 0 1",
				"7: none none none");
	}

	@Test
	void appRanks_ofSeveralApps_countEachApp() throws PmixException {
		Info second = Info.of(AppAttributes.APPNUM, 1);
		JobInfo job = complete("a,b", "0-2;3-5", rank(1, second), rank(4, second), Info.of(JobAttributes.NPROC_OFFSET, Rank.of(10)));

		assertThat(all(job, "pmix.appnum")).containsExactly("0", "1", "0", "0", "1", "0");
		assertThat(all(job, "pmix.apprank")).containsExactly("0", "0", "1", "2", "1", "3");
		assertThat(all(job, "pmix.grank")).containsExactly("10", "11", "12", "13", "14", "15");
		assertThat(job.apps().values().stream().map(app -> text(app, AppAttributes.APPLDR.key()) + " " + text(app, "pmix.app.size")))
				.containsExactly("0 4", "1 2");
	}

	@Test
	void appRanks_ofAnIncompleteJob_areUnknown() throws PmixException {
		JobInfo job = complete("a", "0-2", Info.of(JobAttributes.JOB_SIZE, 4));

		assertThat(all(job, "pmix.apprank")).containsOnly("none").hasSize(3);
		assertThat(job.apps()).isEmpty();
	}

	@Test
	void registeredData_takePrecedence() throws PmixException {
		JobInfo job = complete("a", "0-1", rank(1, Info.of(ProcAttributes.LOCAL_RANK, 5), Info.of(NodeAttributes.HOSTNAME, "c")));

		assertThat(places(job)).containsExactly("0: a 0 0", "1: c 0 5");
	}

	@Test
	void nodes_registeredUnderAnAlias_areTheSameNode() throws PmixException {
		JobInfo job = complete("short,b", "0-1;2", node(Info.of(NodeAttributes.HOSTNAME, "long"),
				Info.of(NodeAttributes.HOSTNAME_ALIASES, "other,short")), node(Info.of(NodeAttributes.HOSTNAME, "other"),
				Info.of(NodeAttributes.LOCAL_SIZE, 9)));

		assertThat(job.nodes().keySet()).containsExactly("long", "b");
		assertThat(text(job.nodes().get("long"), "pmix.lpeers")).isEqualTo("0,1");
		assertThat(text(job.nodes().get("long"), "pmix.local.size")).isEqualTo("9");
		assertThat(job.node(1).map(node -> text(node, "pmix.hname"))).contains("b");
		assertThat(job.node(2)).isEmpty();
	}

	private static Info node(Info... infos) {
		return Info.of(LevelAttributes.NODE_INFO_ARRAY, DataArray.of(Infos.of(infos)));
	}

	@Test
	void data_ofAllJobs_areMergedWithThoseOfTheJob() throws PmixException {
		JobInfo job = complete("a,b", "0;1");
		JobInfo common = JobInfoReader.read(Infos.of(node(Info.of(NodeAttributes.HOSTNAME, "b"), Info.of(NodeAttributes.LOCAL_SIZE, 9)),
				rank(1, Info.of(ProcAttributes.LOCAL_RANK, 7)), rank(3)), "a", Limits.DEFAULT);
		JobInfo both = common.with(job);

		assertThat(places(both)).containsExactly("0: a 0 0", "1: b 1 0", "3: none none none");
		assertThat(both.nodes().values().stream().map(node -> node.keySet().stream().sorted().collect(Collectors.joining(" "))))
				.containsOnly("pmix.hname pmix.lldr pmix.local.size pmix.lpeers pmix.lprocs pmix.nodeid");
		assertThat(text(both.nodes().get("b"), "pmix.local.size")).isEqualTo("1");
	}
}
