// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal;

import org.eclipse.core.runtime.Platform;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.MenuItem;

/**
 * Shows the keys of commands in context menus. Menus of GTK show a single key stroke, but leave out keys of more than one, as most of ours
 * are. The names of these become a part of the texts there. Stateless; used on the thread of the user interface.
 */
public final class MenuKeys {
	private static final String BEFORE_KEYS = "\t";
	private static final String BETWEEN_STROKES = " ";
	private static final String GAP = "    ";
	/** Marks submenus that are followed already. */
	private static final String FOLLOWED = PmixUi.BUNDLE + ".keys";

	private MenuKeys() {
	}

	/** @param menu whose items, and those of its submenus, are to show their keys; the workbench fills it when it is shown */
	public static void show(Menu menu) {
		if (Platform.WS_GTK.equals(Platform.getWS())) {
			menu.addListener(SWT.Show, event -> {
				write(menu);
				menu.getDisplay().asyncExec(() -> writeAgain(menu));
			});
		}
	}

	/** Writes the keys of items that the workbench has named anew for a selection which has changed just before the menu was opened. */
	private static void writeAgain(Menu menu) {
		if (!menu.isDisposed()) {
			write(menu);
		}
	}

	private static void write(Menu menu) {
		for (MenuItem item : menu.getItems()) {
			Menu inner = item.getMenu();
			if (inner != null && inner.getData(FOLLOWED) == null) {
				inner.setData(FOLLOWED, true);
				show(inner);
			}
			String text = item.getText();
			int keys = text.indexOf(BEFORE_KEYS);
			if (keys >= 0 && text.indexOf(BETWEEN_STROKES, keys) >= 0) {
				item.setText(text.replace(BEFORE_KEYS, GAP));
			}
		}
	}
}
