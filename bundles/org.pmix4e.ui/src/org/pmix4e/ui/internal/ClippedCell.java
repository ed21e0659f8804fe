// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal;

import java.util.function.ToIntFunction;

import org.eclipse.swt.custom.StyleRange;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.graphics.TextLayout;
import org.jspecify.annotations.Nullable;

/**
 * The content of a cell whose column is too narrow for its text. It is drawn with an ellipsis, because GTK cuts the text in the middle of a
 * letter. Immutable; on the thread of the user interface.
 *
 * @param image      of the cell; null if it has none
 * @param imagePlace the bounds of the image, in the coordinates of the table
 * @param text       of the cell
 * @param room       the bounds of the text, in the coordinates of the table
 */
public record ClippedCell(@Nullable Image image, Rectangle imagePlace, String text, Rectangle room) {
	/** Stands for the part of a text that there is no room for. */
	public static final String ELLIPSIS = "\u2026";

	/**
	 * @param text  a text
	 * @param room  in pixels
	 * @param width measures a text, in pixels
	 * @return the text if there is room for it, otherwise as much of its beginning as there is room for and an ellipsis; empty if there is
	 *         no room for the ellipsis, as in a column of icons
	 */
	public static String shorten(String text, int room, ToIntFunction<String> width) {
		if (width.applyAsInt(text) <= room) {
			return text;
		}
		if (width.applyAsInt(ELLIPSIS) > room) {
			return "";
		}
		int fits = 0;
		int end = text.length();
		while (fits + 1 < end) {
			int middle = (fits + end) / 2;
			if (width.applyAsInt(text.substring(0, middle) + ELLIPSIS) <= room) {
				fits = middle;
			} else {
				end = middle;
			}
		}
		return text.substring(0, fits).stripTrailing() + ELLIPSIS;
	}

	/**
	 * @param gc with the font of the cell
	 * @return whether the column is too narrow for the text
	 */
	public boolean isClipped(GC gc) {
		return gc.textExtent(text).x > room.width;
	}

	/**
	 * Draws image and shortened text.
	 *
	 * @param gc     draws in its colors and font
	 * @param styles of parts of the text
	 */
	public void draw(GC gc, StyleRange... styles) {
		if (image != null) {
			gc.drawImage(image, imagePlace.x, imagePlace.y + (imagePlace.height - image.getBounds().height) / 2);
		}
		TextLayout layout = new TextLayout(gc.getDevice());
		try {
			String shown = shorten(text, room.width, part -> gc.textExtent(part).x);
			layout.setFont(gc.getFont());
			layout.setText(shown);
			for (StyleRange style : styles) {
				layout.setStyle(style, style.start, Math.min(style.start + style.length, shown.length()) - 1);
			}
			layout.draw(gc, room.x, room.y + Math.max(0, (room.height - layout.getBounds().height) / 2));
		} finally {
			layout.dispose();
		}
	}
}
