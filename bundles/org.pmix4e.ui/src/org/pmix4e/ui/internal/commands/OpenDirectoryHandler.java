// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.core.commands.ParameterizedCommand;
import org.eclipse.core.commands.common.CommandException;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.osgi.util.NLS;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.commands.ICommandService;
import org.eclipse.ui.handlers.HandlerUtil;
import org.eclipse.ui.handlers.IHandlerService;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.elements.ElementText;

/** Opens the session directory in the system explorer that the preferences of the platform name. */
public final class OpenDirectoryHandler extends ElementHandler {
	private static final String COMMAND = "org.eclipse.ui.ide.showInSystemExplorer";
	private static final String PATH = "org.eclipse.ui.ide.showInSystemExplorer.path";

	/** For the workbench. */
	public OpenDirectoryHandler() {
	}

	@Override
	protected String label() {
		return Messages.action_openDirectory;
	}

	@Override
	protected boolean canRun(List<JobElement> elements) {
		return !elements.isEmpty() && ElementText.sessionDirectory(elements.get(0)).isPresent();
	}

	@Override
	protected void run(List<JobElement> elements, ExecutionEvent event) throws ExecutionException {
		Path directory = ElementText.sessionDirectory(elements.get(0)).orElseThrow();
		if (!Files.isDirectory(directory)) {
			MessageDialog.openInformation(HandlerUtil.getActiveShell(event), Messages.directory_title,
					NLS.bind(Messages.directory_gone, directory));
			return;
		}
		ICommandService commands = PlatformUI.getWorkbench().getService(ICommandService.class);
		ParameterizedCommand command = ParameterizedCommand.generateCommand(commands.getCommand(COMMAND), Map.of(PATH, directory.toString()));
		try {
			PlatformUI.getWorkbench().getService(IHandlerService.class).executeCommand(command, null);
		} catch (CommandException e) {
			throw new ExecutionException(NLS.bind(Messages.directory_notShown, directory), e);
		}
	}
}
