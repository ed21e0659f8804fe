// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.sets;

import java.util.List;
import java.util.Map;

import org.eclipse.osgi.util.NLS;
import org.pmix4e.core.RankSet;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.elements.ElementText;

/** Describes the current ranks for the status line. Stateless. */
final class RankStatus {
	private RankStatus() {
	}

	/** Returns {@code rank 3 of 8, job ring, host, pid 4711}, or {@code ranks 0-3, 5 of 8, job ring}; empty without a rank. */
	static String of(List<JobElement> elements) {
		List<JobElement> ranks = elements.stream().filter(RankElement.class::isInstance).toList();
		Map<NamespaceElement, RankSet> jobs = RankGroup.of(ranks).byJob();
		if (jobs.isEmpty()) {
			return "";
		}
		if (jobs.size() > 1) {
			return RankGroup.of(ranks).name();
		}
		NamespaceElement job = jobs.keySet().iterator().next();
		Object[] values = {jobs.get(job).toString().replace(",", ", "), job.ranks().size(), ElementText.title(job)};
		return ranks.size() > 1 ? NLS.bind(Messages.sets_current_ranks, values)
				: NLS.bind(Messages.sets_current_rank, values) + place((RankElement) ranks.get(0));
	}

	private static String place(RankElement rank) {
		return rank.pid().isEmpty() ? rank.node().map(node -> ", " + node).orElse("")
				: NLS.bind(Messages.sets_current_pid, rank.node().orElse(""), Integer.toString(rank.pid().getAsInt()));
	}
}
