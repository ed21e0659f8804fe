// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Control;

/** Walks through a window with Tab or Shift+Tab, until the focus is back where it was. */
final class FocusWalk {
	private static final int MOST = 60;

	private FocusWalk() {
	}

	/**
	 * Walks a whole round.
	 *
	 * @param key Tab or Shift+Tab
	 * @return the controls that had the focus, the last of which is the one that had it first
	 * @throws AssertionError if a control keeps the focus, or if the walk does not come back
	 */
	static List<Control> round(String key) {
		Control first = Ui.get(FocusWalk::focus);
		List<Control> visited = new ArrayList<>();
		for (Control last = first; visited.size() < MOST; last = visited.getLast()) {
			Control left = last;
			Keys.press(key);
			Ui.await(() -> name(left) + " to lose the focus after " + names(visited), () -> focus() != null && focus() != left);
			visited.add(Ui.get(FocusWalk::focus));
			if (visited.getLast() == first) {
				return visited;
			}
		}
		throw new AssertionError("the focus does not come back to " + Ui.get(() -> name(first)) + " but visits " + Ui.get(() -> names(visited)));
	}

	static List<String> names(List<Control> controls) {
		return controls.stream().map(FocusWalk::name).toList();
	}

	/** Returns the name of a control for screen readers, the text of a button, or else the class. */
	static String name(Control control) {
		if (control == null || control.isDisposed()) {
			return "nothing";
		}
		String name = control instanceof Button button ? button.getText().replace("&", "") : ScreenReader.name(control);
		return name.isEmpty() ? control.getClass().getSimpleName() : name;
	}

	private static Control focus() {
		return Ui.display().getFocusControl();
	}
}
