// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.source;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

import org.eclipse.core.filesystem.EFS;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.IPath;

/** Finds the files of breakpoints and of frames. Stateless. */
public final class BreakpointFiles {
	private BreakpointFiles() {
	}

	/**
	 * @param marker    the marker of a breakpoint
	 * @param attribute the attribute with the path of a file outside the workspace
	 * @return the location of its file; empty if that is unknown or not on a local disk
	 */
	public static Optional<Path> location(IMarker marker, String attribute) {
		IPath location = marker.getResource() instanceof IFile file ? file.getLocation() : null;
		return location != null ? Optional.of(location.toPath()) : absolute(marker.getAttribute(attribute, ""));
	}

	/**
	 * @param path of any form
	 * @return the path, if it is absolute
	 */
	public static Optional<Path> absolute(String path) {
		try {
			return Optional.of(Path.of(path)).filter(Path::isAbsolute);
		} catch (InvalidPathException e) {
			return Optional.empty();
		}
	}

	/**
	 * @param location an absolute path
	 * @return a file of the workspace at that location, also a linked one, or else the file store
	 */
	public static Object element(Path location) {
		return Arrays.stream(ResourcesPlugin.getWorkspace().getRoot().findFilesForLocationURI(location.toUri())).filter(IFile::exists)
				.findFirst().<Object>map(file -> file).orElseGet(() -> EFS.getLocalFileSystem().getStore(IPath.fromPath(location)));
	}
}
