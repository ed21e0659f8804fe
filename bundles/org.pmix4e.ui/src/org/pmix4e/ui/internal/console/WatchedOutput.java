// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.console;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.eclipse.debug.ui.IDebugUIConstants;
import org.eclipse.debug.ui.console.IConsole;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Control;
import org.eclipse.ui.IPartListener2;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchPartReference;
import org.eclipse.ui.console.ConsolePlugin;
import org.eclipse.ui.console.IConsoleListener;
import org.eclipse.ui.console.IConsoleManager;
import org.eclipse.ui.console.IOConsoleOutputStream;
import org.pmix4e.core.launch.JobProcess;

/**
 * Keeps the consoles of jobs in the background while the user watches the view PMIx Output, which is in the same place as the Console: each
 * line would bring the Console to the front otherwise, and the next line of input would go there. One for each such view, on the thread of
 * the user interface, until the view is closed.
 */
public final class WatchedOutput implements IPartListener2, IConsoleListener {
	/** The views that are visible now; changed on the thread of the user interface, read on any. */
	private static final Set<IViewPart> WATCHED = ConcurrentHashMap.newKeySet();

	private final IViewPart view;
	private final IWorkbenchPage page;
	private final Consumer<Boolean> visibility;

	private WatchedOutput(IViewPart view, Consumer<Boolean> visibility) {
		this.view = view;
		this.visibility = visibility;
		page = view.getSite().getPage();
	}

	/**
	 * Follows a view until its controls are disposed.
	 *
	 * @param view       shows output of jobs
	 * @param control    the control that fills most of it, which is painted when the view is shown
	 * @param visibility is called when the view is shown and when it is hidden
	 */
	public static void follow(IViewPart view, Control control, Consumer<Boolean> visibility) {
		WatchedOutput follower = new WatchedOutput(view, visibility);
		follower.page.addPartListener(follower);
		IConsoleManager consoles = ConsolePlugin.getDefault().getConsoleManager();
		consoles.addConsoleListener(follower);
		// a view that is just being made may not yet count as visible at its first event
		control.addListener(SWT.Paint, event -> {
			if (!WATCHED.contains(view)) {
				control.getDisplay().asyncExec(() -> follower.lookUnless(control.isDisposed()));
			}
		});
		control.addListener(SWT.Dispose, event -> {
			follower.page.removePartListener(follower);
			consoles.removeConsoleListener(follower);
			WATCHED.remove(view);
		});
	}

	/** @return whether the user watches output in a view; on any thread */
	public static boolean isWatched() {
		return !WATCHED.isEmpty();
	}

	private void lookUnless(boolean isClosed) {
		if (!isClosed) {
			look();
		}
	}

	/** Looks again after each event of a part: not each part that another one covers has an event. */
	private void look() {
		if (!page.isPartVisible(view)) {
			if (WATCHED.remove(view)) {
				visibility.accept(false);
			}
		} else if (WATCHED.add(view)) {
			stayBehind(ConsolePlugin.getDefault().getConsoleManager().getConsoles());
			visibility.accept(true);
		}
	}

	@Override
	public void partVisible(IWorkbenchPartReference part) {
		look();
	}

	@Override
	public void partHidden(IWorkbenchPartReference part) {
		look();
	}

	@Override
	public void partActivated(IWorkbenchPartReference part) {
		look();
	}

	@Override
	public void partBroughtToTop(IWorkbenchPartReference part) {
		look();
	}

	/** A console may have been made before the view was watched, and be added after the others were told to stay behind. */
	@Override
	public void consolesAdded(org.eclipse.ui.console.IConsole[] consoles) {
		if (isWatched()) {
			stayBehind(consoles);
		}
	}

	@Override
	public void consolesRemoved(org.eclipse.ui.console.IConsole[] consoles) {
		// they get no more output
	}

	private static void stayBehind(org.eclipse.ui.console.IConsole[] consoles) {
		Stream.of(consoles).filter(IConsole.class::isInstance).map(IConsole.class::cast)
				.filter(console -> console.getProcess() instanceof JobProcess).forEach(WatchedOutput::stayBehind);
	}

	/** Keeps a console in the background when it gets output from now on. */
	static void stayBehind(IConsole console) {
		Stream.of(IDebugUIConstants.ID_STANDARD_ERROR_STREAM, IDebugUIConstants.ID_STANDARD_OUTPUT_STREAM).forEach(stream -> {
			IOConsoleOutputStream written = console.getStream(stream);
			if (written != null) {
				written.setActivateOnWrite(false);
			}
		});
	}
}
