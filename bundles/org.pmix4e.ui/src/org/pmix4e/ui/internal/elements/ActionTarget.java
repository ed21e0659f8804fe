// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.elements;

import java.text.MessageFormat;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
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

/** Names the selection that an action acts on: {@code ring (4 ranks)}, {@code ranks 0-2 of ring}. Stateless. */
public final class ActionTarget {
	/** The longest name of a job, in characters; a longer one would make menus too wide. */
	private static final int LONGEST = 40;

	private ActionTarget() {
	}

	/**
	 * @param elements the selection, at least one
	 * @return its name for labels of actions
	 */
	public static String name(List<? extends JobElement> elements) {
		Set<NamespaceElement> jobs = elements.stream().flatMap(element -> Selected.jobOf(element).stream()).collect(Collectors.toSet());
		boolean areRanks = elements.stream().allMatch(element -> element instanceof RankElement || element instanceof RankRange
				|| element instanceof NodeRanks);
		if (areRanks && jobs.size() == 1) {
			return ranks(elements, jobs.iterator().next());
		}
		if (elements.size() == 1) {
			return name(elements.get(0));
		}
		boolean areJobs = elements.stream().allMatch(NamespaceElement.class::isInstance);
		return areJobs ? NLS.bind(Messages.target_jobs, elements.size(), count(jobs.stream().mapToInt(job -> job.ranks().size()).sum()))
				: NLS.bind(Messages.target_several, elements.size());
	}

	private static String name(JobElement element) {
		return switch (element) {
			case ServerElement server -> server.title();
			case SessionElement session -> NLS.bind(Messages.target_session, session.name());
			case NamespaceElement job -> NLS.bind(Messages.target_job, title(job), count(job.ranks().size()));
			case AppElement app -> NLS.bind(Messages.target_app, app.name(), title(app.namespace()));
			case RankRange range -> ranks(List.of(range), range.app().namespace());
			case NodeRanks node -> ranks(List.of(node), node.app().namespace());
			case RankElement rank -> ranks(List.of(rank), rank.namespace());
		};
	}

	private static String ranks(List<? extends JobElement> elements, NamespaceElement job) {
		BitSet numbers = new BitSet();
		for (JobElement element : elements) {
			if (element instanceof RankRange range) {
				range.children().forEach(rank -> numbers.set(rank.rank()));
			} else if (element instanceof NodeRanks node) {
				node.children().forEach(rank -> numbers.set(rank.rank()));
			} else if (element instanceof RankElement rank) {
				numbers.set(rank.rank());
			}
		}
		String text = shortened(RankSet.of(numbers).toString().replace(",", ", "));
		return NLS.bind(numbers.cardinality() == 1 ? Messages.target_rank : Messages.target_ranks, text, title(job));
	}

	private static String title(NamespaceElement job) {
		return shortened(ElementText.title(job));
	}

	private static String shortened(String text) {
		return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 3) + "...";
	}

	private static String count(int ranks) {
		return MessageFormat.format(Messages.ranks, ranks);
	}
}
