// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.util.List;
import java.util.stream.Collectors;

import org.eclipse.core.commands.ExecutionEvent;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.ui.internal.CopiedText;
import org.pmix4e.ui.internal.elements.ElementText;

/** Copies the selected rows as lines with tabs between the columns. */
public final class CopyHandler extends ElementHandler {
	/** For the workbench. */
	public CopyHandler() {
	}

	@Override
	protected String label() {
		return "";
	}

	@Override
	protected boolean canRun(List<JobElement> elements) {
		return !elements.isEmpty();
	}

	@Override
	protected void run(List<JobElement> elements, ExecutionEvent event) {
		CopiedText.set(elements.stream().map(ElementText::row).collect(Collectors.joining(System.lineSeparator())));
	}
}
