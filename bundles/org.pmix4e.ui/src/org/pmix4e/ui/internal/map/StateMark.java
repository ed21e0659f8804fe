// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.map;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Rectangle;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixColor;
import org.pmix4e.ui.internal.elements.ElementText;

/** How the map shows a state: by a letter, a shape and a color, so that no one of them is needed to tell states apart. */
enum StateMark {
	STARTING("S", Shape.DASHED, PmixColor.MAP_WAITING), RUNNING("R", Shape.ROUND, PmixColor.MAP_ACTIVE),
	CONNECTED("C", Shape.ROUND, PmixColor.MAP_ACTIVE),
	/** Connected, but stopped until a debugger releases it. */
	WAITING("W", Shape.DASHED, PmixColor.MAP_WAITING), SUSPENDED("P", Shape.DASHED, PmixColor.MAP_WAITING),
	FINALIZED("N", Shape.ROUND, PmixColor.MAP_ENDED), EXITED("E", Shape.SQUARE, PmixColor.MAP_ENDED),
	FINISHED("D", Shape.SQUARE, PmixColor.MAP_ENDED), ENDED("U", Shape.SQUARE, PmixColor.MAP_ENDED),
	KILLED("T", Shape.CUT, PmixColor.MAP_KILLED), FAILED("F", Shape.HEXAGON, PmixColor.MAP_FAILED);

	private enum Shape {
		DASHED, ROUND, SQUARE, CUT, HEXAGON
	}

	private final String letter;
	private final Shape shape;
	private final PmixColor color;

	StateMark(String letter, Shape shape, PmixColor color) {
		this.letter = letter;
		this.shape = shape;
		this.color = color;
	}

	static StateMark of(RankElement rank) {
		return ElementText.waitsForDebugger(rank) ? WAITING : valueOf(rank.state().name());
	}

	/** Returns the name of the state, which is the same in all views. */
	String title() {
		return this == WAITING ? Messages.state_waiting : ElementText.state(ElementState.valueOf(name()));
	}

	String letter() {
		return letter;
	}

	PmixColor color() {
		return color;
	}

	/** Draws the shape: filled with the background and framed with the foreground of the graphics. */
	void draw(GC gc, Rectangle area) {
		gc.setLineStyle(shape == Shape.DASHED ? SWT.LINE_DASH : SWT.LINE_SOLID);
		int x = area.x;
		int y = area.y;
		int w = area.width - 1;
		int h = area.height - 1;
		switch (shape) {
			case ROUND, DASHED -> {
				gc.fillRoundRectangle(x, y, w, h, 12, 12);
				gc.drawRoundRectangle(x, y, w, h, 12, 12);
			}
			case SQUARE -> {
				gc.fillRectangle(x, y, w, h);
				gc.drawRectangle(x, y, w, h);
			}
			case CUT -> draw(gc, x + 6, y, x + w - 6, y, x + w, y + 6, x + w, y + h - 6, x + w - 6, y + h, x + 6, y + h, x, y + h - 6, x, y + 6);
			case HEXAGON -> draw(gc, x + 8, y, x + w - 8, y, x + w, y + h / 2, x + w - 8, y + h, x + 8, y + h, x, y + h / 2);
		}
		gc.setLineStyle(SWT.LINE_SOLID);
	}

	private static void draw(GC gc, int... corners) {
		gc.fillPolygon(corners);
		gc.drawPolygon(corners);
	}
}
