// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.util.Arrays;

import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Shell;

/**
 * The mouse of a user who hovers over the text of an editor and, when nothing shows, moves away and hovers again. The editor ignores a
 * hover while its window is not active, and after one hover all others until the pointer has left the place. Each try waits twice as long
 * as the one before, because leaving discards a value that the debugger is still reading. Used on the display's thread.
 */
final class EditorMouse {
	/** Looks of {@link Ui#await} in the first try. */
	private static final int FIRST_PATIENCE = 50;

	private final StyledText editor;
	private int patience = FIRST_PATIENCE;
	private int looks;

	EditorMouse(StyledText editor) {
		this.editor = editor;
	}

	/** Returns whether a window shows a text with a beginning, and hovers over a text of the editor until one does. */
	boolean shows(String text, String beginning) {
		boolean isShown = Arrays.stream(editor.getDisplay().getShells()).filter(Shell::isVisible)
				.flatMap(shell -> Widgets.all(shell, StyledText.class).stream()).anyMatch(each -> each.getText().startsWith(beginning));
		if (!isShown && looks == 0) {
			editor.getShell().forceActive();
			moveAway();
			if (editor.getDisplay().getActiveShell() != editor.getShell()) {
				return false; // the window manager has not activated the window yet
			}
			hover(text);
		}
		looks++;
		if (looks > patience) {
			patience *= 2;
			looks = 0;
		}
		return isShown;
	}

	/** Hovers where the pointer of the display is, so that its own events agree. */
	private void hover(String text) {
		Point place = editor.getLocationAtOffset(editor.getText().indexOf(text) + 1);
		Point hovered = new Point(place.x + 1, place.y + 2);
		Point pointer = editor.toDisplay(hovered);
		if (!editor.getDisplay().getCursorLocation().equals(pointer)) {
			editor.getDisplay().setCursorLocation(pointer);
		}
		notify(SWT.MouseHover, hovered);
	}

	/**
	 * Reports a move to the lower right corner, which is far from all text. The pointer of the display stays: its events arrive later, and one
	 * from the corner would end the hover that follows.
	 */
	private void moveAway() {
		Point size = editor.getSize();
		notify(SWT.MouseMove, new Point(size.x - 1, size.y - 1));
	}

	private void notify(int type, Point place) {
		Event event = new Event();
		event.x = place.x;
		event.y = place.y;
		editor.notifyListeners(type, event);
	}
}
