// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

/**
 * A machine that runs ranks. Immutable.
 *
 * @param id    its number in the session, from 0
 * @param name  its host name
 * @param slots how many ranks it runs before it counts as oversubscribed
 */
public record Node(int id, String name, int slots) {
	/** @throws IllegalArgumentException if there is no slot or the name is empty */
	public Node {
		if (name.isEmpty() || slots < 1 || id < 0) {
			throw new IllegalArgumentException("node " + id + " '" + name + "' with " + slots + " slots");
		}
	}
}
