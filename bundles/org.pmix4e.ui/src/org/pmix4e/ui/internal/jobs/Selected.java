// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.jobs;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.eclipse.core.expressions.IEvaluationContext;
import org.eclipse.core.runtime.Adapters;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.ui.ISources;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.JobElement;

/** The elements of the job model that a selection stands for, in whatever view it was made. */
final class Selected {
	private Selected() {
	}

	static List<JobElement> elements(@Nullable Object selection) {
		if (!(selection instanceof IStructuredSelection selected)) {
			return List.of();
		}
		return Stream.of(selected.toArray()).map(chosen -> Adapters.adapt(chosen, JobElement.class)).filter(Objects::nonNull)
				.distinct().toList();
	}

	/** What commands are asked about: the selection of an evaluation context. */
	static List<JobElement> inContext(@Nullable Object context) {
		return context instanceof IEvaluationContext variables ? elements(variables.getVariable(ISources.ACTIVE_CURRENT_SELECTION_NAME))
				: List.of();
	}
}
