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

import org.pmix4j.host.AppSpec;
import org.pmix4j.host.JobSpec;
import org.pmix4j.host.Node;
import org.pmix4j.host.internal.allocation.PlacementFiles;
import org.pmix4j.host.internal.node.NodeAgent;
import org.pmix4j.host.internal.placement.JobMap;
import org.pmix4j.host.internal.placement.JobMapper;
import org.pmix4j.host.internal.placement.MappingOrders;
import org.pmix4j.host.internal.placement.NodePool;
import org.pmix4j.host.internal.plan.JobPlan.FoundApp;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.session.SessionNode;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.spawn.JobOrigin;
import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.host.options.AppOptions;
import org.pmix4j.host.options.JobOptions;
import org.pmix4j.host.options.PlacementOptions;
import org.pmix4j.host.options.SpawnOptions;
import org.pmix4j.model.PmixException;

/** Decides about a job before anything is started: maps its ranks and finds its programs. Stateless. */
public final class JobPlanner {
	private JobPlanner() {
	}

	/**
	 * Maps a job and counts its ranks on the nodes of the session. To be called on the host's thread.
	 *
	 * @param host    the host
	 * @param session the session that it runs in
	 * @param spec    the order
	 * @param files   the files that its placement options name
	 * @param origin  the process that has spawned it; empty for a launched job
	 * @return the places of its ranks
	 * @throws PmixException with the status of the job if it cannot be mapped; the message says why
	 */
	public static JobMap map(HostContext host, SessionRun session, JobSpec spec, PlacementFiles files, Optional<JobOrigin> origin)
			throws PmixException {
		Optional<List<Node>> places = origin.flatMap(from -> from.order().places());
		if (places.isPresent()) {
			JobMap map = ColocatedMap.of(spec, places.get(), session.resources().busy());
			occupy(session, spec, map);
			return map;
		}
		boolean starts = !spec.get(JobOptions.DO_NOT_LAUNCH);
		try {
			JobMap map = map(host, session, spec, files, origin, starts ? takenByOthers(session) : Map.of());
			occupy(session, spec, map);
			return map;
		} finally {
			if (starts) {
				show(host, session);
			}
		}
	}

	/**
	 * Maps to processors that other hosts have not taken. If too few are free, ranks are not bound, or, if the user asks for a binding, to any
	 * processors, as under mpirun.
	 */
	private static JobMap map(HostContext host, SessionRun session, JobSpec spec, PlacementFiles files, Optional<JobOrigin> origin,
			Map<Node, BitSet> byOthers) throws PmixException {
		Map<Node, BitSet> own = host.sessions().taken();
		if (!byOthers.isEmpty()) {
			Map<Node, BitSet> all = new HashMap<>(own);
			byOthers.forEach((node, processors) -> all.merge(node, processors, JobPlanner::union));
			boolean binds = spec.apps().stream().anyMatch(app -> app.options().isSet(PlacementOptions.BIND_TO));
			for (JobSpec each : binds ? List.of(spec) : List.of(spec, unbound(spec))) {
				try {
					return map(session, each, files, origin, all);
				} catch (PmixException e) {
					HostLog.log(Level.DEBUG, "not mapped to the processors that other hosts have left", e);
				}
			}
		}
		return map(session, spec, files, origin, own);
	}

	private static JobSpec unbound(JobSpec spec) {
		List<AppSpec> apps = spec.apps().stream().map(app -> app.withOption(PlacementOptions.BIND_TO, "none")).toList();
		return new JobSpec(apps, spec.directory(), spec.environment(), spec.options(), spec.sink(), spec.input());
	}

	private static JobMap map(SessionRun session, JobSpec spec, PlacementFiles files, Optional<JobOrigin> origin, Map<Node, BitSet> taken)
			throws PmixException {
		NodePool pool = new NodePool(session.nodes().pool(), session.resources().busy(), taken,
				Optional.of(session.nodes().home().node()), origin.flatMap(JobOrigin::bookmark));
		return JobMapper.map(MappingOrders.of(spec, pool, files));
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

	/** Shows other hosts the processors of all jobs. */
	private static void show(HostContext host, SessionRun session) {
		Map<Node, BitSet> taken = host.sessions().taken();
		for (SessionNode node : session.nodes().all()) {
			node.agent().take(taken.getOrDefault(node.node(), new BitSet()));
		}
	}

	private static BitSet union(BitSet one, BitSet other) {
		BitSet both = (BitSet) one.clone();
		both.or(other);
		return both;
	}

	private static void occupy(SessionRun session, JobSpec spec, JobMap map) {
		session.nodes().occupy(counted(spec, map));
	}

	/** Returns the places that take slots. */
	private static JobMap counted(JobSpec spec, JobMap map) {
		return spec.apps().stream().noneMatch(app -> app.options().get(SpawnOptions.TOOLS)) ? map
				: new JobMap(map.ranks().stream().filter(rank -> !spec.apps().get(rank.app()).options().get(SpawnOptions.TOOLS)).toList(),
						map.summary());
	}

	/**
	 * Frees the slots of a job that {@link #map} has mapped.
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
	 * @param spec    the order
	 * @param map     the places of its ranks
	 * @param offset  the number of its rank 0 among all ranks of the session
	 * @param origin  the process that has spawned it; empty for a launched job
	 * @return the plan
	 * @throws IOException if a program is missing or cannot be executed, or a file to be preloaded is missing
	 */
	public static JobPlan plan(HostContext host, SessionRun session, String nspace, JobSpec spec, JobMap map, int offset,
			Optional<JobOrigin> origin) throws IOException {
		NodeAgent home = session.nodes().home().agent();
		Map<String, String> inherited = AppOptions.inherited(spec.options(), ChildEnvironment.withoutForeign(spec.environment()));
		List<FoundApp> apps = new ArrayList<>();
		for (AppSpec app : spec.apps()) {
			apps.add(AppFinder.find(home, spec.directory(), session.nodes().home().directory().job(nspace), app, inherited));
		}
		return new JobPlan(nspace, offset, spec, apps, session, map, host.server().identity(), origin);
	}
}
