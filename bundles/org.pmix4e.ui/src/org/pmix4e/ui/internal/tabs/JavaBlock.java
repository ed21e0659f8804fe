// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.jface.viewers.LabelProvider;
import org.eclipse.jface.window.Window;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.dialogs.ElementListSelectionDialog;
import org.eclipse.ui.model.WorkbenchLabelProvider;
import org.eclipse.ui.statushandlers.StatusManager;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.launch.ProgramCandidates;
import org.pmix4e.core.spi.ProgramCandidate;
import org.pmix4e.ui.access.AccessibleNames;
import org.pmix4e.ui.internal.Messages;

/** Names a Java class with a main method. Does not depend on JDT: the kind of program for Java does the search. */
final class JavaBlock implements MainControls.ProgramBlock {
	private final Composite composite;
	private final Text project;
	private final Text mainType;
	private final Text vmArguments;

	JavaBlock(Composite parent, MainTab tab) {
		composite = new Composite(parent, SWT.NONE);
		GridLayoutFactory.fillDefaults().numColumns(3).applyTo(composite);
		project = Fields.text(composite, Messages.main_project, "");
		Fields.button(composite, Messages.main_browse, this::browseProject);
		mainType = Fields.text(composite, Messages.main_mainType, "");
		Fields.button(composite, Messages.main_search, this::searchType);
		vmArguments = Fields.text(composite, Messages.main_vmArguments, "");
		Fields.button(composite, Messages.main_variables, () -> Fields.insertVariable(vmArguments));
		Stream.of(project, mainType, vmArguments).forEach(text -> tab.track(text, SWT.Modify));
	}

	@Override
	public Composite control() {
		return composite;
	}

	@Override
	public void initialize(ILaunchConfiguration configuration) {
		show(configuration, project, PmixLaunchConstants.ATTR_JAVA_PROJECT);
		show(configuration, mainType, PmixLaunchConstants.ATTR_JAVA_MAIN_TYPE);
		show(configuration, vmArguments, PmixLaunchConstants.ATTR_JAVA_VM_ARGUMENTS);
	}

	private static void show(ILaunchConfiguration configuration, Text text, String attribute) {
		JobTab.show(text, JobTab.read(() -> configuration.getAttribute(attribute, ""), ""));
	}

	@Override
	public void apply(ILaunchConfigurationWorkingCopy configuration) {
		configuration.setAttribute(PmixLaunchConstants.ATTR_JAVA_PROJECT, project.getText().strip());
		configuration.setAttribute(PmixLaunchConstants.ATTR_JAVA_MAIN_TYPE, mainType.getText().strip());
		String arguments = vmArguments.getText().strip();
		configuration.setAttribute(PmixLaunchConstants.ATTR_JAVA_VM_ARGUMENTS, arguments.isEmpty() ? null : arguments);
	}

	private void browseProject() {
		ElementListSelectionDialog dialog = new ElementListSelectionDialog(composite.getShell(), new WorkbenchLabelProvider());
		dialog.setTitle(Messages.main_chooseProject);
		dialog.setMessage(Messages.main_chooseProjectMessage);
		dialog.setElements(openProjects().toArray());
		if (AccessibleNames.open(dialog) == Window.OK && dialog.getFirstResult() instanceof IProject chosen) {
			project.setText(chosen.getName());
		}
	}

	private static List<IProject> openProjects() {
		return Stream.of(ResourcesPlugin.getWorkspace().getRoot().getProjects()).filter(IProject::isOpen).toList();
	}

	private void searchType() {
		List<ProgramCandidate> types = javaTypes();
		if (types.isEmpty()) {
			MessageDialog.openInformation(composite.getShell(), Messages.main_chooseType, Messages.main_noType);
			return;
		}
		ElementListSelectionDialog dialog = new ElementListSelectionDialog(composite.getShell(), LabelProvider.createTextProvider(
				candidate -> ((ProgramCandidate) candidate).attributes().getOrDefault(PmixLaunchConstants.ATTR_JAVA_MAIN_TYPE, "")));
		dialog.setTitle(Messages.main_chooseType);
		dialog.setMessage(Messages.main_chooseTypeMessage);
		dialog.setElements(types.toArray());
		if (AccessibleNames.open(dialog) == Window.OK && dialog.getFirstResult() instanceof ProgramCandidate chosen) {
			project.setText(chosen.attributes().getOrDefault(PmixLaunchConstants.ATTR_JAVA_PROJECT, ""));
			mainType.setText(chosen.attributes().getOrDefault(PmixLaunchConstants.ATTR_JAVA_MAIN_TYPE, ""));
		}
	}

	/** Returns the classes of the named project; without one, of all projects. */
	private List<ProgramCandidate> javaTypes() {
		String name = project.getText().strip();
		List<IProject> searched = openProjects().stream().filter(open -> name.isEmpty() || open.getName().equals(name)).toList();
		List<ProgramCandidate> found = new ArrayList<>();
		try {
			PlatformUI.getWorkbench().getProgressService().busyCursorWhile(monitor -> {
				try {
					ProgramCandidates.find(searched, monitor).stream()
							.filter(candidate -> PmixLaunchConstants.KIND_JAVA.equals(candidate.attributes().get(PmixLaunchConstants.ATTR_KIND)))
							.forEach(found::add);
				} catch (CoreException e) {
					throw new InvocationTargetException(e, e.getMessage());
				}
			});
		} catch (InvocationTargetException e) {
			StatusManager.getManager().handle(Status.error(String.valueOf(e.getMessage()), e.getCause()), StatusManager.SHOW);
		} catch (InterruptedException e) {
			return List.of(); // the user has canceled the search
		}
		return found;
	}
}
