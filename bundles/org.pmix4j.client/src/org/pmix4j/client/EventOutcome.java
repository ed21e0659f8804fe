// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.pmix4j.model.Infos;
import org.pmix4j.model.Status;

/**
 * The outcome of a handler for an event.
 *
 * @param status  {@code EVENT_ACTION_COMPLETE} ends the chain; after any other status the next handler is called
 * @param results infos for the handlers that follow
 */
public record EventOutcome(Status status, Infos results) {
	/** No action was taken; the next handler is called. */
	public static final EventOutcome CONTINUE = new EventOutcome(Status.EVENT_NO_ACTION_TAKEN, Infos.EMPTY);
	/** The event is handled; no other handler is called. */
	public static final EventOutcome COMPLETE = new EventOutcome(Status.EVENT_ACTION_COMPLETE, Infos.EMPTY);

	/** {@return whether the chain ends here} */
	public boolean endsChain() {
		return status.equals(Status.EVENT_ACTION_COMPLETE);
	}

	/** {@return this outcome as a completed stage} */
	public CompletionStage<EventOutcome> now() {
		return CompletableFuture.completedStage(this);
	}
}
