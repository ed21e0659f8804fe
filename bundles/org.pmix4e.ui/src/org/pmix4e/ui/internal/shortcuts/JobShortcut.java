// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.shortcuts;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.runtime.Adapters;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.debug.ui.ILaunchShortcut2;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.jface.viewers.ISelection;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.IEditorPart;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.statushandlers.StatusManager;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.launch.ProgramCandidates;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.spi.ProgramCandidate;
import org.pmix4e.ui.internal.Messages;

/**
 * Run As and Debug As > PMIx Job. Launches the selected program with its existing configuration, or with a new one that has as many ranks
 * as the last launch. Asks the user only if there are several programs or configurations. Created by the platform, on the thread of the
 * user interface.
 */
public final class JobShortcut implements ILaunchShortcut2 {
	/** For the platform. */
	public JobShortcut() {
	}

	@Override
	public void launch(ISelection selection, String mode) {
		launch(elements(selection), mode);
	}

	@Override
	public void launch(IEditorPart editor, String mode) {
		launch(elements(editor), mode);
	}

	private static void launch(List<?> elements, String mode) {
		try {
			List<ILaunchConfiguration> ran = elements.stream().flatMap(element -> configuration(element).stream()).distinct().toList();
			if (!ran.isEmpty()) {
				Choice.of(shell(), Messages.shortcut_chooseConfiguration, ran, ILaunchConfiguration::getName)
						.ifPresent(configuration -> DebugUITools.launch(configuration, mode));
				return;
			}
			List<ProgramCandidate> candidates = find(elements);
			if (candidates.isEmpty()) {
				String problem = elements.isEmpty() ? Messages.shortcut_noSelection : NLS.bind(Messages.shortcut_nothing, name(elements.get(0)));
				MessageDialog.openInformation(shell(), Messages.shortcut_title, problem);
				return;
			}
			Optional<ProgramCandidate> candidate = Choice.of(shell(), Messages.shortcut_chooseProgram, candidates, ProgramCandidate::name);
			if (candidate.isPresent()) {
				configuration(candidate.get()).ifPresent(configuration -> DebugUITools.launch(configuration, mode));
			}
		} catch (CoreException e) {
			StatusManager.getManager().handle(e.getStatus(), StatusManager.SHOW);
		}
	}

	/** Returns the configuration that a selected job, or the job of a selected rank, was launched from. */
	private static Optional<ILaunchConfiguration> configuration(Object element) {
		Optional<JobElement> job = Optional.ofNullable(Adapters.adapt(element, JobElement.class));
		while (job.isPresent() && !(job.get() instanceof NamespaceElement)) {
			job = job.get().parent();
		}
		return job.map(NamespaceElement.class::cast).flatMap(NamespaceElement::process)
				.map(process -> process.getLaunch().getLaunchConfiguration());
	}

	private static String name(Object element) {
		IResource resource = Adapters.adapt(element, IResource.class);
		return resource == null ? element.toString() : resource.getName();
	}

	private static Optional<ILaunchConfiguration> configuration(ProgramCandidate candidate) throws CoreException {
		List<ILaunchConfiguration> existing = ProgramCandidates.configurations(candidate);
		return existing.isEmpty() ? Optional.of(ProgramCandidates.newConfiguration(candidate).doSave())
				: Choice.of(shell(), Messages.shortcut_chooseConfiguration, existing, ILaunchConfiguration::getName);
	}

	/** Searches in the background, because a project may take long. */
	private static List<ProgramCandidate> find(List<?> elements) throws CoreException {
		if (elements.stream().allMatch(element -> Adapters.adapt(element, IFile.class) != null)) {
			return ProgramCandidates.find(elements, new NullProgressMonitor());
		}
		List<ProgramCandidate> found = new ArrayList<>();
		try {
			PlatformUI.getWorkbench().getProgressService().busyCursorWhile(monitor -> {
				try {
					monitor.setTaskName(Messages.shortcut_searching);
					found.addAll(ProgramCandidates.find(elements, monitor));
				} catch (CoreException e) {
					throw new InvocationTargetException(e);
				}
			});
		} catch (InvocationTargetException e) {
			throw e.getCause() instanceof CoreException cause ? cause
					: new CoreException(Status.error(String.valueOf(e.getCause()), e.getCause()));
		} catch (InterruptedException e) {
			return List.of(); // the user has canceled the search
		}
		return found;
	}

	private static List<?> elements(@Nullable ISelection selection) {
		return selection instanceof IStructuredSelection structured ? structured.toList() : List.of();
	}

	private static List<?> elements(IEditorPart editor) {
		IResource resource = resource(editor);
		return resource == null ? List.of() : List.of(resource);
	}

	private static @Nullable IResource resource(IEditorPart editor) {
		return Adapters.adapt(editor.getEditorInput(), IResource.class);
	}

	private static Shell shell() {
		return PlatformUI.getWorkbench().getModalDialogShellProvider().getShell();
	}

	/** Returns null, so that the platform asks for the resource, to which our configurations are mapped. */
	@Override
	public ILaunchConfiguration @Nullable [] getLaunchConfigurations(ISelection selection) {
		return null;
	}

	@Override
	public ILaunchConfiguration @Nullable [] getLaunchConfigurations(IEditorPart editor) {
		return null;
	}

	@Override
	public @Nullable IResource getLaunchableResource(ISelection selection) {
		List<?> elements = elements(selection);
		return elements.size() == 1 ? Adapters.adapt(elements.get(0), IResource.class) : null;
	}

	@Override
	public @Nullable IResource getLaunchableResource(IEditorPart editor) {
		return resource(editor);
	}
}
