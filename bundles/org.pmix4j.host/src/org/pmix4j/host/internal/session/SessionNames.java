// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import java.util.Optional;

import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.SessionAttributes;

/**
 * The names by which a request states a session. All that it states must mean the same session. Immutable.
 *
 * @param allocation the name of the allocation
 * @param request    the user's name of the request for it
 * @param number     the number of the session, unsigned
 */
public record SessionNames(Optional<String> allocation, Optional<String> request, Optional<Integer> number) {
	/**
	 * @param ids of a session
	 * @return the attribute and the name that are not those of the session, for messages; empty if all names are its own
	 */
	public Optional<String> foreignTo(SessionIds ids) {
		if (number.isPresent() && number.get() != ids.id()) {
			return Optional.of(SessionAttributes.SESSION_ID.name() + " names session " + Integer.toUnsignedString(number.get()));
		} else if (allocation.isPresent() && !allocation.equals(ids.allocation())) {
			return Optional.of(AllocAttributes.ALLOC_ID.name() + " names allocation " + allocation.get());
		} else if (request.isPresent() && !request.equals(ids.request())) {
			return Optional.of(AllocAttributes.ALLOC_REQ_ID.name() + " names request " + request.get());
		}
		return Optional.empty();
	}
}
