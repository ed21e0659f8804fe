// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.group;

import java.util.List;
import java.util.OptionalLong;

import org.pmix4j.model.Proc;

/**
 * A complete group. Immutable.
 *
 * @param name      its name
 * @param members   its members
 * @param contextId its number, unsigned; empty if there is none
 */
record FormedGroup(String name, List<Proc> members, OptionalLong contextId) {
	/** Copies the list. */
	FormedGroup {
		members = List.copyOf(members);
	}
}
