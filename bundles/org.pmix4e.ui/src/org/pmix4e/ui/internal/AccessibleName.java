// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal;

import org.eclipse.swt.accessibility.ACC;
import org.eclipse.swt.accessibility.AccessibleAdapter;
import org.eclipse.swt.accessibility.AccessibleEvent;
import org.eclipse.swt.widgets.Control;

/** The name of a control for screen readers. Owned by the control; called on the thread of the user interface. */
public final class AccessibleName extends AccessibleAdapter {
	private final String name;

	private AccessibleName(String name) {
		this.name = name;
	}

	/**
	 * Names a control.
	 *
	 * @param control the control
	 * @param label   the text of its label; a mnemonic and a colon are no part of the name
	 */
	public static void set(Control control, String label) {
		control.getAccessible().addAccessibleListener(new AccessibleName(label.replace("&", "").replaceFirst(":$", "")));
	}

	@Override
	public void getName(AccessibleEvent event) {
		if (event.childID == ACC.CHILDID_SELF) {
			event.result = name;
		}
	}
}
