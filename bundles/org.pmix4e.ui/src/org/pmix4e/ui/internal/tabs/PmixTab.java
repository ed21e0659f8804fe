// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.DirectoryDialog;
import org.eclipse.swt.widgets.Group;
import org.eclipse.swt.widgets.Text;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixImage;
import org.pmix4e.ui.internal.PmixUi;

/** The tab PMIx: time limits, failures, debugging, and where the session lives. */
public final class PmixTab extends OptionTab {
	private final boolean debugs;
	private @Nullable DebuggerCheck debugger;

	/** @param mode of the dialog, run or debug */
	public PmixTab(String mode) {
		debugs = mode.equals(ILaunchManager.DEBUG_MODE);
		setHelpContextId(PmixUi.HELP_PMIX);
	}

	@Override
	public void activated(ILaunchConfigurationWorkingCopy workingCopy) {
		super.activated(workingCopy);
		DebuggerCheck check = debugger;
		if (check != null) {
			try {
				check.check(workingCopy.copy(workingCopy.getName()));
			} catch (CoreException e) {
				ILog.get().log(e.getStatus());
			}
		}
	}

	@Override
	public boolean isValid(ILaunchConfiguration configuration) {
		boolean isValid = super.isValid(configuration);
		DebuggerCheck check = debugger;
		if (isValid && check != null && !check.problem().isEmpty()) {
			setWarningMessage(check.problem());
		}
		return isValid;
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
	void fill(Composite composite, OptionControls controls) {
		Group limits = Fields.group(composite, Messages.pmix_limits, 2);
		number(limits, controls, PmixLaunchConstants.ATTR_TIMEOUT, Messages.pmix_timeout);
		number(limits, controls, PmixLaunchConstants.ATTR_KILL_TIMEOUT, Messages.pmix_killTimeout);
		number(limits, controls, PmixLaunchConstants.ATTR_START_LIMIT, Messages.pmix_startLimit);
		number(limits, controls, PmixLaunchConstants.ATTR_REPORT_WAITS, Messages.pmix_reportWaits);
		flag(limits, controls, PmixLaunchConstants.ATTR_REPORT_STATES, Messages.pmix_reportStates);
		flag(limits, controls, PmixLaunchConstants.ATTR_STACK_TRACES, Messages.pmix_stackTraces);
		Group failures = Fields.group(composite, Messages.pmix_failures, 2);
		flag(failures, controls, PmixLaunchConstants.ATTR_CONTINUE, Messages.pmix_continue);
		number(failures, controls, PmixLaunchConstants.ATTR_MAX_RESTARTS, Messages.pmix_maxRestarts);
		Group debug = Fields.group(composite, Messages.pmix_debug, 2);
		debugger = debugs ? new DebuggerCheck(debug, this::updateLaunchConfigurationDialog) : null;
		controls.text(debug, PmixLaunchConstants.ATTR_DEBUG_RANKS, Messages.pmix_debugRanks, Messages.pmix_debugRanksHint,
				Messages.pmix_debugRanksHelp);
		controls.text(debug, PmixLaunchConstants.ATTR_SOURCE_PATHS, Messages.pmix_sourcePaths, Messages.pmix_sourcePathsHint,
				Messages.pmix_sourcePathsHelp);
		controls.flag(debug, PmixLaunchConstants.ATTR_SUSPEND_ALL, Messages.pmix_suspendAll, Messages.pmix_suspendAllHelp);
		flag(debug, controls, PmixLaunchConstants.ATTR_STOP_IN_INIT, Messages.pmix_stopInInit);
		flag(debug, controls, PmixLaunchConstants.ATTR_STOP_IN_APP, Messages.pmix_stopInApp);
		controls.text(debug, PmixLaunchConstants.ATTR_BREAKPOINT, Messages.pmix_breakpoint, Messages.pmix_breakpointHint,
				help(PmixLaunchConstants.ATTR_BREAKPOINT));
		flag(debug, controls, PmixLaunchConstants.ATTR_STOP_ON_EXEC, Messages.pmix_stopOnExec);
		Group session = Fields.group(composite, Messages.pmix_session, 3);
		Text directory = controls.text(session, PmixLaunchConstants.ATTR_SESSION_DIRECTORY, Messages.pmix_sessionDirectory,
				Messages.pmix_sessionDirectoryHint, help(PmixLaunchConstants.ATTR_SESSION_DIRECTORY));
		Fields.button(session, Messages.pmix_browse, () -> browse(directory));
		wide(controls.text(session, PmixLaunchConstants.ATTR_PROCESS_SET, Messages.pmix_processSet, "",
				help(PmixLaunchConstants.ATTR_PROCESS_SET)));
		wide(controls.text(session, PmixLaunchConstants.ATTR_PREFIX, Messages.pmix_prefix, "", help(PmixLaunchConstants.ATTR_PREFIX)));
	}

	private static void wide(Text text) {
		GridDataFactory.fillDefaults().grab(true, false).span(2, 1).hint(200, SWT.DEFAULT).applyTo(text);
	}

	private static void flag(Composite parent, OptionControls controls, String attribute, String label) {
		controls.flag(parent, attribute, label, help(attribute));
	}

	private static void number(Composite parent, OptionControls controls, String attribute, String label) {
		controls.number(parent, attribute, label, help(attribute));
	}

	private static void browse(Text directory) {
		DirectoryDialog dialog = new DirectoryDialog(directory.getShell(), SWT.SHEET);
		dialog.setText(Messages.pmix_chooseDirectory);
		dialog.setMessage(Messages.pmix_chooseDirectoryMessage);
		dialog.setFilterPath(directory.getText());
		String chosen = dialog.open();
		if (chosen != null) {
			directory.setText(chosen);
		}
	}
}
