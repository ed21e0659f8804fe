// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import java.util.Set;

import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.swt.widgets.Composite;
import org.pmix4e.core.launch.LaunchOption;

/** Base of the tabs that consist of options, each of which has a default. Owned by the dialog, on the thread of the user interface. */
abstract class OptionTab extends JobTab {
	private final OptionControls options = new OptionControls(this);

	/** Creates the controls. */
	abstract void fill(Composite composite, OptionControls controls);

	/** Returns the help of an option of the table, for the tool tip of its control. */
	static String help(String attribute) {
		return LaunchOption.of(attribute).help();
	}

	@Override
	final Set<String> attributes() {
		return options.attributes();
	}

	@Override
	public final void createControl(Composite parent) {
		ScrolledBody body = new ScrolledBody(parent);
		GridLayoutFactory.swtDefaults().applyTo(body.content());
		fill(body.content(), options);
		body.measure();
		setControl(body.control());
	}

	@Override
	public final void setDefaults(ILaunchConfigurationWorkingCopy configuration) {
		// unset attributes have defaults
	}

	@Override
	public void initializeFrom(ILaunchConfiguration configuration) {
		options.show(configuration);
	}

	@Override
	public void performApply(ILaunchConfigurationWorkingCopy configuration) {
		options.store(configuration);
	}
}
