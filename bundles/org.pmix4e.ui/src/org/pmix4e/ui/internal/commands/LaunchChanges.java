// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchesListener2;

/**
 * Listens for launches that are added, that end and that are removed.
 *
 * @param changed is called after each such change, on the thread that causes it
 */
record LaunchChanges(Runnable changed) implements ILaunchesListener2 {
	@Override
	public void launchesAdded(ILaunch[] launches) {
		changed.run();
	}

	@Override
	public void launchesRemoved(ILaunch[] launches) {
		changed.run();
	}

	@Override
	public void launchesTerminated(ILaunch[] launches) {
		changed.run();
	}

	@Override
	public void launchesChanged(ILaunch[] launches) {
		// neither adds nor ends a launch
	}
}
