// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.console;

import org.eclipse.ui.console.IConsole;
import org.eclipse.ui.console.IConsoleConstants;
import org.eclipse.ui.console.IConsolePageParticipant;
import org.eclipse.ui.console.actions.CloseConsoleAction;
import org.eclipse.ui.part.IPageBookViewPage;
import org.jspecify.annotations.Nullable;

/**
 * Adds the Close action of the platform to the tool bar of a rank's console, and has Enter follow its links. The platform creates one for
 * each console, on its thread.
 */
public final class RankConsoleActions implements IConsolePageParticipant {
	/** For the platform. */
	public RankConsoleActions() {
	}

	@Override
	public void init(IPageBookViewPage page, IConsole console) {
		page.getSite().getActionBars().getToolBarManager().appendToGroup(IConsoleConstants.LAUNCH_GROUP, new CloseConsoleAction(console));
		LinkKey.follow(page, console);
	}

	@Override
	public void activated() {
		// nothing depends on activation
	}

	@Override
	public void deactivated() {
		// nothing depends on activation
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
