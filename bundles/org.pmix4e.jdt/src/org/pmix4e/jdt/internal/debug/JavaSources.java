// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.jdt.internal.debug;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.core.sourcelookup.AbstractSourceLookupDirector;
import org.eclipse.debug.core.sourcelookup.ISourceContainer;
import org.eclipse.jdt.core.IJavaProject;
import org.eclipse.jdt.core.JavaCore;
import org.eclipse.jdt.launching.sourcelookup.containers.JavaProjectSourceContainer;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.spi.FrameSources;

/** Lets launches find the sources of Java ranks: those of the project of the launched class, or of all projects. Stateless. */
final class JavaSources {
	private static final String LOCATOR = "org.eclipse.jdt.launching.sourceLocator.JavaSourceLookupDirector";
	private static final String PATH_COMPUTER = "org.eclipse.jdt.launching.sourceLookup.javaSourcePathComputer";

	private JavaSources() {
	}

	/** Adds the locator of Java sources to a launch that has none. */
	static void add(ILaunch launch, Optional<ILaunchConfiguration> configuration) throws CoreException {
		ILaunchManager manager = DebugPlugin.getDefault().getLaunchManager();
		if (manager.newSourceLocator(LOCATOR) instanceof AbstractSourceLookupDirector director) {
			if (configuration.isPresent() && isOfProject(configuration.get())) {
				director.setSourcePathComputer(manager.getSourcePathComputer(PATH_COMPUTER));
				director.initializeDefaults(configuration.get());
			} else {
				director.initializeParticipants();
				director.setSourceContainers(ofWorkspace());
			}
			FrameSources.add(launch, director);
		}
	}

	private static boolean isOfProject(ILaunchConfiguration configuration) throws CoreException {
		return PmixLaunchConstants.KIND_JAVA.equals(configuration.getAttribute(PmixLaunchConstants.ATTR_KIND, ""));
	}

	private static ISourceContainer[] ofWorkspace() throws CoreException {
		List<ISourceContainer> containers = new ArrayList<>();
		for (IJavaProject project : JavaCore.create(ResourcesPlugin.getWorkspace().getRoot()).getJavaProjects()) {
			containers.add(new JavaProjectSourceContainer(project));
		}
		return containers.toArray(ISourceContainer[]::new);
	}
}
