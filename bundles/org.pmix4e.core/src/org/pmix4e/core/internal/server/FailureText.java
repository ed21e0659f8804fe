// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.text.MessageFormat;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;

import org.eclipse.core.runtime.CoreException;
import org.pmix4e.core.internal.Messages;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/** Explains to users why a server was not reached or has refused a request. Stateless. */
final class FailureText {
	private FailureText() {
	}

	/** Returns the failure of an attachment: its reason, and after an empty line what to do. */
	static CoreException ofAttachment(Throwable problem) {
		Throwable cause = cause(problem);
		String text = MessageFormat.format(Messages.FailureText_attachment, message(cause), attachmentAdvice(cause));
		return new CoreException(org.eclipse.core.runtime.Status.error(text, cause));
	}

	private static String attachmentAdvice(Throwable problem) {
		Status status = status(problem);
		if (status.equals(Status.ERR_UNREACH) || status.equals(Status.ERR_NOT_FOUND)) {
			return Messages.FailureText_gone;
		} else if (status.equals(Status.ERR_TIMEOUT)) {
			return Messages.FailureText_slow;
		} else if (status.equals(Status.ERR_INVALID_CRED) || status.equals(Status.ERR_NO_PERMISSIONS)) {
			return Messages.FailureText_foreign;
		}
		return status.equals(Status.ERR_BAD_PARAM) || problem instanceof IllegalArgumentException
				? Messages.FailureText_address : Messages.FailureText_other;
	}

	/** Returns the refusal of session control, whose message is a clause: an answer from another process names only the status. */
	static CoreException ofSessionControl(Throwable problem) {
		Throwable cause = cause(problem);
		return new CoreException(org.eclipse.core.runtime.Status.error(sessionReason(cause), cause));
	}

	private static String sessionReason(Throwable problem) {
		Status status = status(problem);
		if (status.equals(Status.ERR_NOT_FOUND)) {
			return Messages.FailureText_sessionEnded;
		} else if (status.equals(Status.ERR_NO_PERMISSIONS)) {
			return Messages.FailureText_sessionForeign;
		} else if (status.equals(Status.ERR_INVALID_OPERATION)) {
			return Messages.FailureText_sessionState;
		} else if (status.equals(Status.ERR_NOT_SUPPORTED)) {
			return Messages.FailureText_sessionUnsupported;
		} else if (status.equals(Status.ERR_UNREACH) || status.equals(Status.ERR_INIT)
				|| problem instanceof IllegalStateException) {
			return Messages.FailureText_serverGone;
		}
		return status.equals(Status.ERR_TIMEOUT) || problem instanceof TimeoutException ? Messages.FailureText_serverSilent
				: message(problem);
	}

	private static Throwable cause(Throwable problem) {
		return problem instanceof CompletionException ? Objects.requireNonNullElse(problem.getCause(), problem) : problem;
	}

	private static String message(Throwable problem) {
		return Objects.requireNonNullElse(problem.getMessage(), problem.toString());
	}

	private static Status status(Throwable problem) {
		return problem instanceof PmixException failure ? failure.status() : Status.ERROR;
	}
}
