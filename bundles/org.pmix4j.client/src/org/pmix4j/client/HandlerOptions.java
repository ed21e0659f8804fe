// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import java.util.List;

import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/**
 * Options of an event handler: the events that it receives, and its place among the other handlers. Immutable.
 *
 * @param codes     the events; empty for a default handler, which receives all events that do not exclude default handlers
 * @param name      for placing other handlers before or after this one; may be empty
 * @param placement its place among the handlers
 * @param oneShot   whether it is removed before its first call
 * @param range     the sources: NAMESPACE for processes of the same namespace, PROC_LOCAL for this process alone, in which case nothing is
 *                  registered at the server; any process otherwise
 * @param affected  only events that affect one of these processes, or that name no affected process; empty for all
 * @param infos     further directives for the server. Attributes of C that these options state as well, such as PMIX_EVENT_HDLR_FIRST or
 *                  PMIX_EVENT_ONESHOT, count instead of the options
 * @see "PMIx Standard, chapter Event Notification, PMIx_Register_event_handler"
 */
public record HandlerOptions(List<Status> codes, String name, HandlerPlacement placement, boolean oneShot, DataRange range,
		List<Proc> affected, Infos infos) {
	/** Copies the lists. */
	public HandlerOptions {
		codes = List.copyOf(codes);
		affected = List.copyOf(affected);
	}

	/**
	 * {@return options of a handler without a name, at the front of its category}
	 *
	 * @param codes the events; none for a default handler. Servers of release 4.2.2 and some others send no events to a process that
	 *              has only default handlers
	 */
	public static HandlerOptions of(Status... codes) {
		return new HandlerOptions(List.of(codes), "", HandlerPlacement.FRONT, false, DataRange.UNDEF, List.of(), Infos.EMPTY);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value the name, for placing other handlers before or after this one
	 */
	public HandlerOptions withName(String value) {
		return new HandlerOptions(codes, value, placement, oneShot, range, affected, infos);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value the place of the handler
	 */
	public HandlerOptions withPlacement(HandlerPlacement value) {
		return new HandlerOptions(codes, name, value, oneShot, range, affected, infos);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value whether the handler is removed before its first call
	 */
	public HandlerOptions withOneShot(boolean value) {
		return new HandlerOptions(codes, name, placement, value, range, affected, infos);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value the sources of events
	 */
	public HandlerOptions withRange(DataRange value) {
		return new HandlerOptions(codes, name, placement, oneShot, value, affected, infos);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value only events that affect one of these processes
	 */
	public HandlerOptions withAffected(Proc... value) {
		return new HandlerOptions(codes, name, placement, oneShot, range, List.of(value), infos);
	}

	/**
	 * {@return a copy with these directives, too}
	 *
	 * @param more directives to add
	 */
	public HandlerOptions plusInfos(Info... more) {
		return new HandlerOptions(codes, name, placement, oneShot, range, affected, infos.with(more));
	}
}
