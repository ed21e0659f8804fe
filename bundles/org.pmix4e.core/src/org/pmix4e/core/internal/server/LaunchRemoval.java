// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.util.function.Consumer;

import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchesListener;

/**
 * Listens for launches that are removed from the launch manager.
 *
 * @param removed receives each of them, on the thread that removes it
 */
public record LaunchRemoval(Consumer<ILaunch> removed) implements ILaunchesListener {
	@Override
	public void launchesRemoved(ILaunch[] launches) {
		for (ILaunch launch : launches) {
			removed.accept(launch);
		}
	}

	@Override
	public void launchesAdded(ILaunch[] launches) {
		// only removal matters
	}

	@Override
	public void launchesChanged(ILaunch[] launches) {
		// only removal matters
	}
}
