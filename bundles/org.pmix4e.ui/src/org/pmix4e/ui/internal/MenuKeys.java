// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal;

import org.eclipse.core.runtime.Platform;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.MenuItem;

/**
 * Shows the keys of commands in context menus. Menus of GTK leave out keys of more than one stroke, as most of ours are, so their names
 * become a part of the texts there. Stateless; used on the thread of the user interface.
 */
public final class MenuKeys {
	private static final String BEFORE_KEYS = "\t";
	private static final String GAP = "    ";
	/** Marks submenus that are followed already. */
	private static final String FOLLOWED = PmixUi.BUNDLE + ".keys";

	private MenuKeys() {
	}

	/** @param menu whose items, and those of its submenus, are to show their keys; the workbench fills it when it is shown */
	public static void show(Menu menu) {
		if (Platform.WS_GTK.equals(Platform.getWS())) {
			menu.addListener(SWT.Show, event -> write(menu));
		}
	}

	private static void write(Menu menu) {
		for (MenuItem item : menu.getItems()) {
			Menu inner = item.getMenu();
			if (inner != null && inner.getData(FOLLOWED) == null) {
				inner.setData(FOLLOWED, true);
				show(inner);
			}
			if (item.getText().contains(BEFORE_KEYS) && item.getAccelerator() == 0) {
				item.setText(item.getText().replace(BEFORE_KEYS, GAP));
			}
		}
	}
}
