// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import org.eclipse.core.resources.IMarker;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.model.IBreakpoint;
import org.eclipse.debug.core.model.LineBreakpoint;

/** A breakpoint with the marker that CDT creates for a file outside the workspace (CDIDebugModel.setLineBreakpointAttributes). */
final class CdtBreakpoint extends LineBreakpoint {
	static final String LINE = "org.eclipse.cdt.debug.core.cLineBreakpointMarker";
	static final String TRACEPOINT = "org.eclipse.cdt.debug.core.cLineTracepointMarker";
	private static final String MODEL = "org.eclipse.cdt.debug.core";

	/** Creates a breakpoint and registers it. */
	static void create(String type, Path file, int line, String condition, int ignored) throws CoreException {
		CdtBreakpoint breakpoint = new CdtBreakpoint();
		ResourcesPlugin.getWorkspace().run(monitor -> {
			Map<String, Object> attributes = new HashMap<>(Map.of(IBreakpoint.ID, MODEL, IMarker.LINE_NUMBER, line, IBreakpoint.ENABLED, true,
					MODEL + ".ignoreCount", ignored, MODEL + ".condition", condition, MODEL + ".sourceHandle", file.toString(), "requestedLine",
					line));
			breakpoint.setMarker(ResourcesPlugin.getWorkspace().getRoot().createMarker(type, attributes));
			DebugPlugin.getDefault().getBreakpointManager().addBreakpoint(breakpoint);
		}, null);
	}

	@Override
	public String getModelIdentifier() {
		return MODEL;
	}
}
