// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;

import org.pmix4j.model.Proc;

/** Validates the participants of a collective operation. */
final class Participants {
	private Participants() {
	}

	static List<Proc> requireSome(List<Proc> procs) {
		if (procs.isEmpty()) {
			throw new IllegalArgumentException("a collective operation needs at least one participant");
		}
		return List.copyOf(procs);
	}
}
