// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.job.Node;
import org.pmix4j.placement.internal.allocation.NodeShare;

/** A node while a job is mapped to it: what is left of it. Owned by its {@link MappingRun}. */
final class NodeRun {
	final Node node;
	final NodeHardware hardware;
	/** The processes of this job in the order in which they were mapped. */
	final List<RankPlace> ranks = new ArrayList<>();
	/** The processors to which no process is bound. */
	final BitSet available;
	/** The processors to which no process of an earlier program is bound. */
	BitSet before = new BitSet();
	/** The number of this job's processes that are bound to the same piece, by its processors. */
	final Map<BitSet, Integer> bound = new HashMap<>();
	/** The processors that this job has taken. */
	final BitSet taken = new BitSet();
	int slots;
	final int maxSlots;
	final boolean slotsGiven;
	/** The slots that the program may use. */
	int slotsAvailable;
	/** The number of processes of all jobs. */
	int processes;
	/** True if the node is among those of the job. */
	boolean used;
	/** The number of this job's processes that are ranked. */
	int ranked;

	NodeRun(NodeShare share, BitSet taken) {
		node = share.node();
		hardware = new NodeHardware(share.hardware(), share.allowed());
		available = (BitSet) hardware.allowed().clone();
		available.andNot(taken);
		slots = share.slots();
		maxSlots = share.maxSlots();
		slotsGiven = share.slotsGiven();
		processes = share.busy();
	}

	/** Returns whether no further process may run there, even if the user allows overload. */
	boolean isAtLimit() {
		return maxSlots != 0 && processes >= maxSlots;
	}

	/** Marks processors as used. */
	void take(BitSet cpus) {
		available.andNot(cpus);
		taken.or(cpus);
	}
}
