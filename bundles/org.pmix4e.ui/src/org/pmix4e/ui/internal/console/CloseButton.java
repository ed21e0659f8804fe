// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.console;

import org.eclipse.ui.console.IConsole;
import org.eclipse.ui.console.IConsoleConstants;
import org.eclipse.ui.console.IConsolePageParticipant;
import org.eclipse.ui.console.actions.CloseConsoleAction;
import org.eclipse.ui.part.IPageBookViewPage;
import org.jspecify.annotations.Nullable;

/** Puts the platform's Close into the tool bar of a rank's console. Made by the platform for each, on the thread of the user interface. */
public final class CloseButton implements IConsolePageParticipant {
	/** For the platform. */
	public CloseButton() {
	}

	@Override
	public void init(IPageBookViewPage page, IConsole console) {
		page.getSite().getActionBars().getToolBarManager().appendToGroup(IConsoleConstants.LAUNCH_GROUP, new CloseConsoleAction(console));
	}

	@Override
	public void activated() {
		// has nothing to do
	}

	@Override
	public void deactivated() {
		// has nothing to do
	}

	@Override
	public void dispose() {
		// the tool bar owns the action
	}

	@Override
	public <T> @Nullable T getAdapter(@Nullable Class<T> adapter) {
		return null;
	}
}
