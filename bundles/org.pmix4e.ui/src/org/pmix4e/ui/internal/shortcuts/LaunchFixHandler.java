// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.shortcuts;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.IStatusHandler;
import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.debug.ui.ILaunchGroup;
import org.eclipse.jface.dialogs.IDialogConstants;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.FileDialog;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.dialogs.PreferencesUtil;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixUi;

/**
 * Shows why a job cannot be launched, with buttons for what mends it. Created by the platform; called on the threads of launches, which
 * wait for the answer.
 */
public final class LaunchFixHandler implements IStatusHandler {
	/** For the platform. */
	public LaunchFixHandler() {
	}

	/** A button. Returns whether the launch may go on. */
	private record Fix(String label, Supplier<Boolean> action) {
	}

	@Override
	public Object handleStatus(IStatus status, @Nullable Object source) {
		Display display = PlatformUI.getWorkbench().getDisplay();
		return source instanceof ILaunch launch && !display.isDisposed()
				&& Boolean.TRUE.equals(display.syncCall(() -> ask(status, launch)));
	}

	private static boolean ask(IStatus status, ILaunch launch) {
		Shell shell = shell();
		List<Fix> fixes = new ArrayList<>();
		switch (status.getCode()) {
			case PmixLaunchConstants.STATUS_PROGRAM -> fixes.add(new Fix(Messages.fix_program, () -> chooseProgram(shell, launch)));
			case PmixLaunchConstants.STATUS_OVERSUBSCRIBE -> fixes.add(new Fix(Messages.fix_oversubscribe, () -> true));
			case PmixLaunchConstants.STATUS_DEBUGGER -> {
				fixes.add(new Fix(Messages.fix_install, LaunchFixHandler::showInstallation));
				fixes.add(new Fix(Messages.fix_debugger, () -> chooseDebugger(shell)));
				fixes.add(new Fix(Messages.fix_debugAnyway, () -> true));
			}
			default -> { }
		}
		if (status.getCode() != PmixLaunchConstants.STATUS_DEBUGGER) {
			fixes.add(new Fix(Messages.fix_edit, () -> edit(shell, launch)));
		}
		List<String> labels = new ArrayList<>(fixes.stream().map(Fix::label).toList());
		labels.add(IDialogConstants.CANCEL_LABEL);
		String title = NLS.bind(Messages.fix_title, launch.getLaunchConfiguration().getName());
		int chosen = MessageDialog.open(MessageDialog.ERROR, shell, title, status.getMessage(), SWT.NONE, labels.toArray(String[]::new));
		return chosen >= 0 && chosen < fixes.size() && fixes.get(chosen).action().get();
	}

	private static Shell shell() {
		IWorkbenchWindow active = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
		return (active == null ? PlatformUI.getWorkbench().getWorkbenchWindows()[0] : active).getShell();
	}

	private static boolean chooseProgram(Shell shell, ILaunch launch) {
		FileDialog dialog = new FileDialog(shell, SWT.OPEN | SWT.SHEET);
		dialog.setText(Messages.main_chooseProgram);
		String chosen = dialog.open();
		if (chosen == null) {
			return false;
		}
		try {
			ILaunchConfigurationWorkingCopy copy = launch.getLaunchConfiguration().getWorkingCopy();
			copy.setAttribute(PmixLaunchConstants.ATTR_PROGRAM, chosen);
			copy.doSave();
			return true;
		} catch (CoreException e) {
			ILog.get().log(e.getStatus());
			return false;
		}
	}

	/** Opens the dialog of launch configurations when the launch, which ends now, no longer waits. */
	private static boolean edit(Shell shell, ILaunch launch) {
		ILaunchGroup group = DebugUITools.getLaunchGroup(launch.getLaunchConfiguration(), launch.getLaunchMode());
		if (group != null) {
			Display.getCurrent().asyncExec(() -> DebugUITools.openLaunchConfigurationDialogOnGroup(shell,
					new StructuredSelection(launch.getLaunchConfiguration()), group.getIdentifier()));
		}
		return false;
	}

	private static boolean showInstallation() {
		PlatformUI.getWorkbench().getHelpSystem().displayHelpResource(PmixUi.TOPIC_INSTALL_DEBUGGER);
		return false;
	}

	private static boolean chooseDebugger(Shell shell) {
		PreferencesUtil.createPreferenceDialogOn(shell, PmixUi.PAGE_NATIVE, null, null).open();
		return true;
	}
}
