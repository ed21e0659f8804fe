// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.ui.internal;

import java.util.Locale;
import java.util.Set;

import org.eclipse.core.runtime.IAdapterFactory;
import org.eclipse.debug.ui.actions.IToggleBreakpointsTarget;
import org.eclipse.ui.texteditor.ITextEditor;
import org.jspecify.annotations.Nullable;

/**
 * Lets text editors of C, C++, Fortran and Python files set breakpoints. Editors of CDT set those of CDT. Created by the platform;
 * stateless.
 */
public final class EditorAdapters implements IAdapterFactory {
	private static final Set<String> ENDINGS = Set.of("c", "cc", "cpp", "cxx", "c++", "h", "hh", "hpp", "hxx", "f", "for", "f77", "f90",
			"f95", "f03", "f08", "py");

	/** For the extension registry. */
	public EditorAdapters() {
	}

	@Override
	public <T> @Nullable T getAdapter(Object editor, Class<T> type) {
		boolean isNative = editor instanceof ITextEditor text && isNative(text);
		return isNative && type == IToggleBreakpointsTarget.class ? type.cast(new LineToggle()) : null;
	}

	/** Returns whether an editor shows a C, C++, Fortran or Python file and is none of CDT. */
	static boolean isNative(ITextEditor editor) {
		return editor.getEditorInput() != null && isSource(editor.getEditorInput().getName())
				&& !editor.getClass().getName().startsWith("org.eclipse.cdt.");
	}

	private static boolean isSource(String file) {
		return ENDINGS.contains(file.substring(file.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT));
	}

	@Override
	public Class<?>[] getAdapterList() {
		return new Class<?>[] { IToggleBreakpointsTarget.class };
	}
}
