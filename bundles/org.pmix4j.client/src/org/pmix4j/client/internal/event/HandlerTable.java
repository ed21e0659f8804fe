// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.event;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.pmix4j.client.HandlerPlacement.Position;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.event.EventFacts;

/**
 * The event handlers of a session in the order of their calls: the first one, those for one code, for several codes, for all codes, the
 * last one. Owned by {@link EventOperations}.
 *
 * @see "OpenPMIx src/event/pmix_event_registration.c"
 */
final class HandlerTable {
	private @Nullable HandlerEntry first;
	private @Nullable HandlerEntry last;
	private final List<HandlerEntry> singleCode = new ArrayList<>();
	private final List<HandlerEntry> severalCodes = new ArrayList<>();
	private final List<HandlerEntry> allCodes = new ArrayList<>();

	/** @throws PmixException {@code ERR_EVENT_REGISTRATION} if its place is taken, {@code ERR_NOT_FOUND} if its neighbor is missing */
	void add(HandlerEntry entry) throws PmixException {
		switch (entry.options().placement().position()) {
			case FIRST -> first = only(first, entry);
			case LAST -> last = only(last, entry);
			default -> category(entry).add(index(entry), entry);
		}
	}

	private static HandlerEntry only(@Nullable HandlerEntry there, HandlerEntry entry) throws PmixException {
		if (there != null) {
			throw taken(entry);
		}
		return entry;
	}

	private static PmixException taken(HandlerEntry entry) {
		return new PmixException(Status.ERR_EVENT_REGISTRATION,
				"another event handler already has the place " + entry.options().placement().position() + ", which only one may have");
	}

	private List<HandlerEntry> category(HandlerEntry entry) {
		return switch (entry.options().codes().size()) {
			case 0 -> allCodes;
			case 1 -> singleCode;
			default -> severalCodes;
		};
	}

	private int index(HandlerEntry entry) throws PmixException {
		List<HandlerEntry> category = category(entry);
		boolean firstTaken = !category.isEmpty() && isAt(category.getFirst(), Position.FIRST_IN_CATEGORY);
		boolean lastTaken = !category.isEmpty() && isAt(category.getLast(), Position.LAST_IN_CATEGORY);
		Position position = entry.options().placement().position();
		if (position == Position.FIRST_IN_CATEGORY && firstTaken || position == Position.LAST_IN_CATEGORY && lastTaken) {
			throw taken(entry);
		}
		return switch (position) {
			case FIRST_IN_CATEGORY -> 0;
			case LAST_IN_CATEGORY -> category.size();
			case BACK -> category.size() - (lastTaken ? 1 : 0);
			case BEFORE -> neighbor(category, entry);
			case AFTER -> neighbor(category, entry) + 1;
			case FRONT, FIRST, LAST -> firstTaken ? 1 : 0;
		};
	}

	private static boolean isAt(HandlerEntry entry, Position position) {
		return entry.options().placement().position() == position;
	}

	/** Finds the handler that the placement names. Release 4.2.2 looks for the name of the new handler instead. */
	private static int neighbor(List<HandlerEntry> category, HandlerEntry entry) throws PmixException {
		String anchor = entry.options().placement().anchor();
		for (int i = 0; i < category.size(); i++) {
			if (category.get(i).options().name().equals(anchor)) {
				return i;
			}
		}
		throw new PmixException(Status.ERR_NOT_FOUND, "the category of the new event handler has no handler named '" + anchor + "'");
	}

	/** Removes a handler, and returns whether it was registered. */
	boolean remove(HandlerEntry entry) {
		if (first == entry) {
			first = null;
			return true;
		}
		if (last == entry) {
			last = null;
			return true;
		}
		return category(entry).remove(entry);
	}

	boolean contains(HandlerEntry entry) {
		return all().anyMatch(one -> one == entry);
	}

	/** Returns the handlers that want an event, in order. */
	List<HandlerEntry> wanting(EventFacts event, Proc self) {
		return all().filter(entry -> entry.wants(event, self)).toList();
	}

	Stream<HandlerEntry> all() {
		return Stream.of(Stream.ofNullable(first), singleCode.stream(), severalCodes.stream(), allCodes.stream(), Stream.ofNullable(last))
				.flatMap(part -> part);
	}
}
