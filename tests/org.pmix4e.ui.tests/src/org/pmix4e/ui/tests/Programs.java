// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;

/** A workspace project with programs. */
record Programs(IProject project) {

	static Programs create() throws CoreException {
		IProject project = ResourcesPlugin.getWorkspace().getRoot().getProject("programs");
		project.create(null);
		project.open(null);
		return new Programs(project);
	}

	IFile copy(Path program, String name) throws CoreException, IOException {
		IFile file = project.getFile(name);
		Files.copy(program, file.getLocation().toPath());
		file.refreshLocal(IResource.DEPTH_ZERO, null);
		return file;
	}

	IFile script(String name, String text, boolean executable) throws CoreException, IOException {
		IFile file = project.getFile(name);
		Path path = Files.writeString(file.getLocation().toPath(), text);
		if (!path.toFile().setExecutable(executable)) {
			throw new IOException("cannot change the mode of " + path);
		}
		file.refreshLocal(IResource.DEPTH_ZERO, null);
		return file;
	}

	void delete() throws CoreException {
		project.delete(true, true, null);
	}
}
