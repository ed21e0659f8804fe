// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.util.List;

import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.ui.internal.elements.Selected;

/** A command for the selected elements of the job model. Created by the workbench, on its thread. */
public abstract class ElementHandler extends ModelHandler {
	private List<JobElement> selected = List.of();

	/** For subclasses. */
	protected ElementHandler() {
	}

	@Override
	public final @Nullable Object execute(ExecutionEvent event) throws ExecutionException {
		run(Selected.inContext(event.getApplicationContext()), event);
		return null;
	}

	@Override
	public final void setEnabled(@Nullable Object context) {
		selected = Selected.inContext(context);
		update();
	}

	@Override
	final boolean canRun() {
		return canRun(selected);
	}

	/**
	 * @param elements the selection
	 * @return whether the command has an effect on these elements
	 */
	protected abstract boolean canRun(List<JobElement> elements);

	/**
	 * Carries out the command.
	 *
	 * @param elements the selection
	 * @param event    for the window
	 * @throws ExecutionException with the reason if that fails
	 */
	protected abstract void run(List<JobElement> elements, ExecutionEvent event) throws ExecutionException;
}
