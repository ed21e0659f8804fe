// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.map;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.accessibility.AccessibleAdapter;
import org.eclipse.swt.accessibility.AccessibleEvent;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Canvas;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Display;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.Messages;

/**
 * Explains the letters, shapes and colors of the states that the ranks on the map have now, in one line below it. Owned by the view, on the
 * thread of the user interface.
 */
final class Legend {
	private static final int MARK = 20;
	private static final int GAP = 5;
	private static final int BETWEEN = 14;

	private final Canvas canvas;
	private Set<StateMark> marks = EnumSet.noneOf(StateMark.class);

	Legend(Composite parent) {
		canvas = new Canvas(parent, SWT.DOUBLE_BUFFERED | SWT.NO_FOCUS);
		canvas.addListener(SWT.Paint, event -> paint(event.gc));
		canvas.getAccessible().addAccessibleListener(new AccessibleAdapter() {
			@Override
			public void getName(AccessibleEvent event) {
				event.result = text();
			}
		});
	}

	Canvas control() {
		return canvas;
	}

	/** Returns the height of the line, in pixels. */
	static int height() {
		return MARK + 2 * GAP;
	}

	/** Explains the states of these ranks. */
	void show(List<RankElement> ranks) {
		Set<StateMark> present = ranks.stream().map(StateMark::of).collect(Collectors.toCollection(() -> EnumSet.noneOf(StateMark.class)));
		if (!present.equals(marks)) {
			marks = present;
			canvas.redraw();
		}
	}

	/** Returns the legend in words: {@code States: C connected, F failed}. */
	private String text() {
		return NLS.bind(Messages.map_legend,
				marks.stream().map(mark -> mark.letter() + " " + mark.title()).collect(Collectors.joining(", ")));
	}

	private void paint(GC gc) {
		Display display = canvas.getDisplay();
		gc.setAntialias(SWT.ON);
		int x = GAP;
		for (StateMark mark : marks) {
			Rectangle area = new Rectangle(x, GAP, MARK, MARK);
			gc.setBackground(mark.color().get());
			gc.setForeground(display.getSystemColor(SWT.COLOR_LIST_FOREGROUND));
			mark.draw(gc, area);
			Point letter = gc.textExtent(mark.letter());
			gc.drawText(mark.letter(), x + (MARK - letter.x) / 2, GAP + (MARK - letter.y) / 2, SWT.DRAW_TRANSPARENT);
			gc.setForeground(canvas.getForeground());
			String name = mark.title();
			gc.drawText(name, x + MARK + GAP, GAP + (MARK - letter.y) / 2, SWT.DRAW_TRANSPARENT);
			x += MARK + GAP + gc.textExtent(name).x + BETWEEN;
		}
	}
}
