// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.core.resources.IFolder;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IProjectDescription;
import org.eclipse.core.resources.IncrementalProjectBuilder;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IPath;
import org.eclipse.jdt.core.IClasspathEntry;
import org.eclipse.jdt.core.ICompilationUnit;
import org.eclipse.jdt.core.IJavaProject;
import org.eclipse.jdt.core.IPackageFragmentRoot;
import org.eclipse.jdt.core.JavaCore;
import org.eclipse.jdt.launching.JavaRuntime;

/**
 * The Java project "parallel" with classes of the package of the same name.
 *
 * @param project the project
 * @param root    its folder of sources
 */
record JavaPrograms(IProject project, IPackageFragmentRoot root) {
	private static final String NAME = "parallel";

	static JavaPrograms create() throws CoreException {
		IProject project = ResourcesPlugin.getWorkspace().getRoot().getProject(NAME);
		project.create(null);
		project.open(null);
		// only after opening, since a closed project does not configure its natures
		IProjectDescription description = project.getDescription();
		description.setNatureIds(new String[] { JavaCore.NATURE_ID });
		project.setDescription(description, null);
		IFolder folder = project.getFolder("src");
		folder.create(true, true, null);
		IJavaProject java = JavaCore.create(project);
		java.setRawClasspath(new IClasspathEntry[] { JavaCore.newSourceEntry(folder.getFullPath()), JavaRuntime.getDefaultJREContainerEntry() },
				project.getFullPath().append("bin"), null);
		return new JavaPrograms(project, java.getPackageFragmentRoot(folder));
	}

	/** Adds libraries to the class path. */
	void use(List<Path> libraries) throws CoreException {
		IJavaProject java = root.getJavaProject();
		List<IClasspathEntry> entries = new ArrayList<>(List.of(java.getRawClasspath()));
		for (Path library : libraries) {
			entries.add(JavaCore.newLibraryEntry(IPath.fromPath(library), null, null));
		}
		java.setRawClasspath(entries.toArray(IClasspathEntry[]::new), null);
	}

	/** Adds a class and compiles it. */
	ICompilationUnit add(String file, String source) throws CoreException {
		ICompilationUnit unit = root.createPackageFragment(NAME, true, null).createCompilationUnit(file, source, true, null);
		project.build(IncrementalProjectBuilder.FULL_BUILD, null);
		return unit;
	}

	void delete() throws CoreException {
		project.delete(true, true, null);
	}
}
