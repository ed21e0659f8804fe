// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.eclipse.core.commands.ExecutionEvent;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.RankElement;

/** Acts on those selected ranks of one job, the first selected one with such ranks, that a signal has ended, and names them. */
abstract class SignaledRanksHandler extends ElementHandler {
	private final String label;
	private final Predicate<RankElement> isTarget;
	private final int most;

	/**
	 * @param label    as of {@link #label}
	 * @param isTarget whether the command can act on a rank
	 * @param most     the number of ranks that it acts on together
	 */
	SignaledRanksHandler(String label, Predicate<RankElement> isTarget, int most) {
		this.label = label;
		this.isTarget = isTarget;
		this.most = most;
	}

	@Override
	protected final String label() {
		return label;
	}

	@Override
	protected final boolean canRun(List<JobElement> elements) {
		return elements.stream().flatMap(SignaledRanksHandler::ranks).anyMatch(isTarget);
	}

	@Override
	protected final List<? extends JobElement> targets(List<JobElement> elements) {
		List<RankElement> ranks = chosen(elements);
		return ranks.isEmpty() ? elements : ranks;
	}

	@Override
	protected final void run(List<JobElement> elements, ExecutionEvent event) {
		List<RankElement> ranks = chosen(elements);
		if (!ranks.isEmpty()) {
			act(ranks);
		}
	}

	private List<RankElement> chosen(List<JobElement> elements) {
		List<RankElement> all = elements.stream().flatMap(SignaledRanksHandler::ranks).filter(isTarget).distinct().toList();
		return all.stream().filter(rank -> rank.namespace() == all.get(0).namespace()).limit(most).toList();
	}

	private static Stream<RankElement> ranks(JobElement element) {
		return element instanceof RankElement rank ? Stream.of(rank) : element.children().stream().flatMap(SignaledRanksHandler::ranks);
	}

	/** @param ranks of one job, at least one */
	abstract void act(List<RankElement> ranks);
}
