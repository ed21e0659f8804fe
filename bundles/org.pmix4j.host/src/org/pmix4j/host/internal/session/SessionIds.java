// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import java.util.Optional;

/**
 * The identifiers of a session. Immutable.
 *
 * @param id         its number, unsigned
 * @param allocation the name of the allocation; empty for the default session
 * @param request    the user's own name of the request for it
 */
public record SessionIds(int id, Optional<String> allocation, Optional<String> request) {
	/** @return the session for messages */
	@Override
	public String toString() {
		return allocation.map(name -> "allocation " + name).orElseGet(() -> "session " + Integer.toUnsignedString(id));
	}
}
