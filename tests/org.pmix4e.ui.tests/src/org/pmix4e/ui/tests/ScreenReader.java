// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.lang.reflect.Field;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

import org.eclipse.swt.accessibility.ACC;
import org.eclipse.swt.accessibility.Accessible;
import org.eclipse.swt.accessibility.AccessibleControlEvent;
import org.eclipse.swt.accessibility.AccessibleControlListener;
import org.eclipse.swt.accessibility.AccessibleEvent;
import org.eclipse.swt.accessibility.AccessibleListener;
import org.eclipse.swt.widgets.Control;

/** Asks controls what a screen reader asks them. Used on the display's thread. */
final class ScreenReader {
	private ScreenReader() {
	}

	/** Returns the name that this plug-in has given to a control; empty if it has none. */
	static String name(Control control) {
		return text(control, ACC.CHILDID_SELF, AccessibleListener::getName);
	}

	static String description(Control control) {
		return text(control, ACC.CHILDID_SELF, AccessibleListener::getDescription);
	}

	/** Returns the texts of the items that a control draws. */
	static List<String> items(Control control) {
		AccessibleControlEvent count = ask(control, ACC.CHILDID_SELF, AccessibleControlListener::getChildCount);
		return IntStream.range(0, count.detail).mapToObj(item -> text(control, item, AccessibleListener::getName)).toList();
	}

	/** Returns the state of an item that a control draws. */
	static int state(Control control, int item) {
		return ask(control, item, AccessibleControlListener::getState).detail;
	}

	/** Returns the item that has the focus. */
	static int focus(Control control) {
		return ask(control, ACC.CHILDID_SELF, AccessibleControlListener::getFocus).childID;
	}

	private static String text(Control control, int item, BiConsumer<AccessibleListener, AccessibleEvent> question) {
		AccessibleEvent event = new AccessibleEvent(control.getAccessible());
		event.childID = item;
		listeners(control, "accessibleListeners", AccessibleListener.class).forEach(listener -> question.accept(listener, event));
		return event.result == null ? "" : event.result;
	}

	private static AccessibleControlEvent ask(Control control, int item,
			BiConsumer<AccessibleControlListener, AccessibleControlEvent> question) {
		AccessibleControlEvent event = new AccessibleControlEvent(control.getAccessible());
		event.childID = item;
		listeners(control, "accessibleControlListeners", AccessibleControlListener.class)
				.forEach(listener -> question.accept(listener, event));
		return event;
	}

	/** Returns the listeners, which SWT calls for the window system only and has no API for. */
	private static <T> List<T> listeners(Control control, String name, Class<T> type) {
		try {
			Field field = Accessible.class.getDeclaredField(name);
			field.setAccessible(true);
			return field.get(control.getAccessible()) instanceof List<?> all ? all.stream().map(type::cast).toList() : List.of();
		} catch (ReflectiveOperationException e) {
			throw new IllegalStateException(e);
		}
	}
}
