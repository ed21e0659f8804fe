// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.plan;

import java.io.IOException;
import java.util.ArrayList;
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
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.spawn.JobOrigin;
import org.pmix4j.host.options.AppOptions;
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
		NodePool pool = new NodePool(session.nodes().pool(), session.resources().busy(), host.sessions().taken(),
				Optional.of(session.nodes().home().node()), origin.flatMap(JobOrigin::bookmark));
		JobMap map = JobMapper.map(MappingOrders.of(spec, pool, files));
		occupy(session, spec, map);
		return map;
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
	 * @param session the session that it runs in
	 * @param spec    the order
	 * @param map     the places of its ranks
	 */
	public static void vacate(SessionRun session, JobSpec spec, JobMap map) {
		session.nodes().vacate(counted(spec, map));
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
