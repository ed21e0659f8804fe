// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IProjectDescription;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.IncrementalProjectBuilder;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.jdt.core.IClasspathEntry;
import org.eclipse.jdt.core.IJavaProject;
import org.eclipse.jdt.core.JavaCore;
import org.eclipse.jdt.launching.JavaRuntime;

/**
 * A Java project of the workspace, with sources in src.
 *
 * @param java the project
 */
record JavaProject(IJavaProject java) {
	static JavaProject create(String name) throws CoreException {
		IProject project = ResourcesPlugin.getWorkspace().getRoot().getProject(name);
		project.create(null);
		project.open(null);
		IProjectDescription description = project.getDescription();
		description.setNatureIds(new String[] { JavaCore.NATURE_ID });
		project.setDescription(description, null);
		project.getFolder("src").create(true, true, null);
		IJavaProject java = JavaCore.create(project);
		java.setRawClasspath(new IClasspathEntry[] { JavaCore.newSourceEntry(project.getFullPath().append("src")),
				JavaRuntime.getDefaultJREContainerEntry() }, project.getFullPath().append("bin"), null);
		return new JavaProject(java);
	}

	IFile write(String file, String source) throws CoreException {
		IFile created = java.getProject().getFile("src/" + file);
		created.create(new ByteArrayInputStream(source.getBytes(StandardCharsets.UTF_8)), true, null);
		return created;
	}

	void build() throws CoreException {
		java.getProject().build(IncrementalProjectBuilder.FULL_BUILD, new NullProgressMonitor());
		assertThat(java.getProject().findMarkers(IMarker.PROBLEM, true, IResource.DEPTH_INFINITE)).as("compile problems")
				.extracting(marker -> marker.getAttribute(IMarker.MESSAGE, "")).isEmpty();
	}

	void delete() throws CoreException {
		java.getProject().delete(true, true, null);
	}
}
