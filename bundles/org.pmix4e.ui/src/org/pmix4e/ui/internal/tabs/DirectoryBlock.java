// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import org.eclipse.core.resources.IProject;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.ui.WorkingDirectoryBlock;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.launch.LaunchValidator;

/** The working directory block of the platform, with the default directory of the core. */
final class DirectoryBlock extends WorkingDirectoryBlock {

	private String shown = "";

	DirectoryBlock() {
		super(DebugPlugin.ATTR_WORKING_DIRECTORY);
	}

	@Override
	protected @Nullable IProject getProject(ILaunchConfiguration configuration) {
		return null; // see defaultDirectory of the core, shown by follow
	}

	@Override
	protected void setDefaultWorkingDir() {
		ILaunchConfiguration configuration = getLaunchConfiguration();
		shown = configuration == null ? "" : defaultDirectory(configuration);
		setDefaultWorkingDirectoryText(shown);
	}

	/** Shows the default directory of the chosen program, which depends on its project. */
	void follow(ILaunchConfiguration configuration) {
		boolean isDefault = JobTab.read(() -> configuration.getAttribute(DebugPlugin.ATTR_WORKING_DIRECTORY, ""), "").isEmpty();
		if (isDefault && !defaultDirectory(configuration).equals(shown)) {
			setLaunchConfiguration(configuration);
			setDefaultWorkingDir();
		}
	}

	private static String defaultDirectory(ILaunchConfiguration configuration) {
		return JobTab.read(() -> LaunchValidator.defaultDirectory(configuration).toString(), "");
	}

	@Override
	public boolean isValid(ILaunchConfiguration configuration) {
		return true; // the core validates it with all other attributes
	}
}
