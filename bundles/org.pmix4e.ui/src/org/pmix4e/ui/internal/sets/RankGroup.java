// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.sets;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.eclipse.osgi.util.NLS;
import org.pmix4e.core.RankSet;
import org.pmix4e.core.model.AppElement;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.NodeRanks;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.model.RankRange;
import org.pmix4e.core.model.ServerElement;
import org.pmix4e.core.model.SessionElement;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.elements.ElementText;

/**
 * A set of ranks, perhaps of several jobs. Immutable.
 *
 * @param ranks in the order of the selection
 */
record RankGroup(Set<RankElement> ranks) {

	/** Returns the ranks behind a selection: those of each session, of each job, of each program, and each rank. Servers add none. */
	static RankGroup of(List<JobElement> elements) {
		Set<RankElement> ranks = new LinkedHashSet<>();
		for (JobElement element : elements) {
			switch (element) {
				case NamespaceElement namespace -> ranks.addAll(namespace.ranks());
				case AppElement app -> ranks.addAll(app.children());
				case RankRange range -> ranks.addAll(range.children());
				case NodeRanks node -> ranks.addAll(node.children());
				case RankElement rank -> ranks.add(rank);
				case ServerElement server -> {
					// one key must not control that much
				}
				case SessionElement session -> session.children().forEach(namespace -> ranks.addAll(namespace.ranks()));
			}
		}
		return new RankGroup(ranks);
	}

	/** Returns the ranks that meet a condition. */
	RankGroup only(Predicate<RankElement> condition) {
		return new RankGroup(ranks.stream().filter(condition).collect(Collectors.toCollection(LinkedHashSet::new)));
	}

	/** Returns the ranks of each job. */
	Map<NamespaceElement, RankSet> byJob() {
		Map<NamespaceElement, BitSet> numbers = new LinkedHashMap<>();
		ranks.forEach(rank -> numbers.computeIfAbsent(rank.namespace(), job -> new BitSet()).set(rank.rank()));
		Map<NamespaceElement, RankSet> sets = new LinkedHashMap<>();
		numbers.forEach((job, set) -> sets.put(job, RankSet.of(set)));
		return sets;
	}

	/** Returns the name for users: {@code ranks 0-3, 5 of ring}. */
	String name() {
		return byJob().entrySet().stream().map(RankGroup::name).collect(Collectors.joining("; "));
	}

	private static String name(Map.Entry<NamespaceElement, RankSet> part) {
		String numbers = part.getValue().toString().replace(",", ", ");
		String pattern = numbers.chars().allMatch(Character::isDigit) ? Messages.sets_rank : Messages.sets_ranks;
		return NLS.bind(pattern, numbers, ElementText.title(part.getKey()));
	}
}
