// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.shortcuts;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.debug.ui.IDebugUIConstants;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.ui.handlers.HandlerUtil;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.PmixLaunchConstants;

/** Opens Run Configurations with the type PMIx Job selected, so that New creates one. The Welcome page links to it. */
public final class NewConfigurationHandler extends AbstractHandler {
	/** For the workbench. */
	public NewConfigurationHandler() {
	}

	@Override
	public @Nullable Object execute(ExecutionEvent event) {
		DebugUITools.openLaunchConfigurationDialogOnGroup(HandlerUtil.getActiveShell(event),
				new StructuredSelection(DebugPlugin.getDefault().getLaunchManager().getLaunchConfigurationType(PmixLaunchConstants.TYPE_JOB)),
				IDebugUIConstants.ID_RUN_LAUNCH_GROUP);
		return null;
	}
}
