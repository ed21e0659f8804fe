// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import java.util.List;

import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/**
 * Which events a handler gets, and when it has its turn.
 *
 * @param codes     which events; empty for a default handler, which gets all but those that are not for default handlers
 * @param name      so that others can be placed before or after it; may be empty
 * @param placement its place among the handlers
 * @param oneShot   whether it is removed when it is called
 * @param range     from whom: NAMESPACE for processes of the own namespace, PROC_LOCAL for this process alone, of which the server
 *                  is not told; anything else for everybody
 * @param affected  only events that affect one of these processes, or do not say whom they affect; empty for all
 * @param infos     further directives, for the server
 * @see "PMIx Standard, chapter Event Notification, PMIx_Register_event_handler"
 */
public record HandlerOptions(List<Status> codes, String name, HandlerPlacement placement, boolean oneShot, DataRange range, List<Proc> affected,
		Infos infos) {
	/** Copies the lists. */
	public HandlerOptions {
		codes = List.copyOf(codes);
		affected = List.copyOf(affected);
	}

	/**
	 * @param codes which events; none for a default handler. Servers of release 4.2.2 and some others never send anything to a
	 *              process that has only default handlers
	 * @return options for a handler without a name, at the front of its category
	 */
	public static HandlerOptions of(Status... codes) {
		return new HandlerOptions(List.of(codes), "", HandlerPlacement.FRONT, false, DataRange.UNDEF, List.of(), Infos.EMPTY);
	}

	/**
	 * @param other so that others can be placed before or after it
	 * @return the same options but for that
	 */
	public HandlerOptions withName(String other) {
		return new HandlerOptions(codes, other, placement, oneShot, range, affected, infos);
	}

	/**
	 * @param other its place among the handlers
	 * @return the same options but for that
	 */
	public HandlerOptions withPlacement(HandlerPlacement other) {
		return new HandlerOptions(codes, name, other, oneShot, range, affected, infos);
	}

	/** @return the same options, for one call only */
	public HandlerOptions once() {
		return new HandlerOptions(codes, name, placement, true, range, affected, infos);
	}

	/**
	 * @param other from whom
	 * @return the same options but for that
	 */
	public HandlerOptions withRange(DataRange other) {
		return new HandlerOptions(codes, name, placement, oneShot, other, affected, infos);
	}

	/**
	 * @param procs only events that affect one of these
	 * @return the same options but for that
	 */
	public HandlerOptions withAffected(Proc... procs) {
		return new HandlerOptions(codes, name, placement, oneShot, range, List.of(procs), infos);
	}
}
