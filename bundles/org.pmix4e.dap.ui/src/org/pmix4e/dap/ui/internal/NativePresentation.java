// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.ui.internal;

import org.eclipse.core.filesystem.IFileStore;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.runtime.ILog;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.model.IValue;
import org.eclipse.debug.ui.IDebugModelPresentation;
import org.eclipse.debug.ui.IValueDetailListener;
import org.eclipse.jface.viewers.LabelProvider;
import org.eclipse.swt.graphics.Image;
import org.eclipse.ui.IEditorInput;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.ide.FileStoreEditorInput;
import org.eclipse.ui.ide.IDE;
import org.eclipse.ui.part.FileEditorInput;
import org.jspecify.annotations.Nullable;
import org.pmix4e.dap.NativeLineBreakpoint;

/** Opens source files of native ranks and of their breakpoints; labels are those of the platform. Created by the platform. */
public final class NativePresentation extends LabelProvider implements IDebugModelPresentation {
	/** For the extension registry. */
	public NativePresentation() {
		EditorHovers.install(); // the platform creates a presentation for the first native rank
	}

	@Override
	public void setAttribute(String attribute, @Nullable Object value) {
		// labels do not depend on settings
	}

	/** @return null for the label of the platform, or the message of the marker of a breakpoint */
	@Override
	public @Nullable String getText(@Nullable Object element) {
		return element instanceof NativeLineBreakpoint breakpoint ? breakpoint.getMarker().getAttribute(IMarker.MESSAGE, "") : null;
	}

	@Override
	public @Nullable Image getImage(@Nullable Object element) {
		return null;
	}

	@Override
	public void computeDetail(IValue value, IValueDetailListener listener) {
		String text;
		try {
			text = value.getValueString();
		} catch (DebugException e) {
			text = e.getStatus().getMessage();
		}
		listener.detailComputed(value, text);
	}

	@Override
	public @Nullable IEditorInput getEditorInput(Object element) {
		return switch (element) {
			case IFile file -> new FileEditorInput(file);
			case IFileStore store -> new FileStoreEditorInput(store);
			case NativeLineBreakpoint breakpoint -> breakpoint.source().map(this::getEditorInput).orElse(null);
			default -> null;
		};
	}

	@Override
	public @Nullable String getEditorId(IEditorInput input, Object element) {
		try {
			return IDE.getEditorDescriptor(input.getName(), true, false).getId();
		} catch (PartInitException e) {
			ILog.of(NativePresentation.class).log(e.getStatus());
			return null;
		}
	}
}
