// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.ArrayList;
import java.util.List;

/** Adds an element to an immutable list. Stateless. */
final class Appended {
	private Appended() {
	}

	/** Returns a copy of the list with one more element at its end. */
	static <E> List<E> to(List<E> list, E last) {
		List<E> longer = new ArrayList<>(list);
		longer.add(last);
		return List.copyOf(longer);
	}
}
