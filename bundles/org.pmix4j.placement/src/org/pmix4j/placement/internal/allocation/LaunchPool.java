// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.allocation;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.placement.internal.allocation.NodeSelection.Selected;

/**
 * Computes the slots of this machine for a host that is started for one job, as PRRTE computes its allocation: those of the resource
 * manager if there is one, else the sum of those that the job's lists of hosts state, else those of its hostfiles. Stateless.
 *
 * @see "PRRTE, ras/base/ras_base_allocate.c"
 */
public final class LaunchPool {
	private LaunchPool() {
	}

	/**
	 * Applies the allocation of a resource manager.
	 *
	 * @param machine this machine
	 * @param managed the allocation
	 * @return this machine with its slots in the allocation
	 * @throws IOException if this machine is not in the allocation, or without slots; the message names it
	 */
	public static PoolNode managed(PoolNode machine, ManagedAllocation managed) throws IOException {
		int slots = 0;
		boolean found = false;
		for (Map.Entry<String, Integer> node : managed.slots().entrySet()) {
			if (machine.names().isMeantBy(node.getKey())) {
				found = true;
				slots += node.getValue();
			}
		}
		if (slots == 0) {
			throw new IOException(allocation(managed) + (found ? " gives this machine, " + machine.names().name() + ", no slot"
					: " does not contain this machine, " + machine.names().name() + ", but only " + list(managed.nodes())
							+ "; start pmix4j on one of them, as ranks run on the machine of the launcher only"));
		}
		return machine.withSlots(slots, 0);
	}

	/**
	 * @param machine this machine
	 * @param managed an allocation that contains it
	 * @return what the user must know about the other nodes; empty if there are none
	 */
	public static List<String> notes(PoolNode machine, ManagedAllocation managed) {
		List<String> others = managed.nodes().stream().filter(node -> !machine.names().isMeantBy(node)).toList();
		return others.isEmpty() ? List.of()
				: List.of(allocation(managed) + " has " + managed.nodes().size() + " nodes, but ranks run on this one only; "
						+ list(others) + (others.size() == 1 ? " stays" : " stay") + " unused");
	}

	private static String allocation(ManagedAllocation managed) {
		return "the " + managed.manager() + " allocation " + managed.id();
	}

	private static String list(List<String> nodes) {
		int most = 4;
		return nodes.size() <= most ? String.join(", ", nodes)
				: String.join(", ", nodes.subList(0, most)) + " and " + (nodes.size() - most) + " more";
	}

	/**
	 * Applies the lists of hosts and the hostfiles of a job.
	 *
	 * @param machine this machine
	 * @param job     the order
	 * @param files   the hostfiles that the order names
	 * @return this machine with the slots that they state; the same if they state none
	 * @throws PmixException JOB_ALLOC_FAILED if another machine is named, or none
	 */
	public static PoolNode listed(PoolNode machine, JobSpec job, PlacementFiles files) throws PmixException {
		int listed = 0;
		int inFile = -1;
		int most = machine.maxSlots();
		for (AppSpec app : job.apps()) {
			if (!NodeSelection.isPresent(app.options())) {
				continue;
			}
			List<Selected> nodes = new NodeSelection(List.of(machine), new HashMap<>(), files).select(app.options(), job.directory());
			for (Selected node : nodes) {
				if (app.options().isSet(PlacementOptions.HOSTS)) {
					listed += node.slots;
				} else if (node.given && inFile < 0) {
					inFile = node.slots;
				}
				most = node.maxSlots > 0 ? node.maxSlots : most;
			}
		}
		int slots = listed > 0 ? listed : inFile;
		return slots < 0 ? machine : machine.withSlots(slots, most);
	}
}
