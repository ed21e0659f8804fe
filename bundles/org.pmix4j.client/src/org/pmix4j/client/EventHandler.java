// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Handles events. The handlers of a client are called one at a time on its executor, in the order in which events arrive. The next handler
 * waits for the outcome, but not longer than the handler limit of the client; a handler must not block, and blocking calls of the client
 * throw {@link IllegalStateException} in it. Asynchronous calls are allowed.
 */
@FunctionalInterface
public interface EventHandler {
	/**
	 * Handles an event.
	 *
	 * @param event the event
	 * @return the outcome; a failure counts as {@link EventOutcome#CONTINUE}
	 */
	CompletionStage<EventOutcome> handle(PmixEvent event);

	/**
	 * Makes a handler that leaves every event to the handlers that follow.
	 *
	 * @param listener receives events
	 * @return the handler
	 */
	static EventHandler listening(Consumer<PmixEvent> listener) {
		return event -> {
			listener.accept(event);
			return EventOutcome.CONTINUE.now();
		};
	}
}
