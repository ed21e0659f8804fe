// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;

import org.eclipse.core.runtime.ILog;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.SessionAction;
import org.pmix4e.core.model.SessionElement;
import org.pmix4e.ui.internal.Messages;

/** Controls sessions, and shows in a dialog which of them the server has refused to control, and why. Stateless. */
public final class SessionControl {
	private SessionControl() {
	}

	/**
	 * Controls sessions. Does not wait. Called on the thread of the user interface.
	 *
	 * @param sessions none or more
	 * @param action   what to do
	 * @param shell    the window in which the user has ordered it; null for none
	 */
	public static void control(List<SessionElement> sessions, SessionAction action, @Nullable Shell shell) {
		List<CompletableFuture<String>> refusals = sessions.stream()
				.map(session -> session.request(action).thenApply(done -> "").exceptionally(problem -> refusal(session, action, problem)))
				.toList();
		CompletableFuture.allOf(refusals.toArray(CompletableFuture[]::new)).thenRun(() -> {
			String text = refusals.stream().map(CompletableFuture::join).filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
			Display display = PlatformUI.getWorkbench().getDisplay();
			if (!text.isEmpty() && !display.isDisposed()) {
				display.asyncExec(() -> MessageDialog.openError(shell == null || shell.isDisposed() ? null : shell, title(action), text));
			}
		});
	}

	private static String title(SessionAction action) {
		return switch (action) {
			case PAUSE -> Messages.session_suspendTitle;
			case RESUME -> Messages.session_resumeTitle;
			case TERMINATE -> Messages.terminate_title;
		};
	}

	private static String refusal(SessionElement session, SessionAction action, Throwable problem) {
		String what = switch (action) {
			case PAUSE -> Messages.session_notSuspended;
			case RESUME -> Messages.session_notResumed;
			case TERMINATE -> Messages.session_notTerminated;
		};
		String reason = problem instanceof CompletionException && problem.getCause() != null ? problem.getCause().getMessage()
				: problem.getMessage();
		String text = NLS.bind(what, session.name(), reason);
		ILog.of(SessionControl.class).warn(text, problem);
		return text;
	}
}
