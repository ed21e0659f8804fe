// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.shortcuts;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.debug.ui.IDebugUIConstants;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.ui.handlers.HandlerUtil;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.launch.ProgramCandidates;
import org.pmix4e.core.spi.ProgramCandidate;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.tabs.MainTab;

/**
 * Creates a launch configuration of the type PMIx Job, for the selected program if there is one, and opens it in Run Configurations. The
 * Welcome page links to it.
 */
public final class NewConfigurationHandler extends AbstractHandler {
	/** For the workbench. */
	public NewConfigurationHandler() {
	}

	@Override
	public @Nullable Object execute(ExecutionEvent event) throws ExecutionException {
		try {
			Optional<ProgramCandidate> program = MainTab.selectedProgram();
			ILaunchConfigurationWorkingCopy copy = program.isPresent() ? ProgramCandidates.newConfiguration(program.get())
					: ProgramCandidates.newConfiguration(Messages.newConfiguration_name);
			Map<String, Object> empty = copy.getAttributes();
			ILaunchConfiguration created = copy.doSave();
			DebugUITools.openLaunchConfigurationDialogOnGroup(HandlerUtil.getActiveShell(event), new StructuredSelection(created),
					IDebugUIConstants.ID_RUN_LAUNCH_GROUP);
			if (program.isEmpty() && created.exists() && entered(created).equals(empty)) {
				created.delete(); // the user has closed the dialog and entered nothing
			}
		} catch (CoreException e) {
			throw new ExecutionException(e.getLocalizedMessage(), e);
		}
		return null;
	}

	/** Returns the attributes without those that the tabs store although the user has entered nothing. */
	private static Map<String, Object> entered(ILaunchConfiguration configuration) throws CoreException {
		Map<String, Object> entered = new HashMap<>(configuration.getAttributes());
		entered.remove(PmixLaunchConstants.ATTR_KIND);
		entered.values().removeIf(value -> value.equals("") || value.equals(false));
		return entered;
	}
}
