// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.ui.internal;

import java.nio.file.Path;
import java.util.Optional;

import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IPath;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.model.IBreakpoint;
import org.eclipse.debug.ui.actions.IToggleBreakpointsTarget;
import org.eclipse.jface.text.ITextSelection;
import org.eclipse.jface.viewers.ISelection;
import org.eclipse.ui.IEditorInput;
import org.eclipse.ui.IURIEditorInput;
import org.eclipse.ui.IWorkbenchPart;
import org.eclipse.ui.texteditor.ITextEditor;
import org.pmix4e.dap.NativeLineBreakpoint;

/** Sets a breakpoint on the selected line of a text editor, or deletes it. Stateless; used on the thread of the user interface. */
final class LineToggle implements IToggleBreakpointsTarget {
	@Override
	public boolean canToggleLineBreakpoints(IWorkbenchPart part, ISelection selection) {
		return selection instanceof ITextSelection && part instanceof ITextEditor editor && location(editor.getEditorInput()).isPresent();
	}

	@Override
	public void toggleLineBreakpoints(IWorkbenchPart part, ISelection selection) throws CoreException {
		if (selection instanceof ITextSelection text && part instanceof ITextEditor editor) {
			Optional<Path> file = location(editor.getEditorInput());
			if (file.isPresent()) {
				toggle(editor.getEditorInput(), file.get(), text.getStartLine() + 1);
			}
		}
	}

	private static void toggle(IEditorInput input, Path file, int line) throws CoreException {
		Optional<NativeLineBreakpoint> existing = find(file, line);
		if (existing.isPresent()) {
			DebugPlugin.getDefault().getBreakpointManager().removeBreakpoint(existing.get(), true);
		} else {
			IFile resource = input.getAdapter(IFile.class);
			IResource owner = resource == null ? ResourcesPlugin.getWorkspace().getRoot() : resource;
			NativeLineBreakpoint.create(owner, file, line);
		}
	}

	private static Optional<NativeLineBreakpoint> find(Path file, int line) {
		for (IBreakpoint breakpoint : DebugPlugin.getDefault().getBreakpointManager().getBreakpoints()) {
			if (breakpoint instanceof NativeLineBreakpoint known && known.file().equals(Optional.of(file))
					&& known.getMarker().getAttribute(IMarker.LINE_NUMBER, 0) == line) {
				return Optional.of(known);
			}
		}
		return Optional.empty();
	}

	/** Returns the location of an edited file, if it is on a local disk. */
	private static Optional<Path> location(IEditorInput input) {
		IFile file = input.getAdapter(IFile.class);
		if (file != null) {
			return Optional.ofNullable(file.getLocation()).map(IPath::toPath);
		}
		return input instanceof IURIEditorInput uri && "file".equals(uri.getURI().getScheme()) ? Optional.of(Path.of(uri.getURI()))
				: Optional.empty();
	}

	@Override
	public boolean canToggleMethodBreakpoints(IWorkbenchPart part, ISelection selection) {
		return false;
	}

	@Override
	public void toggleMethodBreakpoints(IWorkbenchPart part, ISelection selection) {
		throw new UnsupportedOperationException();
	}

	@Override
	public boolean canToggleWatchpoints(IWorkbenchPart part, ISelection selection) {
		return false;
	}

	@Override
	public void toggleWatchpoints(IWorkbenchPart part, ISelection selection) {
		throw new UnsupportedOperationException();
	}
}
