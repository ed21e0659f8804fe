// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.internal.policy;

import java.util.List;

import org.pmix4j.model.PmixException;

/**
 * A binding policy. Immutable.
 *
 * @param level         the kind of hardware to which each rank is bound
 * @param given         whether the user has stated the level
 * @param ifSupported   whether ranks run unbound where binding is impossible
 * @param overload      whether more ranks may be bound to a piece than it has processors
 * @param overloadGiven whether the user has said so or its contrary
 * @param limit         the greatest number of ranks bound to one piece; 0 for any
 * @param report        whether the user wants to see the bindings
 */
public record Binding(Level level, boolean given, boolean ifSupported, boolean overload, boolean overloadGiven, int limit,
		boolean report) {
	/** No policy is stated. */
	public static final Binding OPEN = new Binding(Level.NONE, false, false, false, false, 0, false);
	/** The qualifiers of policies, for messages. */
	public static final String QUALIFIERS = "overload-allowed, no-overload, if-supported, limit=N, report";

	/**
	 * Reads a binding policy: a kind of hardware and qualifiers, with colons between.
	 *
	 * @param text the text of a user; empty for none
	 * @return the policy
	 * @throws PmixException BAD_PARAM if a word is unknown; the message says what is allowed
	 */
	public static Binding parse(String text) throws PmixException {
		if (text.isEmpty()) {
			return OPEN;
		}
		int colon = text.indexOf(':');
		String word = colon < 0 ? text : text.substring(0, colon);
		Binding binding = OPEN;
		for (String qualifier : colon < 0 ? List.<String>of() : Words.split(text.substring(colon + 1), ':')) {
			binding = binding.with(qualifier);
		}
		// PRRTE takes qualifiers alone for "none" with these qualifiers
		Level level = word.isEmpty() ? Level.NONE : Level.of(word).orElseThrow(() -> Words.refused("binding policy '" + word
				+ "' is unknown; allowed are none, hwthread, core, l1cache, l2cache, l3cache, numa, package"));
		return new Binding(level, true, binding.ifSupported, binding.overload, binding.overloadGiven, binding.limit, binding.report);
	}

	private Binding with(String qualifier) throws PmixException {
		if (Words.matches(qualifier, "if-supported")) {
			return new Binding(level, given, true, overload, overloadGiven, limit, report);
		}
		if (Words.matches(qualifier, "overload-allowed")) {
			return new Binding(level, given, ifSupported, true, true, limit, report);
		}
		if (Words.matches(qualifier, "no-overload")) {
			return new Binding(level, given, ifSupported, false, true, limit, report);
		}
		if (Words.matches(qualifier, "report")) {
			return new Binding(level, given, ifSupported, overload, overloadGiven, limit, true);
		}
		int equals = qualifier.indexOf('=');
		if (equals > 0 && Words.matches(qualifier.substring(0, equals), "limit")) {
			int count = Words.number(qualifier.substring(equals + 1), Short.MAX_VALUE);
			if (count < 1) {
				throw Words.refused("binding qualifier '" + qualifier + "' must be limit=N with a number of ranks from 1");
			}
			return new Binding(level, given, ifSupported, overload, overloadGiven, count, report);
		}
		throw Words.refused("binding qualifier '" + qualifier + "' is unknown; allowed are " + QUALIFIERS);
	}

	/**
	 * @param target the level of jobs that name none
	 * @return this policy with it, unless the user has stated one
	 */
	public Binding defaultingTo(Level target) {
		return given ? this : new Binding(target, false, true, overload, overloadGiven, limit, report);
	}

	/** @return the policy of a job that turns out not to be bound */
	public Binding dropped() {
		return new Binding(Level.NONE, false, false, false, false, limit, report);
	}

	/**
	 * @param target a level
	 * @return this policy with it, as if the user had stated it
	 */
	public Binding forcedTo(Level target) {
		return new Binding(target, true, ifSupported, overload, overloadGiven, limit, report);
	}

	/** @return its name in maps */
	public String label() {
		return level.name() + (ifSupported ? ":IF-SUPPORTED" : "") + (overload ? ":OVERLOAD-ALLOWED" : "");
	}
}
