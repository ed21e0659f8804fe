// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.jobs;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.commands.ICommandService;
import org.eclipse.ui.commands.IElementUpdater;
import org.eclipse.ui.menus.UIElement;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.JobElement;

/** A command for the selected elements of the job model. Created by the workbench, on its thread. */
public abstract class ElementHandler extends ModelHandler implements IElementUpdater {
	private List<JobElement> selected = List.of();
	private String label = "";

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
		String now = currentLabel();
		if (!now.equals(label)) {
			label = now;
			command().ifPresent(id -> PlatformUI.getWorkbench().getService(ICommandService.class).refreshElements(id, null));
		}
	}

	/** Shows in menus what the command acts on, because several views have a selection. */
	@Override
	@SuppressWarnings("rawtypes") // so the platform has it
	public final void updateElement(UIElement element, Map parameters) {
		String now = currentLabel();
		if (!now.isEmpty()) {
			element.setText(now);
		}
	}

	private String currentLabel() {
		return selected.isEmpty() || command().isEmpty() ? "" : label(selected);
	}

	@Override
	final boolean canRun() {
		return canRun(selected);
	}

	/** @return the id of the command, if its label in menus names what it acts on */
	protected Optional<String> command() {
		return Optional.empty();
	}

	/**
	 * Returns the label for menus of a handler that has a {@link #command()}.
	 *
	 * @param elements the selection, which is not empty
	 * @return the label, with a mnemonic
	 */
	protected String label(List<JobElement> elements) {
		return "";
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
