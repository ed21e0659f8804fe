// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Group;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixImage;
import org.pmix4e.ui.internal.PmixUi;

/** The tab Where: the engine of the job, its nodes and slots, and a test whether jobs can run there. */
public final class WhereTab extends OptionTab {
	private @Nullable ConnectionPart connection;

	/** For the tab group. */
	public WhereTab() {
		setHelpContextId(PmixUi.HELP_WHERE);
	}

	@Override
	public String getName() {
		return Messages.where_name;
	}

	@Override
	public String getId() {
		return "org.pmix4e.ui.tabs.where";
	}

	@Override
	public Image getImage() {
		return PmixImage.SESSION.image();
	}

	@Override
	void fill(Composite composite, OptionControls controls) {
		EngineField engine = new EngineField(this, Fields.group(composite, Messages.where_engine, EngineField.COLUMNS));
		controls.add(engine);
		controls.add(engine.slurm());

		Group nodes = Fields.group(composite, Messages.where_nodes, 2);
		controls.text(nodes, PmixLaunchConstants.ATTR_HOSTS, Messages.where_hosts, Messages.where_hostsHint,
				help(PmixLaunchConstants.ATTR_HOSTS));
		controls.text(nodes, PmixLaunchConstants.ATTR_HOSTFILE, Messages.where_hostfile, "", help(PmixLaunchConstants.ATTR_HOSTFILE));

		connection = new ConnectionPart(composite);
	}

	@Override
	public void initializeFrom(ILaunchConfiguration configuration) {
		super.initializeFrom(configuration);
		test(configuration);
	}

	@Override
	public void performApply(ILaunchConfigurationWorkingCopy configuration) {
		super.performApply(configuration);
		test(configuration);
	}

	private void test(ILaunchConfiguration configuration) {
		if (connection != null) {
			connection.of(configuration);
		}
	}
}
