// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.placement.internal.allocation.NodeSelection;
import org.pmix4j.placement.internal.allocation.PlacementFiles;

/**
 * Decides about the number of ranks of programs that leave it open: as many as the mapping policy places, else one for each free slot.
 * Stateless.
 */
public final class RankCounts {
	private RankCounts() {
	}

	/**
	 * Completes an order. Reads the hardware of nodes, which may block, only if a mapping policy decides.
	 *
	 * @param job   the order; a program without {@link AppOptions#RANKS} leaves their number open
	 * @param pool  the nodes of the session
	 * @param files the files that the placement options name
	 * @return the order with a number of ranks, at least 1, for each program
	 * @throws PmixException if the job cannot be mapped; the message says why
	 */
	public static JobSpec complete(JobSpec job, NodePool pool, PlacementFiles files) throws PmixException {
		boolean open = false;
		boolean byPolicy = false;
		for (AppSpec app : job.apps()) {
			open |= !app.options().isSet(AppOptions.RANKS);
			byPolicy |= app.options().isSet(PlacementOptions.MAP_BY) || app.options().isSet(PlacementOptions.PER_RESOURCE_COUNT)
					|| app.options().isSet(PlacementOptions.CPU_LIST) || app.options().isSet(PlacementOptions.CPUS_PER_RANK);
		}
		if (!open) {
			return job;
		}
		List<Integer> counts = byPolicy ? JobMapper.count(MappingOrders.open(job, pool, files)) : List.of();
		List<AppSpec> apps = new ArrayList<>();
		for (AppSpec app : job.apps()) {
			if (!app.options().isSet(AppOptions.RANKS)) {
				int ranks = byPolicy ? counts.get(apps.size())
						: NodeSelection.slots(pool.nodes(), pool.busy(), app.options(), job.directory(), files);
				apps.add(app.withOption(AppOptions.RANKS, Math.max(1, ranks)));
			} else {
				apps.add(app);
			}
		}
		return new JobSpec(apps, job.directory(), job.environment(), job.options(), job.sink(), job.input());
	}
}
