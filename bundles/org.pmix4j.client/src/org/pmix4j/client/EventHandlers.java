// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.internal.ClientCalls;
import org.pmix4j.client.internal.EventOperations;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/**
 * A client's event handlers, and the way to raise events. Belongs to a client; to be used from any thread.
 *
 * @see "PMIx Standard, chapter Event Notification"
 */
public final class EventHandlers {
	private final ClientCalls calls;
	private final EventOperations operations;

	EventHandlers(ClientCalls calls, EventOperations operations) {
		this.calls = calls;
		this.operations = operations;
	}

	/**
	 * Registers a handler. It is called for events that come from now on, and for those of the last two minutes that no handler
	 * wanted.
	 *
	 * @param options which events, and when among the handlers
	 * @param handler gets them
	 * @return to take it away
	 * @throws PmixException         {@code ERR_EVENT_REGISTRATION} if its place is taken, {@code ERR_NOT_FOUND} if its neighbour is
	 *                               missing, what the server answers, {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException in an event handler
	 */
	public Registration register(HandlerOptions options, EventHandler handler) throws PmixException {
		return calls.block(() -> registered(options, handler));
	}

	/**
	 * As {@link #register}, without waiting.
	 *
	 * @param options which events, and when among the handlers
	 * @param handler gets them
	 * @return to take it away
	 */
	public CompletableFuture<Registration> registerAsync(HandlerOptions options, EventHandler handler) {
		return calls.start(() -> registered(options, handler));
	}

	private CompletableFuture<Registration> registered(HandlerOptions options, EventHandler handler) {
		return operations.register(options, handler).thenApply(removal -> () -> calls.post(removal));
	}

	/**
	 * Raises an event, whose source is this process. Its own handlers get it at once.
	 *
	 * @param code  what happened; a program's own codes are {@link Status#EXTERNAL_ERR_BASE} and below
	 * @param range who shall hear of it; CUSTOM needs the info {@code EVENT_CUSTOM_RANGE}
	 * @param infos about it
	 * @throws PmixException         what the server answers, {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException in an event handler
	 */
	public void notifyEvent(Status code, DataRange range, Info... infos) throws PmixException {
		calls.block(() -> operations.notifyEvent(code, range, new Infos(List.of(infos))));
	}

	/**
	 * As {@link #notifyEvent}, without waiting.
	 *
	 * @param code  what happened
	 * @param range who shall hear of it
	 * @param infos about it
	 * @return completed when the server has it
	 */
	public CompletableFuture<Void> notifyEventAsync(Status code, DataRange range, Info... infos) {
		return calls.start(() -> operations.notifyEvent(code, range, new Infos(List.of(infos))));
	}
}
