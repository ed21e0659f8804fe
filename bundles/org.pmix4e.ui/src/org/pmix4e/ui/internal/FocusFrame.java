// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Canvas;

/** Shows where keys act in a canvas that has the focus, in the color of its text, so that it is seen in each theme. Stateless. */
public final class FocusFrame {
	/** Between an item and its frame, in pixels. */
	private static final int GAP = 2;

	private FocusFrame() {
	}

	/**
	 * @param item the place of an item
	 * @return the place of its frame
	 */
	public static Rectangle around(Rectangle item) {
		return new Rectangle(item.x - GAP, item.y - GAP, item.width + 2 * GAP, item.height + 2 * GAP);
	}

	/**
	 * Draws the frame.
	 *
	 * @param gc     of the canvas
	 * @param canvas has the focus
	 * @param frame  its place
	 */
	public static void draw(GC gc, Canvas canvas, Rectangle frame) {
		gc.setForeground(canvas.getDisplay().getSystemColor(SWT.COLOR_LIST_FOREGROUND));
		gc.setLineStyle(SWT.LINE_DOT);
		gc.drawRectangle(frame.x, frame.y, frame.width - 1, frame.height - 1);
		gc.setLineStyle(SWT.LINE_SOLID);
	}
}
