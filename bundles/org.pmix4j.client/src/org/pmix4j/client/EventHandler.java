// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Is called for events. Handlers of one client are called one at a time, on the client's executor, in the order in which
 * the events came. The next handler of the chain waits for the outcome, at most for the client's handler limit; so a handler
 * must not block, and the client's blocking calls throw {@link IllegalStateException} in it. Use the asynchronous ones.
 */
@FunctionalInterface
public interface EventHandler {
	/**
	 * @param event what happened
	 * @return what was done about it; a failure counts as {@link EventOutcome#CONTINUE}
	 */
	CompletionStage<EventOutcome> handle(PmixEvent event);

	/**
	 * @param listener is told of events and leaves them to the handlers that follow
	 * @return a handler
	 */
	static EventHandler listening(Consumer<PmixEvent> listener) {
		return event -> {
			listener.accept(event);
			return EventOutcome.CONTINUE.now();
		};
	}
}
