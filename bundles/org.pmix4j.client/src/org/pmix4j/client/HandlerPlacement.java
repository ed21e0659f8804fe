// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

/**
 * Where a handler stands in the order of handlers. There are three categories, called in this order: handlers for one code,
 * for several codes, for all codes.
 *
 * @param position where
 * @param anchor   name of the handler it stands before or after; else empty
 * @see "PMIx Standard, chapter Event Notification, Event Handler Registration Attributes"
 */
public record HandlerPlacement(Position position, String anchor) {
	/** Kinds of places. */
	public enum Position {
		/** Before all categories; only one handler can be there. */
		FIRST,
		/** After all categories; only one handler can be there. */
		LAST,
		/** First of its category, whatever comes; only one handler can be there. */
		FIRST_IN_CATEGORY,
		/** Last of its category, whatever comes; only one handler can be there. */
		LAST_IN_CATEGORY,
		/** At the front of its category, for now. */
		FRONT,
		/** At the back of its category, for now. */
		BACK,
		/** Just before another of its category. */
		BEFORE,
		/** Just after another of its category. */
		AFTER
	}

	/** {@link Position#FIRST}. */
	public static final HandlerPlacement FIRST = new HandlerPlacement(Position.FIRST, "");
	/** {@link Position#LAST}. */
	public static final HandlerPlacement LAST = new HandlerPlacement(Position.LAST, "");
	/** {@link Position#FIRST_IN_CATEGORY}. */
	public static final HandlerPlacement FIRST_IN_CATEGORY = new HandlerPlacement(Position.FIRST_IN_CATEGORY, "");
	/** {@link Position#LAST_IN_CATEGORY}. */
	public static final HandlerPlacement LAST_IN_CATEGORY = new HandlerPlacement(Position.LAST_IN_CATEGORY, "");
	/** {@link Position#FRONT}, the default. */
	public static final HandlerPlacement FRONT = new HandlerPlacement(Position.FRONT, "");
	/** {@link Position#BACK}. */
	public static final HandlerPlacement BACK = new HandlerPlacement(Position.BACK, "");

	/** @throws IllegalArgumentException if there is an anchor where none is needed, or none where one is */
	public HandlerPlacement {
		boolean relative = position == Position.BEFORE || position == Position.AFTER;
		if (relative == anchor.isEmpty()) {
			throw new IllegalArgumentException("placement " + position + " with anchor '" + anchor + "'");
		}
	}

	/**
	 * @param name of another handler of the same category
	 * @return the place just before it
	 */
	public static HandlerPlacement before(String name) {
		return new HandlerPlacement(Position.BEFORE, name);
	}

	/**
	 * @param name of another handler of the same category
	 * @return the place just after it
	 */
	public static HandlerPlacement after(String name) {
		return new HandlerPlacement(Position.AFTER, name);
	}
}
