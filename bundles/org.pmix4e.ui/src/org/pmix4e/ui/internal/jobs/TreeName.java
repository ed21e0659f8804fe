// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.jobs;

import org.eclipse.swt.accessibility.ACC;
import org.eclipse.swt.accessibility.AccessibleAdapter;
import org.eclipse.swt.accessibility.AccessibleEvent;

/** Tells screen readers the name of the tree. */
final class TreeName extends AccessibleAdapter {
	@Override
	public void getName(AccessibleEvent event) {
		if (event.childID == ACC.CHILDID_SELF) {
			event.result = Messages.view_treeName;
		}
	}
}
