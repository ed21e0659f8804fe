// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;

import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Status;

/** Requests about events. Events reach clients as {@link Delivery.EventDelivery}. */
public sealed interface EventRequest extends Request.Command {

	/**
	 * NOTIFY: raises an event whose source is the sender. Answered by {@link Reply.StatusReply}.
	 *
	 * @param code  status code of the event
	 * @param range range of the event
	 * @param infos details
	 */
	record Notify(Status code, DataRange range, Infos infos) implements EventRequest {
		@Override
		public CommandCode command() {
			return CommandCode.NOTIFY;
		}
	}

	/**
	 * REGEVENTS: registers the sender for events. Answered by {@link Reply.StatusReply}, which must be sent before the first event.
	 *
	 * @param codes codes of the events; empty for a default handler, which receives events that no other handler handles
	 * @param infos directives
	 */
	record RegisterEvents(List<Status> codes, Infos infos) implements EventRequest {
		/** Copies the list. */
		public RegisterEvents {
			codes = List.copyOf(codes);
		}

		@Override
		public CommandCode command() {
			return CommandCode.REGEVENTS;
		}
	}

	/**
	 * DEREGEVENTS: deregisters the sender from events. Never answered.
	 *
	 * @param codes codes of the events; {@link #DEFAULT_HANDLER} for the default handler
	 */
	record DeregisterEvents(List<Status> codes) implements EventRequest {
		/** Code of the default handler: the smallest int. */
		public static final int DEFAULT_HANDLER = Integer.MIN_VALUE;

		/** Copies the list. */
		public DeregisterEvents {
			codes = List.copyOf(codes);
		}

		@Override
		public CommandCode command() {
			return CommandCode.DEREGEVENTS;
		}
	}
}
