// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.ModelAttributes;

/**
 * Registers event handlers and raises events. Belongs to a client and ends with it. Thread-safe.
 *
 * @see "PMIx Standard, chapter Event Notification"
 */
public interface EventHandlers {
	/**
	 * Registers a handler. It is called for future events, and for events of the last two minutes that no handler has received.
	 * C: PMIx_Register_event_handler.
	 *
	 * @param options the events, and the place of the handler among the others
	 * @param handler receives the events
	 * @return removes the handler when it is closed
	 * @throws PmixException         {@code ERR_EVENT_REGISTRATION} if its place is taken, {@code ERR_NOT_FOUND} if its placement
	 *                               names an unknown handler, the status of the server if it refuses,
	 *                               {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException in a handler
	 */
	Registration register(HandlerOptions options, EventHandler handler) throws PmixException;

	/**
	 * Registers a handler as {@link #register} does, without waiting.
	 *
	 * @param options the events, and the place of the handler among the others
	 * @param handler receives the events
	 * @return removes the handler when it is closed
	 */
	CompletableFuture<Registration> registerAsync(HandlerOptions options, EventHandler handler);

	/**
	 * Raises an event whose source is this process. Its own handlers are called immediately. C: PMIx_Notify_event.
	 *
	 * @param code  the event; codes of programs are {@link Status#EXTERNAL_ERR_BASE} and below
	 * @param range the receivers; CUSTOM needs the info {@code EVENT_CUSTOM_RANGE}
	 * @param infos details
	 * @throws PmixException         the status of the server if it refuses, {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException in a handler
	 */
	void notifyEvent(Status code, DataRange range, Info... infos) throws PmixException;

	/**
	 * Notifies the handlers for {@code MODEL_DECLARED} in this process that a library has begun to use a programming model, so that libraries
	 * of several models can share threads and processors. Default handlers are not called. C: PMIx_Init with PMIX_PROGRAMMING_MODEL.
	 *
	 * @param model its name, such as MPI or OpenMP (PMIX_PROGRAMMING_MODEL)
	 * @param more  further information: {@code MODEL_LIBRARY_NAME}, {@code MODEL_LIBRARY_VERSION}, {@code THREADING_MODEL}
	 * @throws PmixException         {@code ERR_INIT} if the client is closed; no server is involved
	 * @throws IllegalStateException in a handler
	 * @see "PMIx Standard, chapter Initialization and Finalization, Cross-Version and Cross-Model Coordination"
	 */
	default void declareModel(String model, Info... more) throws PmixException {
		Infos infos = Infos.of(Info.of(ModelAttributes.PROGRAMMING_MODEL, model)).concat(List.of(more))
				.with(EventAttributes.EVENT_NON_DEFAULT, true);
		notifyEvent(Status.MODEL_DECLARED, DataRange.PROC_LOCAL, infos.list().toArray(Info[]::new));
	}

	/**
	 * Raises an event as {@link #notifyEvent} does, without waiting.
	 *
	 * @param code  the event
	 * @param range the receivers
	 * @param infos details
	 * @return completed when the server has the event
	 */
	CompletableFuture<Void> notifyEventAsync(Status code, DataRange range, Info... infos);
}
