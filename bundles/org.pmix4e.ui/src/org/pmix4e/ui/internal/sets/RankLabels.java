// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.sets;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.eclipse.core.runtime.Adapters;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.model.IStackFrame;
import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.debug.ui.contexts.DebugContextEvent;
import org.eclipse.debug.ui.contexts.IDebugContextListener;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.ITextViewer;
import org.eclipse.jface.text.Position;
import org.eclipse.jface.text.source.Annotation;
import org.eclipse.jface.text.source.IAnnotationModel;
import org.eclipse.jface.text.source.ISourceViewer;
import org.eclipse.jface.viewers.ISelection;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.ui.IEditorPart;
import org.eclipse.ui.IEditorReference;
import org.eclipse.ui.IPartListener2;
import org.eclipse.ui.IWorkbench;
import org.eclipse.ui.IWorkbenchListener;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchPart;
import org.eclipse.ui.IWorkbenchPartReference;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.texteditor.ITextEditor;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.spi.FramePlace;
import org.pmix4e.ui.internal.elements.Selected;

/**
 * Names the current rank in the header of the text editor that the platform shows for a frame selected in the Debug view, and at the line
 * where the rank is stopped.
 * One object serves a window, on the thread of the user interface, from the first job until the window is closed.
 */
public final class RankLabels implements IDebugContextListener, IPartListener2 {
	private final IWorkbenchWindow window;
	private final Map<IWorkbenchPart, PointerWatch> watched = new HashMap<>();
	private @Nullable Shown shown;

	/** The two places where the current rank is named. */
	private record Shown(RankLabel label, RankHeader header) {
		private void show() {
			label.show();
			header.show();
		}

		private void hide() {
			label.hide();
			header.hide();
		}
	}

	private RankLabels(IWorkbenchWindow window) {
		this.window = window;
	}

	/** Begins to serve all windows, also those that are opened later. To be called once. */
	public static void install() {
		EachWindow.serve(RankLabels::serve);
		PlatformUI.getWorkbench().addWorkbenchListener(new IWorkbenchListener() {
			@Override
			public boolean preShutdown(IWorkbench workbench, boolean forced) {
				RankHeader.hideAll();
				return true;
			}

			@Override
			public void postShutdown(IWorkbench workbench) {
				// the headers are saved
			}
		});
	}

	private static void serve(IWorkbenchWindow window) {
		RankLabels labels = new RankLabels(window);
		window.getPartService().addPartListener(labels);
		DebugUITools.getDebugContextManager().getContextService(window).addDebugContextListener(labels);
		Stream.of(window.getPages()).map(IWorkbenchPage::getEditorReferences).flatMap(Stream::of)
				.map((IEditorReference editor) -> editor.getEditor(false)).forEach(labels::watch);
	}

	/** The platform marks the line of the new frame some time later, if it has a source. */
	@Override
	public void debugContextChanged(DebugContextEvent event) {
		if ((event.getFlags() & DebugContextEvent.ACTIVATED) != 0) {
			hide();
		}
	}

	private void hide() {
		Optional.ofNullable(shown).ifPresent(Shown::hide);
		shown = null;
	}

	private void watch(@Nullable IWorkbenchPart part) {
		ITextEditor editor = part instanceof IEditorPart ? Adapters.adapt(part, ITextEditor.class) : null;
		if (editor != null && editor.getDocumentProvider() != null) {
			IAnnotationModel model = editor.getDocumentProvider().getAnnotationModel(editor.getEditorInput());
			PointerWatch before = watched.get(part);
			if (model != null && (before == null || before.model() != model)) {
				unwatch(part);
				watched.put(part, new PointerWatch(model, pointer -> show(part, editor, model, pointer), this::hideInvalid));
			}
		}
	}

	private void unwatch(IWorkbenchPart part) {
		Optional.ofNullable(watched.remove(part)).ifPresent(PointerWatch::close);
	}

	private void show(IWorkbenchPart part, ITextEditor editor, IAnnotationModel model, Annotation pointer) {
		ISelection context = DebugUITools.getDebugContextManager().getContextService(window).getActiveContext();
		if (context instanceof IStructuredSelection chosen && chosen.getFirstElement() instanceof IStackFrame frame
				&& editor.getAdapter(ITextViewer.class) instanceof ISourceViewer viewer && isAt(frame, editor, model.getPosition(pointer))) {
			hide();
			List<String> texts = texts(frame);
			if (!texts.isEmpty()) {
				Shown now = new Shown(new RankLabel(viewer, model, pointer, texts), new RankHeader(part, texts.get(texts.size() - 1)));
				now.show();
				shown = now;
			}
		}
	}

	/** Returns whether a pointer belongs to a frame. The platform may set that of a frame which was selected before so late. */
	private static boolean isAt(IStackFrame frame, ITextEditor editor, @Nullable Position position) {
		FramePlace place = Adapters.adapt(frame, FramePlace.class);
		IDocument document = editor.getDocumentProvider().getDocument(editor.getEditorInput());
		try {
			return place != null && position != null && document != null
					&& place.line() == document.getLineOfOffset(position.getOffset()) + 1
					&& stem(place.file()).equals(stem(editor.getEditorInput().getName()));
		} catch (BadLocationException e) {
			return false; // the text has changed
		}
	}

	/** Returns a file name without its ending: a class file has the source of a frame, too. */
	private static String stem(String file) {
		int dot = file.lastIndexOf('.');
		return dot < 0 ? file : file.substring(0, dot);
	}

	/** Returns texts that name the rank of a frame, the longest first; none for a frame of another debugger. */
	private static List<String> texts(IStackFrame frame) {
		List<JobElement> ranks = Selected.elements(new StructuredSelection(frame)).stream().filter(RankElement.class::isInstance).toList();
		if (ranks.isEmpty()) {
			return List.of();
		}
		try {
			return List.of(RankStatus.of(ranks), frame.getDebugTarget().getName(), RankGroup.of(ranks).name());
		} catch (DebugException e) {
			return List.of(); // the rank has gone on or ended
		}
	}

	private void hideInvalid() {
		if (shown != null && !shown.label.isValid()) {
			hide();
		}
	}

	@Override
	public void partOpened(IWorkbenchPartReference part) {
		watch(part.getPart(false));
	}

	/** Parts of the last session are created when they become visible. */
	@Override
	public void partVisible(IWorkbenchPartReference part) {
		watch(part.getPart(false));
	}

	@Override
	public void partInputChanged(IWorkbenchPartReference part) {
		watch(part.getPart(false));
	}

	@Override
	public void partClosed(IWorkbenchPartReference part) {
		Optional.ofNullable(part.getPart(false)).ifPresent(this::unwatch);
	}
}
