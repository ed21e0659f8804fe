// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job;

import org.jspecify.annotations.Nullable;

/**
 * A machine that runs ranks. Immutable.
 *
 * @param id    its number in the session, from 0
 * @param name  its host name
 * @param slots the number of ranks that it runs without oversubscription; 1 if the engine does not report it
 */
public record Node(int id, String name, int slots) {
	/**
	 * Accepts any id from 0, any name that is not empty, and at least one slot.
	 *
	 * @throws IllegalArgumentException if there is no slot or the name is empty
	 */
	public Node {
		if (name.isEmpty() || slots < 1 || id < 0) {
			throw new IllegalArgumentException("node " + id + " '" + name + "' with " + slots + " slots");
		}
	}

	/** Hand-written, as the generated method of a record is linked at run time, which costs a launcher milliseconds. */
	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof Node same && same.id == id && same.slots == slots && same.name.equals(name);
	}

	@Override
	public int hashCode() {
		return 31 * (31 * id + slots) + name.hashCode();
	}
}
