// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import java.util.List;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Group;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixImage;
import org.pmix4e.ui.internal.PmixUi;

/** The tab Placement: nodes and slots, and the mapping, ranking and binding of ranks, with a preview of the map. */
public final class PlacementTab extends OptionTab {
	private static final List<String> MAPPINGS = List.of("", "slot", "node", "core", "numa", "package", "hwthread", "l3cache",
			"ppr:1:node", "slot:oversubscribe", "slot:nooversubscribe", "slot:pe=2");
	private static final List<String> RANKINGS = List.of("", "slot", "node", "fill", "span");
	private static final List<String> BINDINGS = List.of("", "none", "hwthread", "core", "l2cache", "l3cache", "numa", "package");

	private @Nullable MapPreviewTree preview;
	/** Why the ranks cannot be placed; empty if they can, or if that is not known yet. */
	private String problem = "";

	/** For the tab group. */
	public PlacementTab() {
		setHelpContextId(PmixUi.HELP_PLACEMENT);
	}

	@Override
	public String getName() {
		return Messages.placement_name;
	}

	@Override
	public String getId() {
		return "org.pmix4e.ui.tabs.placement";
	}

	@Override
	public Image getImage() {
		return PmixImage.SERVER.image();
	}

	@Override
	void fill(Composite composite, OptionControls controls) {
		Group nodes = Fields.group(composite, Messages.placement_nodes, 2);
		controls.text(nodes, PmixLaunchConstants.ATTR_HOSTS, Messages.placement_hosts, Messages.placement_hostsHint,
				help(PmixLaunchConstants.ATTR_HOSTS));
		controls.text(nodes, PmixLaunchConstants.ATTR_HOSTFILE, Messages.placement_hostfile, "", help(PmixLaunchConstants.ATTR_HOSTFILE));
		Group ranks = Fields.group(composite, Messages.placement_ranks, 2);
		choice(ranks, controls, PmixLaunchConstants.ATTR_MAP_BY, Messages.placement_mapBy, MAPPINGS);
		choice(ranks, controls, PmixLaunchConstants.ATTR_RANK_BY, Messages.placement_rankBy, RANKINGS);
		choice(ranks, controls, PmixLaunchConstants.ATTR_BIND_TO, Messages.placement_bindTo, BINDINGS);
		preview = new MapPreviewTree(composite, this::warn);
	}

	/** Shows above all tabs why the ranks cannot be placed. Only a warning: the launch offers what mends that. */
	private void warn(String reason) {
		if (!reason.equals(problem)) {
			problem = reason;
			updateLaunchConfigurationDialog();
		}
	}

	@Override
	public boolean isValid(ILaunchConfiguration configuration) {
		boolean isValid = super.isValid(configuration);
		if (isValid && !problem.isEmpty()) {
			setWarningMessage(NLS.bind(Messages.placement_problem, problem));
		}
		return isValid;
	}

	private static void choice(Composite parent, OptionControls controls, String attribute, String label, List<String> values) {
		controls.choice(parent, attribute, label, "", values, values, help(attribute));
	}

	@Override
	public void initializeFrom(ILaunchConfiguration configuration) {
		super.initializeFrom(configuration);
		show(configuration);
	}

	@Override
	public void performApply(ILaunchConfigurationWorkingCopy configuration) {
		super.performApply(configuration);
		show(configuration);
	}

	/** Shows the map of a copy, because the dialog goes on to change the original. */
	private void show(ILaunchConfiguration configuration) {
		MapPreviewTree shown = preview;
		if (shown != null) {
			try {
				shown.show(configuration.copy(configuration.getName()));
			} catch (CoreException e) {
				ILog.get().log(e.getStatus());
			}
		}
	}
}
