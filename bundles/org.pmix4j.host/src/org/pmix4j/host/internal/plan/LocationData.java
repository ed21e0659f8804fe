// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

import org.pmix4j.model.Info;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.TopologyAttributes;
import org.pmix4j.placement.internal.mapping.Placement;
import org.pmix4j.placement.internal.topology.HardwareObject;
import org.pmix4j.placement.internal.topology.LocalityText;

/**
 * The data about the processors of the ranks of a job on one node. An unbound rank has none: PRRTE sends a locality without text, which
 * older releases of Open MPI do not expect. Used while the job data is collected, on one thread.
 */
final class LocationData {
	private static final Info[] NONE = {};

	private final LocalityText localities;
	private final List<Placement> local;
	private final Map<Integer, Integer> onPackage = new HashMap<>();

	/**
	 * @param machine the hardware of the node
	 * @param local   the ranks of the job there
	 */
	LocationData(HardwareObject machine, List<Placement> local) {
		localities = new LocalityText(machine);
		this.local = local;
	}

	private static boolean isBound(Placement rank) {
		return !rank.cpuset().list().isEmpty();
	}

	/** Returns the data of the node: the processors of its ranks, in their order. */
	Info[] ofNode() {
		StringJoiner cpusets = new StringJoiner(":");
		for (Placement rank : local) {
			if (!isBound(rank)) {
				return NONE;
			}
			cpusets.add(rank.cpuset().list());
		}
		return new Info[] { Info.of(TopologyAttributes.LOCAL_CPUSETS, cpusets.toString()) };
	}

	/** Returns the data of a rank; to be called for the ranks in their order, as it counts those on each package. */
	Info[] of(Placement rank) {
		if (!isBound(rank)) {
			return NONE;
		}
		BitSet processors = rank.cpuset().numbers();
		List<Info> infos = new ArrayList<>();
		infos.add(Info.of(TopologyAttributes.CPUSET, rank.cpuset().list()));
		// no PMIX_CPUSET_BITMAP, which PRRTE does not send either: libpmix 4.2.2 crashes when it stores such a value again
		infos.add(Info.of(TopologyAttributes.LOCALITY_STRING, localities.of(processors)));
		int number = localities.packageOf(processors);
		if (number >= 0) {
			infos.add(Info.of(ProcAttributes.PACKAGE_RANK, onPackage.merge(number, 1, Integer::sum) - 1));
		}
		return infos.toArray(Info[]::new);
	}
}
