// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.util.List;
import java.util.stream.Stream;

import org.eclipse.core.commands.ExecutionEvent;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.ServerElement;
import org.pmix4e.ui.internal.Messages;

/** Detaches from the selected servers that run outside of this workbench. Their jobs go on. */
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

	private static Stream<ServerElement> servers(List<JobElement> elements) {
		return elements.stream().filter(ServerElement.class::isInstance).map(ServerElement.class::cast).filter(ServerElement::isAttached);
	}
}
