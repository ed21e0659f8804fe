// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.swt.widgets.Composite;

/** The part of the Main tab that names a program of one kind. Owned by the tab, on the thread of the user interface. */
interface ProgramBlock {
	/** Returns its controls. */
	Composite control();

	/** Shows a configuration. */
	void initialize(ILaunchConfiguration configuration);

	/** Writes the shown values into a configuration. */
	void apply(ILaunchConfigurationWorkingCopy configuration);
}
