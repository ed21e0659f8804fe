// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import java.util.Set;

import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.widgets.Composite;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.ui.internal.PmixImage;
import org.pmix4e.ui.internal.PmixUi;

/**
 * The tab PMIx: session directory, tags, standard input, timeout and error policy. Every setting has a default. Owned by the dialog, on
 * the thread of the user interface.
 */
public final class PmixTab extends JobTab {
	private static final Set<String> ATTRIBUTES = Set.of(PmixLaunchConstants.ATTR_SESSION_DIRECTORY, PmixLaunchConstants.ATTR_TAG,
			PmixLaunchConstants.ATTR_STDIN, PmixLaunchConstants.ATTR_TIMEOUT, PmixLaunchConstants.ATTR_CONTINUE);

	private @Nullable PmixControls controls;

	/** For the tab group. */
	public PmixTab() {
		setHelpContextId(PmixUi.HELP_PMIX);
	}

	@Override
	Set<String> attributes() {
		return ATTRIBUTES;
	}

	@Override
	public String getName() {
		return Messages.pmix_name;
	}

	@Override
	public String getId() {
		return "org.pmix4e.ui.tabs.pmix";
	}

	@Override
	public Image getImage() {
		return PmixImage.NAMESPACE.image();
	}

	@Override
	public void createControl(Composite parent) {
		PmixControls made = new PmixControls(parent, this);
		setControl(made.control());
		controls = made;
	}

	@Override
	public void setDefaults(ILaunchConfigurationWorkingCopy configuration) {
		// unset attributes have defaults
	}

	@Override
	public void initializeFrom(ILaunchConfiguration configuration) {
		PmixControls made = controls;
		if (made != null) {
			made.initialize(configuration);
		}
	}

	@Override
	public void performApply(ILaunchConfigurationWorkingCopy configuration) {
		PmixControls made = controls;
		if (made != null) {
			made.apply(configuration);
		}
	}
}
