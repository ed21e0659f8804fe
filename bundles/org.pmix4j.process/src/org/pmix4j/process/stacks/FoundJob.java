// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.stacks;

import java.util.List;
import java.util.OptionalInt;

/**
 * A job with ranks on this machine. Immutable.
 *
 * @param name         its namespace; the process id of its launcher if it has none, as under the PMI of MPICH
 * @param isNamespace  whether the name is a namespace of PMIx
 * @param launcher     the process id of its launcher, or of the daemon that has started the ranks here; empty if it has ended
 * @param launcherName the name of that program; empty if it has ended
 * @param ranks        the ranks on this machine by number, at least one
 */
public record FoundJob(String name, boolean isNamespace, OptionalInt launcher, String launcherName, List<FoundRank> ranks) {
	/** Copies the list. */
	public FoundJob {
		ranks = List.copyOf(ranks);
	}

	/**
	 * {@return whether a word names this job: it is its name, or the process id of its launcher or of one of its ranks}
	 *
	 * @param word of the user
	 */
	public boolean isCalled(String word) {
		return word.equals(name) || launcher.isPresent() && word.equals(Integer.toString(launcher.getAsInt()))
				|| ranks.stream().anyMatch(rank -> word.equals(Integer.toString(rank.pid())));
	}
}
