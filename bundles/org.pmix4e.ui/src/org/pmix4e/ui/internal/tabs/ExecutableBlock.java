// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.jface.window.Window;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.FileDialog;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.dialogs.ElementTreeSelectionDialog;
import org.eclipse.ui.model.BaseWorkbenchContentProvider;
import org.eclipse.ui.model.WorkbenchLabelProvider;
import org.eclipse.ui.views.navigator.ResourceComparator;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.ui.access.AccessibleNames;
import org.pmix4e.ui.internal.Messages;

/** Names an executable file or a script. */
final class ExecutableBlock implements MainControls.ProgramBlock {
	private final Composite composite;
	private final Text program;

	ExecutableBlock(Composite parent, MainTab tab) {
		composite = new Composite(parent, SWT.NONE);
		GridLayoutFactory.fillDefaults().numColumns(2).applyTo(composite);
		program = Fields.text(composite, Messages.main_program, Messages.main_programHint);
		tab.track(program, SWT.Modify);
		Composite buttons = new Composite(composite, SWT.NONE);
		GridLayoutFactory.fillDefaults().numColumns(3).applyTo(buttons);
		GridDataFactory.fillDefaults().span(2, 1).align(SWT.END, SWT.CENTER).applyTo(buttons);
		Fields.button(buttons, Messages.main_workspace, this::browseWorkspace);
		Fields.button(buttons, Messages.main_fileSystem, this::browseFileSystem);
		Fields.button(buttons, Messages.main_variables, () -> Fields.insertVariable(program));
	}

	@Override
	public Composite control() {
		return composite;
	}

	@Override
	public void initialize(ILaunchConfiguration configuration) {
		JobTab.show(program, JobTab.read(() -> configuration.getAttribute(PmixLaunchConstants.ATTR_PROGRAM, ""), ""));
	}

	@Override
	public void apply(ILaunchConfigurationWorkingCopy configuration) {
		configuration.setAttribute(PmixLaunchConstants.ATTR_PROGRAM, program.getText().strip());
	}

	private void browseWorkspace() {
		ElementTreeSelectionDialog dialog = new ElementTreeSelectionDialog(composite.getShell(), new WorkbenchLabelProvider(),
				new BaseWorkbenchContentProvider());
		dialog.setTitle(Messages.main_chooseProgram);
		dialog.setMessage(Messages.main_chooseProgramMessage);
		dialog.setInput(ResourcesPlugin.getWorkspace().getRoot());
		dialog.setComparator(new ResourceComparator(ResourceComparator.NAME));
		dialog.setAllowMultiple(false);
		dialog.setValidator(selection -> selection.length == 1 && selection[0] instanceof IFile ? Status.OK_STATUS
				: new Status(IStatus.ERROR, ExecutableBlock.class, ""));
		if (AccessibleNames.open(dialog) == Window.OK && dialog.getFirstResult() instanceof IResource chosen) {
			program.setText("${workspace_loc:" + chosen.getFullPath() + "}");
		}
	}

	private void browseFileSystem() {
		FileDialog dialog = new FileDialog(composite.getShell(), SWT.OPEN | SWT.SHEET);
		dialog.setText(Messages.main_chooseProgram);
		dialog.setFileName(program.getText());
		String chosen = dialog.open();
		if (chosen != null) {
			program.setText(chosen);
		}
	}
}
