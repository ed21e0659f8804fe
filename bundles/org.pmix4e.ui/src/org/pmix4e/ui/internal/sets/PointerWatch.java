// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.sets;

import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.eclipse.debug.ui.IDebugUIConstants;
import org.eclipse.jface.text.source.Annotation;
import org.eclipse.jface.text.source.AnnotationModelEvent;
import org.eclipse.jface.text.source.IAnnotationModel;
import org.eclipse.jface.text.source.IAnnotationModelListener;
import org.eclipse.jface.text.source.IAnnotationModelListenerExtension;
import org.eclipse.swt.widgets.Display;

/**
 * Tells when the platform sets or removes an instruction pointer in an editor: the mark at the line of the frame that is selected in the
 * Debug view. Owned by an editor; its listeners are called on the thread of the user interface.
 */
final class PointerWatch implements IAnnotationModelListener, IAnnotationModelListenerExtension, AutoCloseable {
	private static final Set<String> POINTERS = Set.of(IDebugUIConstants.ANNOTATION_TYPE_INSTRUCTION_POINTER_CURRENT,
			IDebugUIConstants.ANNOTATION_TYPE_INSTRUCTION_POINTER_SECONDARY);

	private final IAnnotationModel model;
	private final Consumer<Annotation> set;
	private final Runnable removed;

	PointerWatch(IAnnotationModel model, Consumer<Annotation> set, Runnable removed) {
		this.model = model;
		this.set = set;
		this.removed = removed;
		model.addAnnotationModelListener(this);
	}

	IAnnotationModel model() {
		return model;
	}

	@Override
	public void modelChanged(IAnnotationModel changed) {
		// the other method is called instead
	}

	/** The platform changes instruction pointers on the thread of the user interface only; other threads change other annotations. */
	@Override
	public void modelChanged(AnnotationModelEvent event) {
		if (Display.getCurrent() != null) {
			removed.run();
			pointer(event.getAddedAnnotations()).ifPresent(set);
		}
	}

	private static Optional<Annotation> pointer(Annotation... annotations) {
		return Stream.of(annotations).filter(annotation -> POINTERS.contains(annotation.getType())).findFirst();
	}

	@Override
	public void close() {
		model.removeAnnotationModelListener(this);
	}
}
