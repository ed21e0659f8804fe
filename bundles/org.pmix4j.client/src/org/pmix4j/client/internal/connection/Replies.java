// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.connection;

import java.util.concurrent.CompletionException;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.loop.Futures;
import org.pmix4j.wire.internal.message.Reply;

/** Converts the status of a reply to the outcome of an operation, and a failure to an exception. Stateless. */
public final class Replies {
	private Replies() {
	}

	/** @throws CompletionException with a {@link PmixException} of the reply's status as its cause, if that is not success */
	public static void requireSuccess(String operation, Reply reply) {
		if (!isSuccess(reply.status())) {
			throw new CompletionException(refused(operation, reply.status()));
		}
	}

	/** Returns whether the status means success; some hosts reply that the operation was already complete. */
	public static boolean isSuccess(Status status) {
		return status.isSuccess() || status.equals(Status.OPERATION_SUCCEEDED);
	}

	/** Returns the failure of an operation without the wrapping that futures add. */
	public static PmixException failure(Throwable thrown) {
		return thrown instanceof CompletionException && thrown.getCause() instanceof PmixException known ? known
				: thrown instanceof PmixException bare ? bare : Futures.failure(thrown);
	}

	public static PmixException refused(String operation, Status status) {
		return new PmixException(status, operation + " failed: the PMIx server replied " + status);
	}
}
