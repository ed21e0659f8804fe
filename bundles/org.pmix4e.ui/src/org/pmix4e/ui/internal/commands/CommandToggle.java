// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.util.function.Consumer;

import org.eclipse.core.commands.IStateListener;
import org.eclipse.core.commands.State;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Control;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.commands.ICommandService;
import org.eclipse.ui.handlers.RegistryToggleState;

/** Lets a view follow the state of a command that is on or off, which its buttons, menu items and keys share. Stateless. */
public final class CommandToggle {
	private CommandToggle() {
	}

	/**
	 * @param owner   ends the following when it is disposed
	 * @param command its id
	 * @param view    receives the state now and whenever it changes, on the thread of the user interface
	 */
	public static void follow(Control owner, String command, Consumer<Boolean> view) {
		State state = PlatformUI.getWorkbench().getService(ICommandService.class).getCommand(command).getState(RegistryToggleState.STATE_ID);
		IStateListener listener = (changed, before) -> view.accept(Boolean.TRUE.equals(changed.getValue()));
		state.addListener(listener);
		owner.addListener(SWT.Dispose, event -> state.removeListener(listener));
		view.accept(Boolean.TRUE.equals(state.getValue()));
	}
}
