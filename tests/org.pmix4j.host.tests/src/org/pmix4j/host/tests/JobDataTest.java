// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.pmix4j.host.internal.node.SimulatedAgent;
import org.pmix4j.host.internal.plan.JobData;
import org.pmix4j.host.internal.plan.JobPlan;
import org.pmix4j.host.internal.plan.JobPlan.FoundApp;
import org.pmix4j.host.internal.session.SessionNode;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.spawn.LaunchRequest;
import org.pmix4j.host.tests.node.SimulatedNode;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.internal.policy.Binding;
import org.pmix4j.job.internal.policy.MappingPolicyReader;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.model.attributes.SessionDirectoryAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.model.attributes.TopologyAttributes;
import org.pmix4j.placement.internal.allocation.NodeShare;
import org.pmix4j.placement.internal.allocation.SimulatedPool;
import org.pmix4j.placement.internal.mapping.JobMap;
import org.pmix4j.placement.internal.mapping.JobMapper;
import org.pmix4j.placement.internal.mapping.MappingOrder;
import org.pmix4j.placement.internal.mapping.MappingOrder.AppOrder;
import org.pmix4j.placement.internal.topology.HardwareObject;
import org.pmix4j.placement.internal.topology.SyntheticHardware;
import org.pmix4j.process.internal.process.Program;
import org.pmix4j.server.options.NodeName;

/** The job data of two programs on two nodes with two slots each: {@code a a : b b b}. */
class JobDataTest {
	private static final String NSPACE = "base@4";

	private final SessionNode one = SimulatedNode.inSession(0, "one", 2);
	private final SessionNode two = SimulatedNode.inSession(1, "two", 2);
	private final Infos data;

	JobDataTest() throws PmixException {
		SessionRun session = new SessionRun(9, List.of(one, two), one);
		JobSpec spec = JobSpec.of(AppSpec.of(2, "a", "x", "y"), AppSpec.of(3, "b"));
		data = JobData.of(new JobPlan(NSPACE, 10, LaunchRequest.of(spec, JobListener.NONE), List.of(found(spec.apps().get(0)),
				found(spec.apps().get(1))), session,
				map(spec), Proc.of("base@0", 0)));
	}

	@Test
	void job_twoPrograms_hasSizesAndMaps() throws Exception {
		assertThat(data.get(JobAttributes.JOB_SIZE)).contains(5);
		assertThat(data.get(JobAttributes.MAX_PROCS)).contains(5);
		assertThat(data.get(JobAttributes.JOB_NUM_APPS)).contains(2);
		assertThat(data.get(JobAttributes.NUM_NODES)).contains(2);
		assertThat(data.get(JobAttributes.JOBID)).contains(NSPACE);
		assertThat(data.get(JobAttributes.NPROC_OFFSET)).contains(Rank.of(10));
		assertThat(data.get(ServerAttributes.NODE_MAP)).contains("one,two");
		assertThat(data.get(ServerAttributes.PROC_MAP)).contains("0,1;2,3,4");
		assertThat(data.get(ServerAttributes.SERVER_NSPACE)).contains("base@0");
		assertThat(data.get(ServerAttributes.SERVER_RANK)).contains(Rank.of(0));
		assertThat(data.get(SpawnAttributes.MAPBY)).contains("BYUSER:OVERSUBSCRIBE");
		assertThat(data.get(SessionDirectoryAttributes.NSDIR)).contains("/simulated/one/" + NSPACE);
	}

	@Test
	void node_ofTheServer_hasItsNamesAndMemory() throws Exception {
		Infos own = arrays(LevelAttributes.NODE_INFO_ARRAY).get(0);

		assertThat(own.get(NodeAttributes.HOSTNAME_ALIASES).orElseThrow().split(",")).startsWith("one").endsWith("localhost")
				.contains(NodeName.ofThisMachine());
		assertThat(own.get(NodeAttributes.AVAIL_PHYS_MEMORY).orElseThrow()).isGreaterThan(1L << 20);
		assertThat(arrays(LevelAttributes.NODE_INFO_ARRAY).get(1).contains(NodeAttributes.HOSTNAME_ALIASES)).isFalse();
	}

	@Test
	void session_twoNodes_hasUniverseSizeAndDirectory() throws Exception {
		Infos session = arrays(LevelAttributes.SESSION_INFO_ARRAY).get(0);

		assertThat(session.get(SessionAttributes.SESSION_ID)).contains(9);
		// the slots, as all releases of C say, although five ranks run on them
		assertThat(session.get(SessionAttributes.UNIV_SIZE)).contains(4);
		assertThat(session.get(SessionDirectoryAttributes.TMPDIR)).contains("/simulated/one");
		assertThat(session.get(SessionDirectoryAttributes.TDIR_RMCLEAN)).contains(true);
	}

	@Test
	void apps_each_beginsWithItsNumber() throws Exception {
		List<Infos> apps = arrays(LevelAttributes.APP_INFO_ARRAY);

		assertThat(apps).hasSize(2).allMatch(app -> app.list().get(0).key().equals(AppAttributes.APPNUM.key()));
		assertThat(apps.get(0).get(AppAttributes.APP_ARGV)).contains("a x y");
		assertThat(apps.get(1).get(AppAttributes.APPNUM)).contains(1);
		assertThat(apps.get(1).get(AppAttributes.APP_SIZE)).contains(3);
		assertThat(apps.get(1).get(AppAttributes.APPLDR)).contains(Rank.of(2));
		assertThat(apps.get(1).get(SpawnAttributes.WDIR)).contains("/work");
	}

	@Test
	void nodes_each_listsItsRanks() throws Exception {
		List<Infos> nodes = arrays(LevelAttributes.NODE_INFO_ARRAY);
		Infos second = nodes.get(1);

		assertThat(nodes).hasSize(2);
		assertThat(nodes.get(0).get(NodeAttributes.NODE_OVERSUBSCRIBED)).as("absent, as Open MPI 5 takes even false for true").isEmpty();
		assertThat(second.get(NodeAttributes.HOSTNAME)).contains("two");
		assertThat(second.get(NodeAttributes.NODEID)).contains(1);
		assertThat(second.get(NodeAttributes.LOCAL_SIZE)).contains(3);
		assertThat(second.get(NodeAttributes.NODE_SIZE)).contains(3);
		assertThat(second.get(NodeAttributes.LOCALLDR)).contains(Rank.of(2));
		assertThat(second.get(NodeAttributes.LOCAL_PEERS)).contains("2,3,4");
		assertThat(second.get(NodeAttributes.LOCAL_PROCS).orElseThrow().procs())
				.containsExactly(Proc.of(NSPACE, 2), Proc.of(NSPACE, 3), Proc.of(NSPACE, 4));
		assertThat(second.get(NodeAttributes.NODE_OVERSUBSCRIBED)).contains(true);
	}

	@Test
	void procs_each_beginsWithItsRank() throws Exception {
		List<Infos> procs = arrays(LevelAttributes.PROC_INFO_ARRAY);
		Infos last = procs.get(4);

		assertThat(procs).hasSize(5).allMatch(proc -> proc.list().get(0).key().equals(ProcAttributes.RANK.key()));
		assertThat(last.get(ProcAttributes.RANK)).contains(Rank.of(4));
		assertThat(last.get(AppAttributes.APPNUM)).contains(1);
		assertThat(last.get(ProcAttributes.APP_RANK)).contains(Rank.of(2));
		assertThat(last.get(ProcAttributes.GLOBAL_RANK)).contains(Rank.of(14));
		assertThat(last.get(ProcAttributes.LOCAL_RANK)).contains(2);
		assertThat(last.get(ProcAttributes.NODE_RANK)).contains(2);
		assertThat(last.get(NodeAttributes.NODEID)).contains(1);
		assertThat(last.get(NodeAttributes.HOSTNAME)).contains("two");
		assertThat(last.get(SessionDirectoryAttributes.PROCDIR)).contains("/simulated/two/" + NSPACE + "/4");
	}

	/** PMIx has no attribute for the rank on a NUMA domain; the locality names the domains. */
	@Test
	void procs_boundOnTwoPackages_haveTheirRankOnThePackageAndTheirLocality() throws Exception {
		SimulatedAgent agent = new SimulatedAgent(SimulatedPool.parse(List.of("one:slots=4:package:2 numa:1 core:2 pu:1"), () -> {
			throw new IllegalStateException("this machine does not matter");
		}).get(0));
		HardwareObject machine = agent.pool().processors().get().machine();
		SessionNode node = new SessionNode(agent, agent.openSession());
		JobSpec spec = JobSpec.of(4, "a");
		NodeShare share = new NodeShare(agent.node(), 4, 0, 0, true, machine, machine.processors());
		JobMap map = JobMapper.map(MappingOrder.of(List.of(new AppOrder("a", 4, List.of(share))), MappingPolicyReader.read("core"))
				.with(Optional.empty(), Binding.parse("core")));

		Infos bound = JobData.of(new JobPlan(NSPACE, 0, LaunchRequest.of(spec, JobListener.NONE), List.of(found(spec.apps().get(0))),
				new SessionRun(9, List.of(node), node),
				map, Proc.of("base@0", 0)));

		List<Infos> procs = arrays(bound, LevelAttributes.PROC_INFO_ARRAY);
		assertThat(values(procs, ProcAttributes.PACKAGE_RANK)).containsExactly(0, 1, 0, 1);
		assertThat(values(procs, TopologyAttributes.CPUSET)).containsExactly("0", "1", "2", "3");
		assertThat(values(procs, TopologyAttributes.LOCALITY_STRING)).containsExactly("SK0:CR0:HT0:NM0", "SK0:CR1:HT1:NM0",
				"SK1:CR2:HT2:NM1", "SK1:CR3:HT3:NM1");
		assertThat(arrays(bound, LevelAttributes.NODE_INFO_ARRAY).get(0).get(TopologyAttributes.LOCAL_CPUSETS)).contains("0:1:2:3");
	}

	private static <T> List<T> values(List<Infos> each, Attribute<T> attribute) throws PmixException {
		List<T> values = new ArrayList<>();
		for (Infos infos : each) {
			infos.get(attribute).ifPresent(values::add);
		}
		return values;
	}

	private List<Infos> arrays(Attribute<DataArray> attribute) throws PmixException {
		return arrays(data, attribute);
	}

	private static List<Infos> arrays(Infos data, Attribute<DataArray> attribute) throws PmixException {
		List<Infos> found = new ArrayList<>();
		for (Info info : data) {
			if (info.key().equals(attribute.key())) {
				found.add(attribute.read(info.value()).infos());
			}
		}
		return found;
	}

	private JobMap map(JobSpec spec) throws PmixException {
		HardwareObject hardware = SyntheticHardware.parse("package:1 core:2 pu:1");
		List<NodeShare> shares = List.of(new NodeShare(one.node(), 2, 0, 0, true, hardware, hardware.processors()),
				new NodeShare(two.node(), 2, 0, 0, true, hardware, hardware.processors()));
		List<AppOrder> apps = spec.apps().stream().map(app -> new AppOrder(app.program(), app.ranks(), shares)).toList();
		return JobMapper.map(MappingOrder.of(apps, MappingPolicyReader.read("rankfile:file=f:oversubscribe"))
				.with(Optional.empty(), Binding.parse("none")).withFile(List.of("rank 0=one slot=0", "rank 1=one slot=0", "rank 2=two slot=0",
						"rank 3=two slot=0", "rank 4=two slot=0")));
	}

	private static FoundApp found(AppSpec app) {
		return new FoundApp(app, new Program(app.program(), Path.of("/bin").resolve(app.program())), app.arguments(), Path.of("/work"),
				Map.of(), Duration.ZERO, List.of());
	}
}
