// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.io.IOException;
import java.io.UncheckedIOException;

import org.eclipse.core.commands.ParameterizedCommand;
import org.eclipse.core.commands.common.CommandException;
import org.eclipse.core.expressions.IEvaluationContext;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.e4.ui.css.swt.theme.IThemeEngine;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.ISources;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.IViewReference;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.WorkbenchException;
import org.eclipse.ui.commands.ICommandService;
import org.eclipse.ui.handlers.IHandlerService;

/** Page object of the workbench window. */
final class Workbench {
	static final String DEBUG_PERSPECTIVE = "org.eclipse.debug.ui.DebugPerspective";
	static final String JAVA_PERSPECTIVE = "org.eclipse.jdt.ui.JavaPerspective";
	static final String DARK = "org.eclipse.e4.ui.css.theme.e4_dark";

	private static boolean managed;

	private Workbench() {
	}

	/** Opens a perspective as a new user sees it, with the window in front and in the size of the pictures. */
	static void open(String perspective) {
		manageWindows();
		Ui.run(() -> {
			IWorkbenchWindow window = window();
			for (IViewReference view : window.getActivePage().getViewReferences()) {
				if (view.getId().equals("org.eclipse.ui.internal.introview")) {
					window.getActivePage().hideView(view);
				}
			}
			try {
				PlatformUI.getWorkbench().showPerspective(perspective, window);
			} catch (WorkbenchException e) {
				throw new IllegalStateException(e);
			}
			window.getActivePage().resetPerspective();
			window.getShell().setMaximized(false);
			window.getShell().setBounds(0, 0, 1400, 900);
		});
		Ui.await("the window to be active", () -> {
			window().getShell().forceActive();
			return Ui.display().getActiveShell() == window().getShell();
		});
	}

	/** Starts a window manager, without which GTK regards no window as active. */
	private static synchronized void manageWindows() {
		if (managed) {
			return;
		}
		managed = true;
		try {
			Process manager = new ProcessBuilder("openbox", "--sm-disable").redirectErrorStream(true)
					.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
			Runtime.getRuntime().addShutdownHook(new Thread(manager::destroy));
		} catch (IOException e) {
			throw new UncheckedIOException("the window manager openbox is missing; the script verify installs it", e);
		}
	}

	static IWorkbenchWindow window() {
		return PlatformUI.getWorkbench().getWorkbenchWindows()[0];
	}

	static Shell shell() {
		return Ui.get(() -> window().getShell());
	}

	/** Shows a view and makes it active. */
	static IViewPart show(String viewId) {
		return Ui.get(() -> window().getActivePage().showView(viewId));
	}

	static IWorkbenchPage page() {
		return window().getActivePage();
	}

	/** Closes all editors: the platform may have opened the source of a thread after an earlier test had deleted it. */
	static void closeEditors() {
		Ui.run(() -> page().closeAllEditors(false));
	}

	/** Executes a command, as Quick Access, a menu or a key does. */
	static void command(String id) {
		Ui.run(() -> {
			try {
				window().getService(IHandlerService.class).executeCommand(id, null);
			} catch (CommandException e) {
				throw new AssertionError(id, e);
			}
		});
	}

	/** Executes a command for an element as if it were selected in the active view. */
	static void command(String id, Object selected) {
		Ui.run(() -> {
			try {
				IHandlerService handlers = window().getService(IHandlerService.class);
				IEvaluationContext context = handlers.createContextSnapshot(false);
				context.addVariable(ISources.ACTIVE_CURRENT_SELECTION_NAME, new StructuredSelection(selected));
				handlers.executeCommandInContext(
						new ParameterizedCommand(window().getService(ICommandService.class).getCommand(id), null), null, context);
			} catch (CommandException e) {
				throw new AssertionError(id, e);
			}
		});
	}

	/** Returns whether a command has an effect on the selection. */
	static boolean isEnabled(String id) {
		return Ui.get(() -> window().getService(ICommandService.class).getCommand(id).isEnabled());
	}

	/** Switches between the light and the dark theme. The platform has no API to do so without a restart. */
	@SuppressWarnings("restriction")
	static void theme(String id) {
		Ui.run(() -> {
			IThemeEngine engine = PlatformUI.getWorkbench().getService(IThemeEngine.class);
			engine.setTheme(id, false);
		});
	}

	static ILaunchManager launches() {
		return DebugPlugin.getDefault().getLaunchManager();
	}

	/** Terminates and removes all launches, deletes all configurations, and lets the view PMIx Output show all lines again. */
	static void clean() throws CoreException {
		OutputTester.found().ifPresent(output -> output.filter(""));
		for (ILaunch launch : launches().getLaunches()) {
			if (launch.canTerminate()) {
				launch.terminate();
			}
			Ui.await("the end of " + launch, launch::isTerminated);
			launches().removeLaunch(launch);
		}
		for (ILaunchConfiguration configuration : launches().getLaunchConfigurations()) {
			configuration.delete();
		}
	}
}
