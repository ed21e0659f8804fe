// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.output;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.eclipse.core.filesystem.EFS;
import org.eclipse.core.filesystem.IFileStore;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ICoreRunnable;
import org.eclipse.core.runtime.ILog;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.model.IProcess;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IDocument;
import org.eclipse.osgi.util.NLS;
import org.eclipse.ui.IEditorPart;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.ide.IDE;
import org.eclipse.ui.texteditor.ITextEditor;
import org.pmix4e.ui.internal.Messages;

/**
 * Opens the source files that output names. Looks for a file in a background job, because that reads the workspace: as an absolute path,
 * in the working directory of the job, and at last below any folder of the workspace.
 *
 * @param page      shows the editor
 * @param directory the working directory of the job
 */
public record SourceOpener(IWorkbenchPage page, Optional<Path> directory) {

	/**
	 * @param job the process of a job, if it has one
	 * @return its working directory; empty if it is not known
	 */
	public static Optional<Path> directory(Optional<? extends IProcess> job) {
		return job.map(process -> process.getAttribute(DebugPlugin.ATTR_WORKING_DIRECTORY)).filter(name -> !name.isEmpty()).map(Path::of);
	}

	/**
	 * Opens a file. If there is none of that name, beeps and says so in the status line of the active view.
	 *
	 * @param file a path or name
	 * @param line the number of the line, from 1
	 */
	public void open(String file, int line) {
		open(new SourceLink(0, 0, file, line));
	}

	void open(SourceLink link) {
		Job job = Job.create(NLS.bind(Messages.outputView_opening, link.file()), (ICoreRunnable) monitor -> {
			Optional<SourceLink> place = link.offset().isEmpty() ? Optional.of(link)
					: AddressLine.find(directory.map(folder -> folder.resolve(link.file())).orElse(Path.of(link.file())), link.symbol(), link.offset());
			Optional<IFileStore> store = place.isPresent() ? find(place.get().file()) : Optional.empty();
			page.getWorkbenchWindow().getShell().getDisplay().asyncExec(() -> show(store, place.orElse(link)));
		});
		job.setUser(false);
		job.schedule();
	}

	private Optional<IFileStore> find(String name) throws CoreException {
		Path path = directory.map(folder -> folder.resolve(name)).orElse(Path.of(name));
		if (path.isAbsolute() && Files.isRegularFile(path)) {
			return Optional.of(EFS.getLocalFileSystem().getStore(path.toUri()));
		}
		String end = "/" + (name.startsWith("./") ? name.substring(2) : name);
		List<IFile> found = new ArrayList<>();
		ResourcesPlugin.getWorkspace().getRoot().accept(proxy -> {
			if (proxy.getType() == IResource.FILE && !proxy.isDerived() && end.endsWith("/" + proxy.getName())) {
				IResource resource = proxy.requestResource();
				if (resource.getFullPath().toString().endsWith(end)) {
					found.add((IFile) resource);
				}
			}
			return found.isEmpty();
		}, IResource.NONE);
		return found.isEmpty() ? Optional.empty() : Optional.of(EFS.getStore(found.get(0).getLocationURI()));
	}

	private void show(Optional<IFileStore> store, SourceLink link) {
		if (store.isEmpty()) {
			page.getWorkbenchWindow().getShell().getDisplay().beep();
			report(NLS.bind(Messages.source_notFound, link.file()));
			return;
		}
		try {
			IEditorPart editor = IDE.openEditorOnFileStore(page, store.get());
			ITextEditor text = editor.getAdapter(ITextEditor.class);
			IFile file = editor.getEditorInput().getAdapter(IFile.class);
			if (file != null) {
				IMarker marker = file.createMarker(IMarker.TEXT, Map.of(IMarker.LINE_NUMBER, link.line()));
				IDE.gotoMarker(editor, marker);
				marker.delete();
			} else if (text != null) {
				select(text, link.line());
			}
		} catch (CoreException e) {
			ILog.get().log(e.getStatus());
		}
	}

	private void report(String problem) {
		if (page.getActivePart() instanceof IViewPart view) {
			view.getViewSite().getActionBars().getStatusLineManager().setErrorMessage(problem);
		}
	}

	private static void select(ITextEditor editor, int line) {
		IDocument document = editor.getDocumentProvider().getDocument(editor.getEditorInput());
		try {
			editor.selectAndReveal(document.getLineOffset(line - 1), document.getLineLength(line - 1));
		} catch (BadLocationException e) {
			// the file has become shorter since the program was built
		}
	}
}
