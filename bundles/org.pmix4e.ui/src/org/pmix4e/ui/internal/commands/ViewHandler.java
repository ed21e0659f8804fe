// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.Command;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.core.runtime.IConfigurationElement;
import org.eclipse.core.runtime.IExecutableExtension;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.handlers.HandlerUtil;
import org.eclipse.ui.handlers.RegistryToggleState;
import org.jspecify.annotations.Nullable;

/**
 * A command of one view, which the extension names after a colon. Shows the view, because Quick Access offers the command everywhere and
 * the user must see its effect there. A command that is on or off changes its state, which the view follows by {@link CommandToggle}.
 */
public final class ViewHandler extends AbstractHandler implements IExecutableExtension {
	/** A view with commands of its own. Called on the thread of the user interface. */
	@FunctionalInterface
	public interface Part {
		/**
		 * Runs a command in this view, which is active.
		 *
		 * @param command its id
		 */
		void run(String command);
	}

	private String view = "";

	/** For the workbench. */
	public ViewHandler() {
	}

	@Override
	public void setInitializationData(IConfigurationElement element, String property, @Nullable Object data) {
		view = String.valueOf(data);
	}

	@Override
	public @Nullable Object execute(ExecutionEvent event) throws ExecutionException {
		try {
			IViewPart shown = HandlerUtil.getActiveWorkbenchWindowChecked(event).getActivePage().showView(view);
			Command command = event.getCommand();
			if (command.getState(RegistryToggleState.STATE_ID) != null) {
				HandlerUtil.toggleCommandState(command);
			} else if (shown instanceof Part part) {
				part.run(command.getId());
			}
		} catch (PartInitException e) {
			throw new ExecutionException(e.getLocalizedMessage(), e);
		}
		return null;
	}
}
