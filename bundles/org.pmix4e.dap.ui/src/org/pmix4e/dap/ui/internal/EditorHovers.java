// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.ui.internal;

import java.util.Iterator;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IRegion;
import org.eclipse.jface.text.ITextHover;
import org.eclipse.jface.text.ITextViewer;
import org.eclipse.jface.text.Position;
import org.eclipse.jface.text.Region;
import org.eclipse.jface.text.source.Annotation;
import org.eclipse.jface.text.source.IAnnotationModel;
import org.eclipse.jface.text.source.ISourceViewer;
import org.eclipse.ui.IEditorReference;
import org.eclipse.ui.IPartListener2;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchPart;
import org.eclipse.ui.IWorkbenchPartReference;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.texteditor.ITextEditor;
import org.jspecify.annotations.Nullable;

/**
 * Gives the platform's plain text editors of C, C++ and Fortran files a hover for values; generic editors get it from the extension
 * registry. One object serves the workbench from the first native rank until its end, on the thread of the user interface.
 */
final class EditorHovers implements IPartListener2 {
	private static final String TEXT_EDITOR = "org.eclipse.ui.DefaultTextEditor";
	private static final AtomicBoolean INSTALLED = new AtomicBoolean();

	private EditorHovers() {
	}

	/** Serves the editors of all windows that are open now. May be called from any thread, more than once. */
	static void install() {
		if (INSTALLED.compareAndSet(false, true)) {
			PlatformUI.getWorkbench().getDisplay().asyncExec(() -> {
				EditorHovers hovers = new EditorHovers();
				for (IWorkbenchWindow window : PlatformUI.getWorkbench().getWorkbenchWindows()) {
					window.getPartService().addPartListener(hovers);
					Stream.of(window.getPages()).map(IWorkbenchPage::getEditorReferences).flatMap(Stream::of)
							.map((IEditorReference editor) -> editor.getPart(false)).forEach(EditorHovers::addTo);
				}
			});
		}
	}

	@Override
	public void partOpened(IWorkbenchPartReference part) {
		addTo(part.getPart(false));
	}

	private static void addTo(@Nullable IWorkbenchPart part) {
		if (part instanceof ITextEditor editor && TEXT_EDITOR.equals(editor.getSite().getId()) && EditorAdapters.isNative(editor)
				&& editor.getAdapter(ITextViewer.class) instanceof ISourceViewer viewer) {
			viewer.setTextHover(new ValueOrAnnotation(viewer), IDocument.DEFAULT_CONTENT_TYPE);
		}
	}

	/** Shows a value, or else the annotation at the mouse pointer, such as a problem, as the editor does without a debugger. */
	private static final class ValueOrAnnotation implements ITextHover {
		private final ValueHover values = new ValueHover();
		private final ISourceViewer editor;

		ValueOrAnnotation(ISourceViewer editor) {
			this.editor = editor;
		}

		@Override
		public IRegion getHoverRegion(ITextViewer viewer, int offset) {
			IRegion expression = values.getHoverRegion(viewer, offset);
			return expression == null ? new Region(offset, 0) : expression;
		}

		@Override
		public @Nullable String getHoverInfo(ITextViewer viewer, IRegion region) {
			String value = values.getHoverInfo(viewer, region);
			return value == null ? annotation(region) : value;
		}

		private @Nullable String annotation(IRegion region) {
			IAnnotationModel model = editor.getAnnotationModel();
			if (model == null) {
				return null;
			}
			for (Iterator<Annotation> annotations = model.getAnnotationIterator(); annotations.hasNext();) {
				Annotation annotation = annotations.next();
				Position place = model.getPosition(annotation);
				if (annotation.getText() != null && place != null && place.overlapsWith(region.getOffset(), region.getLength())) {
					return annotation.getText();
				}
			}
			return null;
		}
	}
}
