// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.output;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;

import org.eclipse.core.resources.IEncodedStorage;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IPath;
import org.eclipse.core.runtime.Status;
import org.eclipse.jface.resource.ImageDescriptor;
import org.eclipse.osgi.util.NLS;
import org.eclipse.ui.IPersistableElement;
import org.eclipse.ui.IStorageEditorInput;
import org.jspecify.annotations.Nullable;
import org.pmix4e.ui.internal.Messages;

/**
 * The output of a job as an editor shows it: the contents of a file when the editor opened. An editor of the file itself would ask the user
 * each time when the job has written more, and when the file is deleted with the launch. Immutable.
 *
 * @param file    holds the output
 * @param size    the size of the file in bytes; a snapshot of more output is another one
 * @param charset the encoding of the output
 * @param title   for the editor
 */
record OutputSnapshot(Path file, long size, Charset charset, String title) implements IStorageEditorInput, IEncodedStorage {

	@Override
	public IEncodedStorage getStorage() {
		return this;
	}

	@Override
	public InputStream getContents() throws CoreException {
		try {
			return Files.newInputStream(file);
		} catch (IOException e) {
			throw new CoreException(Status.error(NLS.bind(Messages.outputView_log_failed, file, e.getMessage()), e));
		}
	}

	@Override
	public String getCharset() {
		return charset.name();
	}

	@Override
	public @Nullable IPath getFullPath() {
		return null;
	}

	@Override
	public String getName() {
		return title;
	}

	@Override
	public boolean isReadOnly() {
		return true;
	}

	@Override
	public boolean exists() {
		return true;
	}

	@Override
	public @Nullable ImageDescriptor getImageDescriptor() {
		return null;
	}

	@Override
	public @Nullable IPersistableElement getPersistable() {
		return null;
	}

	/** @return the title, because the platform shows this as the title of the window, too, where the path of the file hides it */
	@Override
	public String getToolTipText() {
		return title;
	}

	@Override
	public <T> @Nullable T getAdapter(Class<T> adapter) {
		return null;
	}
}
