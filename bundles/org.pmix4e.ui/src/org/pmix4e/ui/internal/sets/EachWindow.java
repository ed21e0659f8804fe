// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.sets;

import java.util.function.Consumer;
import java.util.stream.Stream;

import org.eclipse.ui.IWindowListener;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;

/** Lets something serve all windows of the workbench, from the time at which each is opened. What it adds to a window ends with that. */
final class EachWindow implements IWindowListener {
	private final Consumer<IWorkbenchWindow> server;

	private EachWindow(Consumer<IWorkbenchWindow> server) {
		this.server = server;
	}

	/** Begins with the windows that are open. To be called on the thread of the user interface. */
	static void serve(Consumer<IWorkbenchWindow> server) {
		PlatformUI.getWorkbench().addWindowListener(new EachWindow(server));
		Stream.of(PlatformUI.getWorkbench().getWorkbenchWindows()).forEach(server);
	}

	@Override
	public void windowOpened(IWorkbenchWindow window) {
		server.accept(window);
	}

	@Override
	public void windowClosed(IWorkbenchWindow window) {
		// its services end with it
	}

	@Override
	public void windowActivated(IWorkbenchWindow window) {
		// a part of it is activated, too
	}

	@Override
	public void windowDeactivated(IWorkbenchWindow window) {
		// nothing that it shows changes
	}
}
