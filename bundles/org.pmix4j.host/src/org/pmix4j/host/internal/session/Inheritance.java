// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import java.util.Optional;

/**
 * The fate of a session after the end of the namespace that owns it.
 *
 * @see "OpenPMIx, pmix_alloc_inheritance_t"
 */
public enum Inheritance {
	/** The session ends. */
	NONE(1),
	/** The session ends when all descendants of the owner have ended, too. */
	CHILD(2),
	/** The resources return to the default session; jobs in the session go on, and it ends with the last of them. */
	DEFAULT(3),
	/** As the default, when all descendants of the owner have ended, too. */
	CHILD_DEFAULT(4),
	/** Nothing; the session stays until it is released or its time is up. */
	SEPARATE(0);

	private final int code;

	Inheritance(int code) {
		this.code = code;
	}

	/**
	 * @param code as in C
	 * @return the rule; empty if the code is unknown
	 */
	public static Optional<Inheritance> of(int code) {
		for (Inheritance rule : values()) {
			if (rule.code == code && rule != SEPARATE) {
				return Optional.of(rule);
			}
		}
		return Optional.empty();
	}

	/** Returns whether descendants of the owner keep the session. */
	boolean countsDescendants() {
		return this == CHILD || this == CHILD_DEFAULT;
	}

	/** Returns whether the jobs in the session end, too. */
	boolean endsJobs() {
		return this == NONE || this == CHILD;
	}
}
