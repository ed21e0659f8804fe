// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.util.List;
import java.util.stream.Stream;

import org.eclipse.jface.bindings.keys.KeySequence;
import org.eclipse.jface.bindings.keys.KeyStroke;
import org.eclipse.jface.bindings.keys.ParseException;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Event;

/**
 * Presses keys, which the window system delivers to the control that has the focus. May be used on any thread. The keys are pressed on the
 * display's thread although {@link org.eclipse.swt.widgets.Display#post} allows any thread: GDK keeps its events in a table and a list
 * without a lock, so that a key that another thread posts corrupts them.
 */
final class Keys {
	private static final List<Integer> MODIFIERS = List.of(SWT.CTRL, SWT.ALT, SWT.SHIFT);

	private Keys() {
	}

	/** Presses the keys of a sequence, such as {@code Alt+Shift+P O}, one stroke after the other. */
	static void press(String sequence) {
		try {
			Stream.of(KeySequence.getInstance(sequence).getKeyStrokes()).forEach(Keys::press);
		} catch (ParseException e) {
			throw new IllegalArgumentException(sequence, e);
		}
	}

	/** Types a text of lower case letters, digits and signs that need no modifier. */
	static void type(String text) {
		text.chars().forEach(letter -> press(KeyStroke.getInstance(letter)));
	}

	private static void press(KeyStroke stroke) {
		List<Integer> held = MODIFIERS.stream().filter(key -> (stroke.getModifierKeys() & key) != 0).toList();
		int key = Character.toLowerCase(stroke.getNaturalKey());
		Ui.run(() -> {
			held.forEach(modifier -> post(SWT.KeyDown, modifier));
			post(SWT.KeyDown, key);
			post(SWT.KeyUp, key);
			held.reversed().forEach(modifier -> post(SWT.KeyUp, modifier));
		});
	}

	private static void post(int type, int key) {
		Event event = new Event();
		event.type = type;
		event.keyCode = key;
		event.character = (key & SWT.KEYCODE_BIT) == 0 && (key & SWT.MODIFIER_MASK) == 0 ? (char) key : '\0';
		if (!Ui.display().post(event)) {
			throw new AssertionError("the window system does not accept the key " + key);
		}
	}
}
