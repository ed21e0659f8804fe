// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap;

import org.eclipse.core.runtime.Platform;

/** The settings of native debugging, which the workspace stores under {@link #NODE}. May be used from any thread. */
public final class NativePreferences {
	/** The preference node; also the name of this bundle. */
	public static final String NODE = "org.pmix4e.dap";
	/** String: the command line of the debug adapter; empty for the best one in PATH. */
	public static final String ADAPTER = "adapter";

	private NativePreferences() {
	}

	/** @return the command line of the debug adapter, a path alone or followed by options; empty for the best one in PATH */
	public static String adapter() {
		return Platform.getPreferencesService().getString(NODE, ADAPTER, "", null).strip();
	}
}
