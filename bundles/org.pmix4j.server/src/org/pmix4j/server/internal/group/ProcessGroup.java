// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.group;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import org.pmix4j.model.Proc;

/**
 * A group of processes. Immutable.
 *
 * @param name      by which its members know it
 * @param members   single processes; their order gives the ranks in the group
 * @param announced the members as reported to processes: with the wildcards that the constructors named, as by PRRTE
 * @param contextId the number that the host has assigned; empty if no member requested one
 * @param watched   whether its members are notified when one of them ends without leaving
 * @param inviter   the process that has invited the members; empty once the group is formed
 */
public record ProcessGroup(String name, List<Proc> members, List<Proc> announced, OptionalLong contextId, boolean watched,
		Optional<Proc> inviter) {
	/** Copies the lists. */
	public ProcessGroup {
		members = List.copyOf(members);
		announced = List.copyOf(announced);
	}

	/**
	 * @param left a member
	 * @return the group without it
	 */
	public ProcessGroup without(Proc left) {
		List<Proc> others = members.stream().filter(member -> !member.equals(left)).toList();
		return new ProcessGroup(name, others, others, contextId, watched, inviter);
	}

	/** @return whether the group is formed, so that its members are no longer only invited */
	public boolean formed() {
		return inviter.isEmpty();
	}
}
