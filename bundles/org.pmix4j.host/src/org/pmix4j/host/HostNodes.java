// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.util.List;

import org.pmix4j.job.options.UsableProcessors;

/**
 * The nodes of a host: this machine, or simulated ones on which nothing runs. Immutable.
 *
 * @param slots      how many ranks this machine runs without oversubscription, at least 1
 * @param slotsGiven whether the slots were stated, by the user or a resource manager, rather than counted. Then jobs with more ranks are
 *                   refused, unless their mapping policy allows oversubscription
 * @param maxSlots   how many ranks this machine may run at most; 0 for no limit
 * @param simulated  descriptions of simulated nodes, as {@code --simulate} takes them; empty for this machine. Jobs are then mapped but
 *                   not started
 */
public record HostNodes(int slots, boolean slotsGiven, int maxSlots, List<String> simulated) {
	/**
	 * Copies the descriptions of simulated nodes, which are parsed when the host starts.
	 *
	 * @throws IllegalArgumentException if there is no slot
	 */
	public HostNodes {
		if (slots < 1) {
			throw new IllegalArgumentException("number of slots must be at least 1, not " + slots);
		}
		simulated = List.copyOf(simulated);
	}

	/**
	 * {@return this machine with a slot for each core that this process may use, but not more than its control group has processor time for,
	 * as {@code cpu.max} says}
	 */
	public static HostNodes counted() {
		return new HostNodes(UsableProcessors.slots(), false, 0, List.of());
	}

	/**
	 * {@return this machine with that number, which counts as stated}
	 *
	 * @param slots how many ranks this machine runs without oversubscription
	 */
	public static HostNodes given(int slots) {
		return new HostNodes(slots, true, 0, List.of());
	}

	/** {@return whether jobs are mapped only} */
	public boolean isSimulated() {
		return !simulated.isEmpty();
	}
}
