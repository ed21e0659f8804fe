// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

/**
 * The place of a handler in the order of handlers. There are three categories, called in this order: handlers for one code,
 * for several codes, for all codes. Immutable.
 *
 * @param position the position
 * @param anchor   name of the handler that the position BEFORE or AFTER refers to; empty for other positions
 * @see "PMIx Standard, chapter Event Notification, Event Handler Registration Attributes"
 */
public record HandlerPlacement(Position position, String anchor) {
	/** The position of a handler. */
	public enum Position {
		/** Before all categories; for one handler only. */
		FIRST,
		/** After all categories; for one handler only. */
		LAST,
		/** Always first in its category; for one handler only. */
		FIRST_IN_CATEGORY,
		/** Always last in its category; for one handler only. */
		LAST_IN_CATEGORY,
		/** At the front of its category; later handlers can be placed before it. */
		FRONT,
		/** At the back of its category; later handlers can be placed after it. */
		BACK,
		/** Immediately before another handler of its category. */
		BEFORE,
		/** Immediately after another handler of its category. */
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

	/**
	 * Accepts an anchor exactly where the position refers to another handler.
	 *
	 * @throws IllegalArgumentException if BEFORE or AFTER has no anchor, or another position has one
	 */
	public HandlerPlacement {
		boolean relative = position == Position.BEFORE || position == Position.AFTER;
		if (relative == anchor.isEmpty()) {
			throw new IllegalArgumentException("the placement " + position
					+ (relative ? " needs the name of a handler" : " does not take the name of a handler, but is given " + anchor));
		}
	}

	/**
	 * {@return the place immediately before it}
	 *
	 * @param name of another handler of the same category
	 */
	public static HandlerPlacement before(String name) {
		return new HandlerPlacement(Position.BEFORE, name);
	}

	/**
	 * {@return the place immediately after it}
	 *
	 * @param name of another handler of the same category
	 */
	public static HandlerPlacement after(String name) {
		return new HandlerPlacement(Position.AFTER, name);
	}
}
