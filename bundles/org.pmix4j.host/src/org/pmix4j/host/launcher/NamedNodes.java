// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.launcher;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.internal.memory.JobMemory;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.model.PmixException;
import org.pmix4j.placement.internal.allocation.NodeNames;
import org.pmix4j.placement.internal.allocation.NodeSelection;
import org.pmix4j.placement.internal.allocation.PlacementFiles;
import org.pmix4j.server.options.NodeName;

/** The nodes that a job names in its lists of hosts and its hostfiles, which are read once, when they are needed. Used by one thread. */
public final class NamedNodes {
	private final JobSpec job;
	private @Nullable PlacementFiles files;

	/**
	 * Names the job, and reads nothing yet.
	 *
	 * @param job the order
	 */
	public NamedNodes(JobSpec job) {
		this.job = job;
	}

	/**
	 * Lists the other machines, which need another engine than the local one.
	 *
	 * @return the names in the lists of hosts, or else in the hostfiles, which do not mean this machine
	 * @throws PmixException JOB_ALLOC_FAILED if a list or a hostfile is wrong
	 */
	public List<String> otherMachines() throws PmixException {
		NodeNames own = new NodeNames(NodeName.ofThisMachine(), true);
		List<String> others = new ArrayList<>();
		for (AppSpec app : job.apps()) {
			for (String name : NodeSelection.sequence(List.of(), app.options(), job.directory(), files())) {
				if (!own.isMeantBy(name)) {
					others.add(name);
				}
			}
		}
		return others;
	}

	/** {@return the order} */
	public JobSpec job() {
		return job;
	}

	/** Returns its files. */
	PlacementFiles files() {
		PlacementFiles known = files;
		if (known == null) {
			known = PlacementFiles.read(job, new JobMemory(Runtime.getRuntime().maxMemory()).share());
			files = known;
		}
		return known;
	}
}
