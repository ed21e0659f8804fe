// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchesListener;

/** Listens for launches that are removed from the launch manager, on the thread that removes them. */
@FunctionalInterface
public interface LaunchRemoval extends ILaunchesListener {
	@Override
	default void launchesAdded(ILaunch[] launches) {
		// only removal matters
	}

	@Override
	default void launchesChanged(ILaunch[] launches) {
		// only removal matters
	}
}
