// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap;

import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.Map;
import java.util.Optional;

import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.model.IBreakpoint;
import org.eclipse.debug.core.model.LineBreakpoint;
import org.pmix4e.dap.internal.Messages;
import org.pmix4e.dap.internal.source.BreakpointFiles;

/** A breakpoint on a line of a C, C++ or Fortran file. Kept by the platform in a marker, also after the workbench has been closed. */
public final class NativeLineBreakpoint extends LineBreakpoint {
	/** Identifies the debug model of native ranks; also the prefix of the ids of its extensions. */
	public static final String MODEL = "org.pmix4e.dap";
	/** The type of its marker. */
	static final String MARKER = MODEL + ".lineBreakpoint";
	/** String, an attribute of the marker: the path of a file outside the workspace; the marker then belongs to the workspace. */
	public static final String PATH = MODEL + ".path";

	/** For the platform, which creates breakpoints from their markers. */
	public NativeLineBreakpoint() {
	}

	/**
	 * Creates a breakpoint and registers it.
	 *
	 * @param resource the file, or the workspace for a file outside it
	 * @param file     the location of the file, absolute
	 * @param line     the number of the line, from 1
	 * @return the breakpoint
	 * @throws CoreException if the marker cannot be created
	 */
	public static NativeLineBreakpoint create(IResource resource, Path file, int line) throws CoreException {
		NativeLineBreakpoint breakpoint = new NativeLineBreakpoint();
		resource.getWorkspace().run(monitor -> {
			IMarker marker = resource.createMarker(MARKER, Map.of(IBreakpoint.ENABLED, true, IBreakpoint.PERSISTED, true, IBreakpoint.ID,
					MODEL, IMarker.LINE_NUMBER, line, PATH, file.toString(), IMarker.MESSAGE,
					MessageFormat.format(Messages.NativeLineBreakpoint_label, file.getFileName(), line)));
			breakpoint.setMarker(marker);
			DebugPlugin.getDefault().getBreakpointManager().addBreakpoint(breakpoint);
		}, null);
		return breakpoint;
	}

	/** @return the location of its file; empty if that is unknown */
	public Optional<Path> file() {
		return getMarker() == null ? Optional.empty() : BreakpointFiles.location(getMarker(), PATH);
	}

	/** @return its file for an editor: an {@link IFile} or, outside the workspace, an IFileStore; empty if that is unknown */
	public Optional<Object> source() {
		return file().map(BreakpointFiles::element);
	}

	@Override
	public String getModelIdentifier() {
		return MODEL;
	}
}
