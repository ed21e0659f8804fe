// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.jobs;

import java.util.List;

import org.eclipse.core.commands.ExecutionEvent;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.console.Consoles;

/** Shows the output of each selected rank in a console of its own, and the console of each selected job. */
public final class ShowOutputHandler extends ElementHandler {
	/** For the workbench. */
	public ShowOutputHandler() {
	}

	@Override
	boolean canRun(List<JobElement> elements) {
		return elements.stream().anyMatch(element -> element instanceof RankElement || element instanceof NamespaceElement);
	}

	@Override
	void run(List<JobElement> elements, ExecutionEvent event) {
		show(elements);
	}

	static void show(List<JobElement> elements) {
		for (JobElement element : elements) {
			if (element instanceof RankElement rank) {
				Consoles.show(rank);
			} else if (element instanceof NamespaceElement namespace) {
				Consoles.show(namespace);
			}
		}
	}
}
