// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;

import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Status;

/** Requests about events. An event reaches the receivers as {@link Delivery.EventDelivery}. */
public sealed interface EventRequest extends Request {

	/**
	 * NOTIFY: raise an event, whose source is the sender. Answered by {@link Reply.StatusReply}.
	 *
	 * @param code  what happened
	 * @param range who shall hear of it
	 * @param infos about it
	 */
	record Notify(Status code, DataRange range, Infos infos) implements EventRequest {
	}

	/**
	 * REGEVENTS: send the sender such events from now on. Answered by {@link Reply.StatusReply}, which must go out before the
	 * first event.
	 *
	 * @param codes which; empty for a handler that takes what no other takes
	 * @param infos directives
	 */
	record RegisterEvents(List<Status> codes, Infos infos) implements EventRequest {
		/** Copies the list. */
		public RegisterEvents {
			codes = List.copyOf(codes);
		}
	}

	/**
	 * DEREGEVENTS: no more of such events. Never answered.
	 *
	 * @param codes which; {@link #DEFAULT_HANDLER} for the handler that takes what no other takes
	 */
	record DeregisterEvents(List<Status> codes) implements EventRequest {
		/** The code that stands for the default handler: the smallest int. */
		public static final int DEFAULT_HANDLER = Integer.MIN_VALUE;

		/** Copies the list. */
		public DeregisterEvents {
			codes = List.copyOf(codes);
		}
	}
}
