// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.pmix4j.model.Infos;
import org.pmix4j.model.Status;

/**
 * What a handler did about an event.
 *
 * @param status  {@code EVENT_ACTION_COMPLETE} ends the chain; anything else lets the next handler have its turn
 * @param results is shown to the handlers that follow
 */
public record EventOutcome(Status status, Infos results) {
	/** Nothing was done; the next handler has its turn. */
	public static final EventOutcome CONTINUE = new EventOutcome(Status.EVENT_NO_ACTION_TAKEN, Infos.EMPTY);
	/** The event is dealt with; no other handler sees it. */
	public static final EventOutcome COMPLETE = new EventOutcome(Status.EVENT_ACTION_COMPLETE, Infos.EMPTY);

	/** @return whether the chain ends here */
	public boolean endsChain() {
		return status.equals(Status.EVENT_ACTION_COMPLETE);
	}

	/** @return this, for a handler that has nothing to wait for */
	public CompletionStage<EventOutcome> now() {
		return CompletableFuture.completedStage(this);
	}
}
