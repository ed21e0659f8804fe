// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.elements;

import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import org.eclipse.core.expressions.IEvaluationContext;
import org.eclipse.core.runtime.Adapters;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.ui.ISources;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.AppElement;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.NodeRanks;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.model.RankRange;
import org.pmix4e.core.model.ServerElement;
import org.pmix4e.core.model.SessionElement;

/** Finds the elements of the job model behind a selection of any view. Stateless. */
public final class Selected {
	private Selected() {
	}

	/**
	 * @param selection of any view
	 * @return the elements behind it, each once
	 */
	public static List<JobElement> elements(@Nullable Object selection) {
		if (!(selection instanceof IStructuredSelection selected)) {
			return List.of();
		}
		return Stream.of(selected.toArray()).map(chosen -> Adapters.adapt(chosen, JobElement.class)).filter(Objects::nonNull)
				.distinct().toList();
	}

	/**
	 * @param element any element
	 * @return its job; empty for a server and a session
	 */
	public static Optional<NamespaceElement> jobOf(JobElement element) {
		return switch (element) {
			case NamespaceElement namespace -> Optional.of(namespace);
			case AppElement app -> Optional.of(app.namespace());
			case RankRange range -> Optional.of(range.app().namespace());
			case NodeRanks node -> Optional.of(node.app().namespace());
			case RankElement rank -> Optional.of(rank.namespace());
			case ServerElement server -> Optional.empty();
			case SessionElement session -> Optional.empty();
		};
	}

	/**
	 * @param elements any elements
	 * @return their jobs, each once
	 */
	public static Stream<NamespaceElement> jobsOf(List<JobElement> elements) {
		return elements.stream().flatMap(element -> jobOf(element).stream()).distinct();
	}

	/**
	 * @param ranks of one job
	 * @return their numbers
	 */
	public static BitSet numbers(Collection<RankElement> ranks) {
		BitSet numbers = new BitSet();
		ranks.forEach(rank -> numbers.set(rank.rank()));
		return numbers;
	}

	/**
	 * @param elements on which an action acts that concerns whole jobs
	 * @return their jobs, each once; the elements if they belong to none
	 */
	public static List<? extends JobElement> wholeJobs(List<JobElement> elements) {
		List<NamespaceElement> jobs = jobsOf(elements).toList();
		return jobs.isEmpty() ? elements : jobs;
	}

	/**
	 * @param context an evaluation context, as handlers receive it
	 * @return the elements behind its selection
	 */
	public static List<JobElement> inContext(@Nullable Object context) {
		return context instanceof IEvaluationContext variables ? elements(variables.getVariable(ISources.ACTIVE_CURRENT_SELECTION_NAME))
				: List.of();
	}
}
