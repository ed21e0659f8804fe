// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.model;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import org.eclipse.core.resources.IFile;
import org.eclipse.debug.core.model.ISourceLocator;
import org.eclipse.debug.core.model.IStackFrame;
import org.jspecify.annotations.Nullable;
import org.pmix4e.dap.internal.source.BreakpointFiles;

/**
 * Finds source files at the paths that the compiler has recorded, or where the launch says that they are: files of the workspace first,
 * then any others. Stateless.
 */
public final class NativeSources implements ISourceLocator {
	/** Creates a locator. */
	public NativeSources() {
	}

	/** @return an {@link IFile} or, outside the workspace, an IFileStore; null if there is no such file */
	@Override
	public @Nullable Object getSourceElement(IStackFrame frame) {
		Optional<Path> source = frame instanceof NativeFrame known ? known.source().filter(Files::isReadable) : Optional.empty();
		return source.map(BreakpointFiles::element).orElse(null);
	}
}
