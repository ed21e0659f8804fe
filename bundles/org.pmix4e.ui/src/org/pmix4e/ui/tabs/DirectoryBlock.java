// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tabs;

import java.nio.file.Path;

import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.ui.WorkingDirectoryBlock;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.LaunchValidator;

/** The platform's choice of a working directory; the default is where the core lets ranks start. */
final class DirectoryBlock extends WorkingDirectoryBlock {

	DirectoryBlock() {
		super(DebugPlugin.ATTR_WORKING_DIRECTORY);
	}

	@Override
	protected @Nullable IProject getProject(ILaunchConfiguration configuration) {
		return null; // the default is told below
	}

	@Override
	protected void setDefaultWorkingDir() {
		ILaunchConfiguration configuration = getLaunchConfiguration();
		Path directory = ResourcesPlugin.getWorkspace().getRoot().getLocation().toPath();
		if (configuration != null) {
			try {
				directory = LaunchValidator.defaultDirectory(configuration);
			} catch (CoreException e) {
				ILog.get().log(e.getStatus());
			}
		}
		setDefaultWorkingDirectoryText(directory.toString());
	}

	@Override
	public boolean isValid(ILaunchConfiguration configuration) {
		return true; // the core checks it with all else
	}
}
