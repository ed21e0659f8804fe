// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.console;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.model.IProcess;
import org.eclipse.debug.ui.console.ConsoleColorProvider;
import org.eclipse.debug.ui.console.IConsole;
import org.pmix4e.core.PmixLaunchConstants;

/**
 * Gives the console of a job the colors of the platform, and makes it read-only if no rank reads standard input. The platform creates one
 * for each console.
 */
public final class JobColors extends ConsoleColorProvider {
	/** For the platform. */
	public JobColors() {
	}

	/** Called while the process is added to its launch, before it can have output. */
	@Override
	public void connect(IProcess process, IConsole console) {
		super.connect(process, console);
		if (WatchedOutput.isWatched()) {
			WatchedOutput.stayBehind(console);
		}
	}

	@Override
	public boolean isReadOnly() {
		return super.isReadOnly() || noRankReads();
	}

	private boolean noRankReads() {
		ILaunchConfiguration configuration = getProcess().getLaunch().getLaunchConfiguration();
		try {
			return configuration != null && configuration.getAttribute(PmixLaunchConstants.ATTR_STDIN, "")
					.equals(PmixLaunchConstants.STDIN_NONE);
		} catch (CoreException e) {
			ILog.get().log(e.getStatus());
			return false;
		}
	}
}
