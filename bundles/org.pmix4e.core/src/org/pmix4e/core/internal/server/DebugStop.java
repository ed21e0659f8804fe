// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

/** One stop of a rank by its debugger; two stops with the same text are different ones. Immutable. */
final class DebugStop {
	private final String text;

	DebugStop(String text) {
		this.text = text;
	}

	/** Returns by what and where, for users. */
	String text() {
		return text;
	}
}
