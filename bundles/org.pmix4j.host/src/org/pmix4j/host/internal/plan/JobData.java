// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import org.pmix4j.host.internal.plan.JobPlan.FoundApp;
import org.pmix4j.job.Node;
import org.pmix4j.job.Session;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.RecoveryOptions;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.model.attributes.SessionDirectoryAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.placement.internal.mapping.MapSummary;
import org.pmix4j.placement.internal.mapping.Placement;

/**
 * Collects the data with which the namespace of a job is registered, for the queries of its processes. Stateless.
 *
 * @see "PMIx Standard, chapter Server-Specific Interfaces, PMIx_server_register_nspace"
 */
public final class JobData {
	private JobData() {
	}

	/**
	 * @param plan the job
	 * @return the data about session, job, programs, nodes and ranks
	 */
	public static Infos of(JobPlan plan) {
		List<Info> infos = new ArrayList<>(job(plan).list());
		plan.request().spawner().ifPresent(spawner -> infos.add(Info.of(ProcAttributes.PARENT_ID, spawner)));
		infos.addAll(plan.request().jobInfos().list());
		infos.addAll(stop(plan));
		infos.add(array(LevelAttributes.SESSION_INFO_ARRAY.key(), session(plan)));
		for (int app = 0; app < plan.apps().size(); app++) {
			infos.add(array(LevelAttributes.APP_INFO_ARRAY.key(), app(plan, app)));
		}
		Map<Node, LocationData> locations = new HashMap<>();
		for (Node node : plan.map().nodes()) {
			LocationData location = new LocationData(plan.session().nodes().on(node).agent().pool().processors().get().machine(),
					plan.map().on(node));
			locations.put(node, location);
			infos.add(array(LevelAttributes.NODE_INFO_ARRAY.key(), node(plan, node).with(location.ofNode())));
		}
		for (Placement rank : plan.map().ranks()) {
			infos.add(array(LevelAttributes.PROC_INFO_ARRAY.key(),
					proc(plan, rank).with(Objects.requireNonNull(locations.get(rank.node())).of(rank))));
		}
		return new Infos(infos);
	}

	/** Returns the data that makes ranks stop for a debugger. A request that spawns them may have said which of them do. */
	private static List<Info> stop(JobPlan plan) {
		String breakpoint = plan.spec().get(JobOptions.BREAKPOINT);
		List<Info> infos = new ArrayList<>(breakpoint.isEmpty() ? List.of() : List.of(Info.of(DebuggerAttributes.BREAKPOINT, breakpoint)));
		switch (plan.spec().stop()) {
			case NONE -> {
			}
			case IN_INIT -> infos.add(Info.of(DebuggerAttributes.DEBUG_STOP_IN_INIT.key(), Rank.WILDCARD));
			case IN_APP -> infos.add(Info.of(DebuggerAttributes.DEBUG_STOP_IN_APP.key(), Rank.WILDCARD));
		}
		Infos asked = plan.request().jobInfos();
		return infos.stream().filter(info -> asked.value(info.key()).isEmpty()).toList();
	}

	private static Infos job(JobPlan plan) {
		List<Node> nodes = plan.map().nodes();
		String names = nodes.stream().map(Node::name).collect(Collectors.joining(","));
		Infos infos = Infos.of(
				Info.of(ServerAttributes.SERVER_NSPACE, plan.server().nspace()),
				Info.of(ServerAttributes.SERVER_RANK, plan.server().rank()),
				Info.of(JobAttributes.JOBID, plan.nspace()),
				Info.of(JobAttributes.JOB_SIZE, plan.size()),
				Info.of(JobAttributes.MAX_PROCS, plan.size()),
				Info.of(JobAttributes.JOB_NUM_APPS, plan.apps().size()),
				Info.of(JobAttributes.NPROC_OFFSET, Rank.of(plan.offset())),
				Info.of(JobAttributes.NUM_NODES, nodes.size()),
				Info.of(JobAttributes.NODE_LIST, names),
				Info.of(ServerAttributes.NODE_MAP, names),
				Info.of(ServerAttributes.PROC_MAP, nodes.stream().map(plan.map()::peers).collect(Collectors.joining(";"))),
				Info.of(SpawnAttributes.MAX_RESTARTS, plan.spec().apps().stream()
						.mapToInt(app -> app.options().get(RecoveryOptions.MAX_RESTARTS)).max().orElse(0)),
				Info.of(SpawnAttributes.MAPBY, plan.map().policy()),
				Info.of(SpawnAttributes.RANKBY, plan.map().summary().rankBy().label()),
				Info.of(SpawnAttributes.BINDTO, plan.map().summary().binding()),
				Info.of(SessionDirectoryAttributes.NSDIR, BytePaths.text(plan.session().nodes().home().directory().job(plan.nspace()))));
		MapSummary summary = plan.map().summary();
		infos = summary.cpusPerRank() == 0 ? infos : infos.with(SpawnAttributes.CPUS_PER_PROC, summary.cpusPerRank());
		return summary.cpuList().isEmpty() ? infos : infos.with(SpawnAttributes.CPU_LIST, summary.cpuList());
	}

	private static Infos session(JobPlan plan) {
		Session session = plan.session().session();
		return Infos.of(
				Info.of(SessionAttributes.SESSION_ID, session.id()),
				Info.of(SessionAttributes.UNIV_SIZE, session.slots()),
				Info.of(SessionAttributes.ALLOCATED_NODELIST, session.nodes().stream().map(Node::name).collect(Collectors.joining(","))),
				Info.of(ServerAttributes.RM_NAME, "pmix4j"),
				Info.of(SessionDirectoryAttributes.TMPDIR, BytePaths.text(plan.session().nodes().home().directory().top())),
				Info.of(SessionDirectoryAttributes.TDIR_RMCLEAN, true));
	}

	private static Infos app(JobPlan plan, int index) {
		FoundApp app = plan.apps().get(index);
		List<String> argv = new ArrayList<>(app.spec().arguments());
		argv.add(0, app.spec().program());
		Infos infos = Infos.of(
				Info.of(AppAttributes.APPNUM, index),
				Info.of(AppAttributes.APP_SIZE, app.spec().ranks()),
				Info.of(JobAttributes.MAX_PROCS, app.spec().ranks()),
				Info.of(SpawnAttributes.MAX_RESTARTS, app.spec().options().get(RecoveryOptions.MAX_RESTARTS)),
				Info.of(AppAttributes.APPLDR, Rank.of(plan.firstRank(index))),
				Info.of(SpawnAttributes.WDIR, BytePaths.text(app.directory())),
				Info.of(AppAttributes.APP_ARGV, String.join(" ", argv)));
		String set = app.spec().options().get(AppOptions.PSET);
		return set.isEmpty() ? infos : infos.with(GroupAttributes.PSET_NAME, set);
	}

	private static Infos node(JobPlan plan, Node node) {
		List<Placement> local = plan.map().on(node);
		int busy = local.get(0).nodeRank() - local.get(0).localRank();
		Infos infos = Infos.of(
				Info.of(NodeAttributes.HOSTNAME, node.name()),
				Info.of(NodeAttributes.NODEID, node.id()),
				Info.of(NodeAttributes.LOCAL_SIZE, local.size()),
				Info.of(NodeAttributes.NODE_SIZE, busy + local.size()),
				Info.of(NodeAttributes.LOCALLDR, Rank.of(local.get(0).rank())),
				Info.of(NodeAttributes.LOCAL_PEERS, plan.map().peers(node)),
				Info.of(NodeAttributes.LOCAL_PROCS,
						DataArray.ofProcs(local.stream().map(placement -> Proc.of(plan.nspace(), placement.rank())).toList())));
		if (node.equals(plan.session().nodes().home().node())) {
			infos = infos.concat(NodeFacts.of(node));
		}
		// Open MPI 5 takes the mere presence of this key for true, and then makes waiting ranks yield the processor
		return plan.map().isOversubscribed(node) ? infos.with(NodeAttributes.NODE_OVERSUBSCRIBED, true) : infos;
	}

	private static Infos proc(JobPlan plan, Placement rank) {
		Infos infos = Infos.of(
				Info.of(ProcAttributes.RANK, Rank.of(rank.rank())),
				Info.of(AppAttributes.APPNUM, rank.app()),
				Info.of(ProcAttributes.APP_RANK, Rank.of(rank.appRank())),
				Info.of(ProcAttributes.GLOBAL_RANK, Rank.of(plan.offset() + rank.rank())),
				Info.of(ProcAttributes.LOCAL_RANK, rank.localRank()),
				Info.of(ProcAttributes.NODE_RANK, rank.nodeRank()),
				Info.of(NodeAttributes.NODEID, rank.node().id()),
				Info.of(NodeAttributes.HOSTNAME, rank.node().name()),
				Info.of(ProcAttributes.REINCARNATION, 0),
				Info.of(ProcAttributes.SPAWNED, plan.request().spawner().isPresent()),
				Info.of(SessionDirectoryAttributes.PROCDIR, BytePaths.text(plan.directory(rank.node()).rank(plan.nspace(), rank.rank()))));
		return plan.request().spawner().map(spawner -> infos.with(ProcAttributes.PARENT_ID, spawner)).orElse(infos);
	}

	/**
	 * @param rank     a rank that is started again
	 * @param restarts how many times it was started before
	 * @return the data that differ from those of its predecessor
	 */
	public static Infos again(Proc rank, int restarts) {
		return Infos.of(array(LevelAttributes.PROC_INFO_ARRAY.key(),
				Infos.of(Info.of(ProcAttributes.RANK, rank.rank()), Info.of(ProcAttributes.REINCARNATION, restarts))));
	}

	private static Info array(String key, Infos infos) {
		return Info.of(key, DataArray.of(infos));
	}
}
