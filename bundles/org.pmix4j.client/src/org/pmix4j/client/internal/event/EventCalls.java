// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.event;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.EventHandler;
import org.pmix4j.client.EventHandlers;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.Registration;
import org.pmix4j.client.internal.call.SessionCalls;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/** The public calls for events. Owned by the session. Thread-safe, because every call runs on the loop. */
public final class EventCalls implements EventHandlers {
	private final SessionCalls calls;
	private final EventOperations operations;

	/**
	 * @param calls      brings calls to the loop
	 * @param operations sends the requests
	 */
	public EventCalls(SessionCalls calls, EventOperations operations) {
		this.calls = calls;
		this.operations = operations;
	}

	@Override
	public Registration register(HandlerOptions options, EventHandler handler) throws PmixException {
		return calls.block(() -> registered(options, handler));
	}

	@Override
	public CompletableFuture<Registration> registerAsync(HandlerOptions options, EventHandler handler) {
		return calls.start(() -> registered(options, handler), Registration::close);
	}

	private CompletableFuture<Registration> registered(HandlerOptions options, EventHandler handler) {
		return operations.register(options, handler).thenApply(removal -> () -> calls.post(removal));
	}

	@Override
	public void notifyEvent(Status code, DataRange range, Info... infos) throws PmixException {
		calls.block(() -> operations.notifyEvent(code, range, new Infos(List.of(infos))));
	}

	@Override
	public CompletableFuture<Void> notifyEventAsync(Status code, DataRange range, Info... infos) {
		return calls.start(() -> operations.notifyEvent(code, range, new Infos(List.of(infos))));
	}
}
