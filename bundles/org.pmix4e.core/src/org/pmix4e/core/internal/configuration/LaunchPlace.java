// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.configuration;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IPath;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.spi.ProgramKind;

/** Finds the working directory and the environment of the ranks of a launch configuration. Stateless. */
public final class LaunchPlace {
	private LaunchPlace() {
	}

	/**
	 * @param configuration a launch configuration
	 * @return its working directory; a relative one is resolved against the default directory
	 * @throws CoreException if it cannot be read
	 */
	public static Path directory(ILaunchConfiguration configuration) throws CoreException {
		return defaultDirectory(configuration).resolve(Attributes.known(configuration, DebugPlugin.ATTR_WORKING_DIRECTORY));
	}

	/**
	 * @param configuration a launch configuration
	 * @return the default working directory: the project of the program or, without one, the workspace
	 * @throws CoreException if it cannot be read
	 */
	public static Path defaultDirectory(ILaunchConfiguration configuration) throws CoreException {
		IPath project = project(configuration).map(IProject::getLocation).orElse(null);
		return (project == null ? ResourcesPlugin.getWorkspace().getRoot().getLocation() : project).toPath();
	}

	/**
	 * @param configuration a launch configuration
	 * @return the project of its program, if it has one
	 * @throws CoreException if it cannot be read
	 */
	public static Optional<IProject> project(ILaunchConfiguration configuration) throws CoreException {
		Optional<ProgramKind> kind = ProgramKinds.find(kind(configuration));
		return kind.isPresent() ? kind.get().project(configuration) : Optional.empty();
	}

	/**
	 * @param configuration a launch configuration
	 * @return the id of the kind of its program
	 * @throws CoreException if it cannot be read
	 */
	public static String kind(ILaunchConfiguration configuration) throws CoreException {
		return configuration.getAttribute(PmixLaunchConstants.ATTR_KIND, PmixLaunchConstants.KIND_EXECUTABLE);
	}

	/**
	 * @param configuration a launch configuration
	 * @return all variables of the ranks: those of the workbench and of the configuration
	 * @throws CoreException if the value of a variable cannot be determined
	 */
	public static Map<String, String> environment(ILaunchConfiguration configuration) throws CoreException {
		String[] variables = DebugPlugin.getDefault().getLaunchManager().getEnvironment(configuration);
		if (variables == null) {
			return System.getenv();
		}
		Map<String, String> environment = new TreeMap<>();
		for (String variable : variables) {
			int equals = variable.indexOf('=');
			if (equals > 0) {
				environment.put(variable.substring(0, equals), variable.substring(equals + 1));
			}
		}
		return environment;
	}
}
