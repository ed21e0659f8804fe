// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.plan;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

import org.pmix4j.host.internal.node.NodeAgent;
import org.pmix4j.host.internal.plan.JobPlan.FoundApp;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.session.SessionNode;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.spawn.LaunchRequest;
import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.ForeignVariables;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.Node;
import org.pmix4j.job.internal.policy.MapBy;
import org.pmix4j.job.internal.policy.MappingPolicyReader;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.job.options.SpawnOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.placement.internal.allocation.PlacementFiles;
import org.pmix4j.placement.internal.allocation.PoolNode;
import org.pmix4j.placement.internal.mapping.JobMap;
import org.pmix4j.placement.internal.mapping.JobMapper;
import org.pmix4j.placement.internal.mapping.MappingOrders;
import org.pmix4j.placement.internal.mapping.NodePool;

/** Decides about a job before anything is started: maps its ranks and finds its programs. Stateless. */
public final class JobPlanner {
	/** Ranks and programs whose mapping takes no time. */
	private static final int FEW = 256;
	/** The characters of a list of nodes whose reading takes no time. */
	private static final int SHORT = 4096;

	private JobPlanner() {
	}

	/**
	 * @param spec the order
	 * @return whether its mapping takes longer than a millisecond
	 */
	public static boolean isLong(JobSpec spec) {
		long names = 0;
		for (AppSpec app : spec.apps()) {
			for (JobOption<String> list : PlacementOptions.LISTS) {
				names += app.options().isSet(list) ? app.options().get(list).length() : 0;
			}
		}
		return spec.size() + spec.apps().size() > FEW || names > SHORT;
	}

	/**
	 * Prepares the mapping of a job; {@link #mapped} must follow before the next one. To be called on the host's thread.
	 *
	 * @param host    the host
	 * @param session the session that it runs in
	 * @param request for it
	 * @param files   the files that its placement options name
	 * @return finds the places of its ranks, on any thread; fails with the status of the job if it cannot be mapped
	 */
	public static Callable<JobMap> mapping(HostContext host, SessionRun session, LaunchRequest request, PlacementFiles files) {
		JobSpec spec = request.spec();
		Map<Node, Integer> busy = session.resources().busy();
		Optional<List<Node>> places = request.places();
		if (places.isPresent()) {
			return () -> ColocatedMap.of(spec, places.get(), busy);
		}
		List<PoolNode> nodes = session.nodes().pool();
		Optional<Node> head = Optional.of(session.nodes().home().node());
		Map<Node, BitSet> own = host.sessions().taken();
		Map<Node, BitSet> byOthers = spec.get(JobOptions.DO_NOT_LAUNCH) ? Map.of() : takenByOthers(session);
		return () -> map(spec, own, byOthers,
				(each, taken) -> JobMapper.map(MappingOrders.of(each, new NodePool(nodes, busy, taken, head, request.bookmark()), files)));
	}

	/**
	 * Counts the ranks of a mapped job on the nodes of the session. To be called on the host's thread.
	 *
	 * @param host    the host
	 * @param session the session that it runs in
	 * @param spec    the order
	 * @param map     the places of its ranks; empty if it could not be mapped
	 */
	public static void mapped(HostContext host, SessionRun session, JobSpec spec, Optional<JobMap> map) {
		map.ifPresent(places -> session.nodes().occupy(counted(spec, places)));
		if (!spec.get(JobOptions.DO_NOT_LAUNCH)) {
			show(host, session);
			session.nodes().all().forEach(node -> node.agent().chosen());
		}
	}

	/** Maps a job to nodes of which some processors are taken. */
	@FunctionalInterface
	private interface Mapper {
		JobMap map(JobSpec spec, Map<Node, BitSet> taken) throws PmixException;
	}

	/**
	 * Maps to processors that other hosts have not taken. If too few are free, ranks are not bound, or, if the user requests a binding, to any
	 * processors, as under mpirun. Processors that the user names are used in any case.
	 */
	private static JobMap map(JobSpec spec, Map<Node, BitSet> own, Map<Node, BitSet> byOthers, Mapper mapper) throws PmixException {
		if (!byOthers.isEmpty() && !namesProcessors(spec)) {
			Map<Node, BitSet> all = new HashMap<>(own);
			byOthers.forEach((node, processors) -> all.merge(node, processors, JobPlanner::union));
			boolean binds = spec.apps().stream().anyMatch(app -> app.options().isSet(PlacementOptions.BIND_TO));
			for (JobSpec each : binds ? List.of(spec) : List.of(spec, unbound(spec))) {
				try {
					return mapper.map(each, all);
				} catch (PmixException e) {
					HostLog.log(Level.DEBUG, "not mapped to the processors that other hosts have left", e);
				}
			}
		}
		return mapper.map(spec, own);
	}

	private static boolean namesProcessors(JobSpec spec) throws PmixException {
		for (AppSpec app : spec.apps()) {
			Optional<MapBy> policy = MappingPolicyReader.read(app.options().get(PlacementOptions.MAP_BY)).by();
			if (app.options().isSet(PlacementOptions.CPU_LIST)
					|| policy.filter(by -> by == MapBy.RANK_FILE || by == MapBy.CPU_LIST).isPresent()) {
				return true;
			}
		}
		return false;
	}

	private static JobSpec unbound(JobSpec spec) {
		List<AppSpec> apps = spec.apps().stream().map(app -> app.withOption(PlacementOptions.BIND_TO, "none")).toList();
		return new JobSpec(apps, spec.directory(), spec.environment(), spec.options(), spec.sink(), spec.input());
	}

	private static Map<Node, BitSet> takenByOthers(SessionRun session) {
		Map<Node, BitSet> taken = new HashMap<>();
		for (SessionNode node : session.nodes().all()) {
			BitSet processors = node.agent().takenByOthers();
			if (!processors.isEmpty()) {
				taken.put(node.node(), processors);
			}
		}
		return taken;
	}

	/** Shows other hosts the processors of all jobs. If that is impossible, the map, and what it takes, are valid nevertheless. */
	private static void show(HostContext host, SessionRun session) {
		try {
			Map<Node, BitSet> taken = host.sessions().taken();
			for (SessionNode node : session.nodes().all()) {
				node.agent().take(taken.getOrDefault(node.node(), new BitSet()));
			}
		} catch (RuntimeException e) {
			HostLog.log(Level.WARNING, "other hosts do not see which processors the jobs of this one are bound to", e);
		}
	}

	private static BitSet union(BitSet one, BitSet other) {
		BitSet both = (BitSet) one.clone();
		both.or(other);
		return both;
	}

	/** Returns the places that take slots. */
	private static JobMap counted(JobSpec spec, JobMap map) {
		return spec.apps().stream().noneMatch(app -> app.options().get(SpawnOptions.TOOLS)) ? map
				: new JobMap(map.ranks().stream().filter(rank -> !spec.apps().get(rank.app()).options().get(SpawnOptions.TOOLS)).toList(),
						map.summary());
	}

	/**
	 * Frees the slots of a job that {@link #mapped} has counted.
	 *
	 * @param host    the host
	 * @param session the session that it runs in
	 * @param spec    the order
	 * @param map     the places of its ranks
	 */
	public static void vacate(HostContext host, SessionRun session, JobSpec spec, JobMap map) {
		session.nodes().vacate(counted(spec, map));
		show(host, session);
	}

	/**
	 * Plans a mapped job. Blocks on the file system, so it must not be called on the host's thread. Searches programs on the server's
	 * node: all nodes of a session are expected to hold them under the same path.
	 *
	 * @param host    the host
	 * @param session the session that it runs in
	 * @param nspace  its namespace
	 * @param request for it
	 * @param map     the places of its ranks
	 * @param offset  the number of its rank 0 among all ranks of the session
	 * @return the plan
	 * @throws IOException if a program is missing or cannot be executed, or a file to be preloaded is missing
	 */
	public static JobPlan plan(HostContext host, SessionRun session, String nspace, LaunchRequest request, JobMap map, int offset)
			throws IOException {
		JobSpec spec = request.spec();
		NodeAgent home = session.nodes().home().agent();
		Map<String, String> inherited = AppOptions.inherited(spec.options(), ForeignVariables.without(spec.environment()));
		List<FoundApp> apps = new ArrayList<>();
		for (AppSpec app : spec.apps()) {
			apps.add(AppFinder.find(home, spec, session.nodes().home().directory().job(nspace), app, inherited));
		}
		return new JobPlan(nspace, offset, request, apps, session, map, host.server().identity());
	}
}
