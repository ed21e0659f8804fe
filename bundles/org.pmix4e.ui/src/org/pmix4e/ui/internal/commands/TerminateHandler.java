// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.text.MessageFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.jface.dialogs.IDialogConstants;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.jface.window.Window;
import org.eclipse.swt.SWT;
import org.eclipse.ui.handlers.HandlerUtil;
import org.pmix4e.core.model.AppElement;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.NodeRanks;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.model.RankRange;
import org.pmix4e.core.model.ServerElement;
import org.pmix4e.core.model.SessionAction;
import org.pmix4e.core.model.SessionElement;
import org.pmix4e.ui.internal.Messages;

/**
 * Terminates the selected jobs, programs and ranks, and, after a question, all jobs of the selected sessions. Leaves servers alone: one key
 * must not end that much.
 */
public final class TerminateHandler extends ElementHandler {
	/** For the workbench. */
	public TerminateHandler() {
	}

	@Override
	protected String label() {
		return Messages.action_terminate;
	}

	@Override
	protected boolean canRun(List<JobElement> elements) {
		return elements.stream().anyMatch(TerminateHandler::canTerminate);
	}

	private static boolean canTerminate(JobElement element) {
		return switch (element) {
			case NamespaceElement namespace -> namespace.canTerminate();
			case AppElement app -> app.children().stream().anyMatch(RankElement::canTerminate);
			case RankRange range -> range.children().stream().anyMatch(RankElement::canTerminate);
			case NodeRanks node -> node.children().stream().anyMatch(RankElement::canTerminate);
			case RankElement rank -> rank.canTerminate();
			case ServerElement server -> false;
			case SessionElement session -> session.can(SessionAction.TERMINATE)
					|| session.children().stream().anyMatch(NamespaceElement::canTerminate);
		};
	}

	@Override
	protected void run(List<JobElement> elements, ExecutionEvent event) {
		Set<JobElement> ended = elements.stream().filter(TerminateHandler::canTerminate).collect(Collectors.toSet());
		List<SessionElement> sessions = ended.stream().filter(SessionElement.class::isInstance).map(SessionElement.class::cast).toList();
		if (sessions.isEmpty() || mayEnd(sessions, event)) {
			ended.stream().filter(element -> !isOpened(element)).forEach(TerminateHandler::terminate);
			SessionControl.control(sessions.stream().filter(TerminateHandler::isOpened).toList(), SessionAction.TERMINATE,
					HandlerUtil.getActiveShell(event));
		}
	}

	private static boolean mayEnd(List<SessionElement> sessions, ExecutionEvent event) {
		long jobs = sessions.stream().flatMap(session -> session.children().stream()).filter(NamespaceElement::canTerminate).count();
		String names = sessions.stream().map(SessionElement::name).sorted().collect(Collectors.joining(", "));
		String question = MessageFormat.format(Messages.terminate_sessions, sessions.size(), names, jobs);
		return MessageDialog.open(MessageDialog.QUESTION, HandlerUtil.getActiveShell(event), Messages.terminate_title, question, SWT.NONE,
				Messages.terminate_confirm, IDialogConstants.CANCEL_LABEL) == Window.OK;
	}

	private static void terminate(JobElement element) {
		switch (element) {
			case NamespaceElement namespace -> namespace.terminate();
			case AppElement app -> app.children().stream().filter(RankElement::canTerminate).forEach(RankElement::terminate);
			case RankRange range -> range.children().stream().filter(RankElement::canTerminate).forEach(RankElement::terminate);
			case NodeRanks node -> node.children().stream().filter(RankElement::canTerminate).forEach(RankElement::terminate);
			case RankElement rank -> rank.terminate();
			case ServerElement server -> throw new IllegalArgumentException(server.name());
			case SessionElement session -> session.children().stream().filter(NamespaceElement::canTerminate).forEach(NamespaceElement::terminate);
		}
	}

	/** Returns whether it is a session that a job has opened, which ends with its jobs; the first one of a server ends with that. */
	private static boolean isOpened(JobElement element) {
		return element instanceof SessionElement session && session.can(SessionAction.TERMINATE);
	}
}
