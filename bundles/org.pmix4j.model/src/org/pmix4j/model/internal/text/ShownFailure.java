// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.internal.text;

import org.jspecify.annotations.Nullable;

/** The copy of an exception for a log: the same stack traces with safe messages. Immutable. */
final class ShownFailure extends Throwable {
	private static final long serialVersionUID = 1;
	/** A chain of causes that is longer, or has a circle, is cut off. */
	private static final int MAX_CAUSES = 16;

	private ShownFailure(Throwable original, int causes) {
		super(PeerText.line(original.toString()), cause(original, causes), false, true);
		setStackTrace(original.getStackTrace());
	}

	static ShownFailure of(Throwable original) {
		return new ShownFailure(original, MAX_CAUSES);
	}

	private static @Nullable ShownFailure cause(Throwable original, int causes) {
		Throwable cause = original.getCause();
		return cause == null || causes == 0 ? null : new ShownFailure(cause, causes - 1);
	}

	@Override
	public String toString() {
		return String.valueOf(getMessage());
	}
}
