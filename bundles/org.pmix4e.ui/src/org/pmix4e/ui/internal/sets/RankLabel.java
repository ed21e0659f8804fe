// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.sets;

import java.util.List;
import java.util.Optional;

import org.eclipse.jface.resource.JFaceResources;
import org.eclipse.jface.text.ITextViewerExtension5;
import org.eclipse.jface.text.Position;
import org.eclipse.jface.text.source.Annotation;
import org.eclipse.jface.text.source.IAnnotationModel;
import org.eclipse.jface.text.source.ISourceViewer;
import org.eclipse.swt.SWT;
import org.eclipse.swt.accessibility.ACC;
import org.eclipse.swt.accessibility.AccessibleAdapter;
import org.eclipse.swt.accessibility.AccessibleEvent;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Listener;
import org.pmix4e.ui.internal.PmixColor;

/**
 * The label of the current rank in a text editor: a box behind the line that the rank is stopped at. Created for an instruction pointer, to
 * which it keeps. Used on the thread of the user interface; the editor need not be open any longer.
 */
final class RankLabel extends AccessibleAdapter implements Listener {
	private static final int GAP = 24;
	private static final int PADDING = 6;
	private static final int ROUNDING = 6;

	private final StyledText widget;
	private final ISourceViewer viewer;
	private final IAnnotationModel model;
	private final Annotation pointer;
	/** From the longest to the shortest. */
	private final List<String> texts;

	/**
	 * @param model   of the editor
	 * @param pointer the instruction pointer, an annotation of the model
	 * @param texts   for the label, the longest first; the first one with enough room is shown
	 */
	RankLabel(ISourceViewer viewer, IAnnotationModel model, Annotation pointer, List<String> texts) {
		this.viewer = viewer;
		this.model = model;
		this.pointer = pointer;
		this.texts = List.copyOf(texts);
		widget = viewer.getTextWidget();
	}

	/** Begins to draw the label. */
	void show() {
		widget.addListener(SWT.Paint, this);
		Optional.ofNullable(widget.getHorizontalBar()).ifPresent(bar -> bar.addListener(SWT.Selection, this));
		widget.getAccessible().addAccessibleListener(this);
		widget.redraw();
	}

	/** Ends the label. */
	void hide() {
		if (!widget.isDisposed()) {
			widget.removeListener(SWT.Paint, this);
			Optional.ofNullable(widget.getHorizontalBar()).ifPresent(bar -> bar.removeListener(SWT.Selection, this));
			widget.getAccessible().removeAccessibleListener(this);
			widget.redraw();
		}
	}

	/** Returns whether the rank is still stopped there. */
	boolean isValid() {
		Position position = model.getPosition(pointer);
		return !widget.isDisposed() && position != null && !position.isDeleted();
	}

	@Override
	public void getDescription(AccessibleEvent event) {
		if (event.childID == ACC.CHILDID_SELF) {
			event.result = texts.get(0);
		}
	}

	@Override
	public void handleEvent(Event event) {
		if (event.type == SWT.Selection) {
			widget.redraw(); // scrolling moves the pixels, but not a label at the edge
		} else if (isValid()) {
			int offset = widgetOffset(model.getPosition(pointer).getOffset());
			if (offset >= 0 && offset <= widget.getCharCount()) {
				draw(event.gc, widget.getLineAtOffset(offset));
			}
		}
	}

	/** Returns -1 for a place in a folded region. */
	private int widgetOffset(int offset) {
		return viewer instanceof ITextViewerExtension5 folding ? folding.modelOffset2WidgetOffset(offset)
				: offset - viewer.getVisibleRegion().getOffset();
	}

	private void draw(GC gc, int line) {
		int end = widget.getOffsetAtLine(line) + widget.getLine(line).length();
		Point place = widget.getLocationAtOffset(end);
		int height = widget.getLineHeight(end);
		gc.setFont(JFaceResources.getFontRegistry().getBold(JFaceResources.DEFAULT_FONT));
		int begin = place.x + GAP;
		String text = texts.stream().filter(each -> begin + width(gc, each) <= widget.getClientArea().width).findFirst()
				.orElse(texts.get(texts.size() - 1));
		// the label of a long line covers its end, because an invisible one would be of no use
		int x = Math.min(begin, widget.getClientArea().width - width(gc, text));
		Rectangle box = new Rectangle(x, place.y, width(gc, text), height);
		gc.setBackground(PmixColor.CURRENT_BACKGROUND.get());
		gc.setForeground(PmixColor.CURRENT_FOREGROUND.get());
		gc.setAntialias(SWT.ON);
		gc.fillRoundRectangle(box.x, box.y, box.width, box.height, ROUNDING, ROUNDING);
		gc.drawText(text, box.x + PADDING, box.y + (height - gc.textExtent(text).y) / 2, SWT.DRAW_TRANSPARENT);
	}

	private static int width(GC gc, String text) {
		return gc.textExtent(text).x + 2 * PADDING;
	}
}
