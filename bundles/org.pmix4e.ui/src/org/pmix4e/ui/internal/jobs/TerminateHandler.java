// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.jobs;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.eclipse.core.commands.ExecutionEvent;
import org.pmix4e.core.model.AppElement;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.model.RankRange;
import org.pmix4e.core.model.ServerElement;
import org.pmix4e.core.model.SessionElement;

/** Terminates the selected jobs, programs and ranks. Leaves servers and sessions alone: one key must not end that much. */
public final class TerminateHandler extends ElementHandler {
	/** For the workbench. */
	public TerminateHandler() {
	}

	@Override
	protected boolean canRun(List<JobElement> elements) {
		return elements.stream().anyMatch(TerminateHandler::canTerminate);
	}

	private static boolean canTerminate(JobElement element) {
		return switch (element) {
			case NamespaceElement namespace -> namespace.canTerminate();
			case AppElement app -> app.children().stream().anyMatch(RankElement::canTerminate);
			case RankRange range -> range.children().stream().anyMatch(RankElement::canTerminate);
			case RankElement rank -> rank.canTerminate();
			case ServerElement server -> false;
			case SessionElement session -> false;
		};
	}

	@Override
	protected void run(List<JobElement> elements, ExecutionEvent event) {
		Set<JobElement> ended = elements.stream().filter(TerminateHandler::canTerminate).collect(Collectors.toSet());
		ended.forEach(TerminateHandler::terminate);
	}

	private static void terminate(JobElement element) {
		switch (element) {
			case NamespaceElement namespace -> namespace.terminate();
			case AppElement app -> app.children().stream().filter(RankElement::canTerminate).forEach(RankElement::terminate);
			case RankRange range -> range.children().stream().filter(RankElement::canTerminate).forEach(RankElement::terminate);
			case RankElement rank -> rank.terminate();
			case ServerElement server -> throw new IllegalArgumentException(server.name());
			case SessionElement session -> throw new IllegalArgumentException(session.name());
		}
	}
}
