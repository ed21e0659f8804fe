// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap;

import java.util.List;

import org.eclipse.core.runtime.Platform;
import org.eclipse.debug.core.DebugPlugin;
import org.pmix4e.dap.internal.adapter.AdapterSearch;

/** The settings of native debugging, which the workspace stores under {@link #NODE}. May be used from any thread. */
public final class NativePreferences {
	/** The preference node; also the name of this bundle. */
	public static final String NODE = "org.pmix4e.dap";
	/** String: the command line of the debug adapter; empty for the best one in PATH. */
	public static final String ADAPTER = "adapter";

	private NativePreferences() {
	}

	/**
	 * @param commandLine a value of the preference
	 * @return whether its first word is the absolute path of a program; false for an empty one
	 */
	public static boolean isAdapter(String commandLine) {
		return AdapterSearch.chosen(List.of(DebugPlugin.parseArguments(commandLine.strip()))).isPresent();
	}

	/** @return the command line of the debug adapter, a path alone or followed by options; empty for the best one in PATH */
	public static String adapter() {
		return Platform.getPreferencesService().getString(NODE, ADAPTER, "", null).strip();
	}
}
