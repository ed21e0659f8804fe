// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import java.util.Optional;
import java.util.Set;

import org.eclipse.core.resources.IFile;
import org.eclipse.core.runtime.Adapters;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.jface.viewers.ISelection;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.core.launch.ProgramCandidates;
import org.pmix4e.core.spi.ProgramCandidate;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixImage;
import org.pmix4e.ui.internal.PmixUi;

/**
 * The tab Main: program, number of ranks, arguments and working directory. A new configuration needs only a program. Owned by the dialog,
 * on the thread of the user interface.
 */
public final class MainTab extends JobTab {
	private static final Set<String> ATTRIBUTES = Set.of(PmixLaunchConstants.ATTR_KIND, PmixLaunchConstants.ATTR_PROGRAM,
			PmixLaunchConstants.ATTR_JAVA_PROJECT, PmixLaunchConstants.ATTR_JAVA_MAIN_TYPE, PmixLaunchConstants.ATTR_JAVA_VM_ARGUMENTS,
			PmixLaunchConstants.ATTR_RANKS, PmixLaunchConstants.ATTR_ARGUMENTS, PmixLaunchConstants.ATTR_MORE_PROGRAMS,
			DebugPlugin.ATTR_WORKING_DIRECTORY);

	private @Nullable MainControls controls;

	/** For the tab group. */
	public MainTab() {
		setMessage(Messages.main_message);
		setHelpContextId(PmixUi.HELP_MAIN);
	}

	@Override
	Set<String> attributes() {
		return ATTRIBUTES;
	}

	@Override
	public String getName() {
		return Messages.main_name;
	}

	@Override
	public String getId() {
		return "org.pmix4e.ui.tabs.main";
	}

	@Override
	public Image getImage() {
		return PmixImage.MAIN_TAB.image();
	}

	@Override
	public void createControl(Composite parent) {
		MainControls made = new MainControls(parent, this);
		made.setDialog(getLaunchConfigurationDialog());
		setControl(made.control());
		controls = made;
	}

	@Override
	public void setDefaults(ILaunchConfigurationWorkingCopy configuration) {
		configuration.setAttribute(PmixLaunchConstants.ATTR_RANKS, PmixPreferences.ranks());
		selectedProgram().ifPresent(candidate -> {
			candidate.attributes().forEach((name, value) -> configuration.setAttribute(name, value));
			configuration.rename(getLaunchConfigurationDialog().generateName(candidate.name()));
		});
	}

	/** @return the selected program, if exactly one program is selected in the workbench */
	public static Optional<ProgramCandidate> selectedProgram() {
		IWorkbenchWindow window = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
		ISelection selection = window == null ? null : window.getSelectionService().getSelection();
		if (selection instanceof IStructuredSelection chosen && chosen.size() == 1
				&& Adapters.adapt(chosen.getFirstElement(), IFile.class) != null) {
			try {
				return ProgramCandidates.find(chosen.toList(), new NullProgressMonitor()).stream().findFirst();
			} catch (CoreException e) {
				ILog.get().log(e.getStatus());
			}
		}
		return Optional.empty();
	}

	@Override
	public void initializeFrom(ILaunchConfiguration configuration) {
		MainControls made = controls;
		if (made != null) {
			made.initialize(configuration);
		}
	}

	@Override
	public void performApply(ILaunchConfigurationWorkingCopy configuration) {
		MainControls made = controls;
		if (made != null) {
			made.apply(configuration);
		}
	}
}
