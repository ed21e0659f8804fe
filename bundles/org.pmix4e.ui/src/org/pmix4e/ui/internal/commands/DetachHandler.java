// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.eclipse.core.commands.ExecutionEvent;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.ServerElement;
import org.pmix4e.core.model.SessionElement;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.elements.Selected;

/** Detaches from the servers of what is selected, if they run outside of this workbench. Their jobs go on. */
public final class DetachHandler extends ElementHandler {
	/** For the workbench. */
	public DetachHandler() {
	}

	@Override
	protected String label() {
		return Messages.action_detach;
	}

	@Override
	protected boolean canRun(List<JobElement> elements) {
		return servers(elements).findFirst().isPresent();
	}

	@Override
	protected void run(List<JobElement> elements, ExecutionEvent event) {
		servers(elements).forEach(ServerElement::detach);
	}

	@Override
	protected List<? extends JobElement> targets(List<JobElement> elements) {
		List<ServerElement> servers = servers(elements).toList();
		return servers.isEmpty() ? elements : servers;
	}

	/** Returns the attached servers of the elements, each once: the row of a server may be far above that of a rank. */
	private static Stream<ServerElement> servers(List<JobElement> elements) {
		return elements.stream().flatMap(element -> server(element).stream()).filter(ServerElement::isAttached).distinct();
	}

	private static Optional<ServerElement> server(JobElement element) {
		return switch (element) {
			case ServerElement server -> Optional.of(server);
			case SessionElement session -> Optional.of(session.server());
			default -> Selected.jobOf(element).map(job -> job.session().server());
		};
	}
}
