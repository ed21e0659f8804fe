// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal;

import java.util.Optional;
import java.util.function.Supplier;

import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.ScrolledComposite;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.Tree;

/**
 * Opens a context menu below the selected item if a key opens it. GTK would open it where the pointer is, which may be far from the item
 * and over another part. Stateless; used on the thread of the user interface.
 */
public final class MenuPlace {
	private MenuPlace() {
	}

	/** @param rows a tree or table */
	public static void follow(Control rows) {
		follow(rows, () -> selected(rows));
	}

	/**
	 * @param control   has a context menu
	 * @param selection returns the place of the selected item in the control; empty if there is none
	 */
	public static void follow(Control control, Supplier<Optional<Rectangle>> selection) {
		control.addListener(SWT.MenuDetect, event -> {
			if (event.detail == SWT.MENU_KEYBOARD) {
				place(event, control, selection.get().orElse(new Rectangle(0, 0, 0, 0)));
			}
		});
	}

	private static Optional<Rectangle> selected(Control rows) {
		if (rows instanceof Tree tree && tree.getSelectionCount() > 0) {
			return Optional.of(tree.getSelection()[tree.getSelectionCount() - 1].getBounds());
		}
		return rows instanceof Table table && table.getSelectionCount() > 0
				? Optional.of(table.getSelection()[table.getSelectionCount() - 1].getBounds()) : Optional.empty();
	}

	/** Sets the place of a menu, inside what is visible of the control. */
	private static void place(Event event, Control control, Rectangle item) {
		Control seen = control.getParent() instanceof ScrolledComposite scroll ? scroll : control;
		Point size = seen.getSize();
		Point corner = seen.toDisplay(0, 0);
		Point below = control.toDisplay(item.x, item.y + item.height);
		event.x = Math.clamp(below.x, corner.x, corner.x + size.x);
		event.y = Math.clamp(below.y, corner.y, corner.y + size.y);
	}
}
