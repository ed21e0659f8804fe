// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import org.eclipse.debug.ui.AbstractLaunchConfigurationTabGroup;
import org.eclipse.debug.ui.CommonTab;
import org.eclipse.debug.ui.EnvironmentTab;
import org.eclipse.debug.ui.ILaunchConfigurationDialog;
import org.eclipse.debug.ui.ILaunchConfigurationTab;

/** The tabs of a PMIx job in the dialog of launch configurations. Created by the platform, on the thread of the user interface. */
public final class JobTabGroup extends AbstractLaunchConfigurationTabGroup {
	/** For the platform. */
	public JobTabGroup() {
	}

	@Override
	public void createTabs(ILaunchConfigurationDialog dialog, String mode) {
		setTabs(new ILaunchConfigurationTab[] { new MainTab(), new PlacementTab(), new OutputTab(), new PmixTab(mode),
				new EnvironmentTab(), new CommonTab() });
	}
}
