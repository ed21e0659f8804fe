// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.util.List;

import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.elements.Selected;

/** Selects the next failed rank after the selection; after the last one, the first. */
public final class NextFailedHandler extends ModelHandler {
	/** For the workbench. */
	public NextFailedHandler() {
	}

	@Override
	public @Nullable Object execute(ExecutionEvent event) throws ExecutionException {
		List<RankElement> failed = failed();
		if (!failed.isEmpty()) {
			RankChooser.of(event).choose(List.of(failed.get(next(failed, Selected.inContext(event.getApplicationContext())))));
		}
		return null;
	}

	private static int next(List<RankElement> failed, List<JobElement> selected) {
		return selected.isEmpty() ? 0 : (failed.indexOf(selected.get(0)) + 1) % failed.size();
	}

	@Override
	boolean canRun() {
		return !failed().isEmpty();
	}

	private static List<RankElement> failed() {
		return model().namespaces().stream()
				.flatMap(namespace -> namespace.ranks().stream()).filter(rank -> rank.state() == ElementState.FAILED).toList();
	}
}
