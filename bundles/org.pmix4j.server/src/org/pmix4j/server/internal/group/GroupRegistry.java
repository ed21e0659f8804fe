// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.group;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.server.internal.collective.Fences;
import org.pmix4j.server.internal.lifecycle.Component;

/**
 * The existing groups by name. Resolves processes that are named by a group and their rank in it. Owned by the server, on its loop.
 *
 * @see "PMIx Standard, chapter Process Sets and Groups"
 */
public final class GroupRegistry implements Fences.GroupNames, Component {
	/** A limit, because no event reports that an invitation has failed. */
	private static final int MAX_INVITATIONS = 512;

	/** Limit on the members of all groups that one request names. */
	private static final int MAX_EXPANDED = 1 << 18;

	private final Map<String, ProcessGroup> groups = new LinkedHashMap<>();
	/** The names of the groups of each process. */
	private final Map<Proc, Set<String>> byMember = new HashMap<>();
	/** The number of groups whose members are only invited. */
	private int invitations;

	/** Makes an empty list. */
	public GroupRegistry() {
		// nothing to do
	}

	/** @return all formed groups, in the order in which they were made */
	public Collection<ProcessGroup> all() {
		return groups.values().stream().filter(ProcessGroup::formed).toList();
	}

	/**
	 * @param name a name
	 * @return the group of that name, formed or not
	 */
	public Optional<ProcessGroup> find(String name) {
		return Optional.ofNullable(groups.get(name));
	}

	/** Adds a group, or replaces the one of the same name. Drops the oldest of too many invitations. */
	public void put(ProcessGroup group) {
		ProcessGroup before = groups.put(group.name(), group);
		if (before != null) {
			forget(before);
		}
		group.members().forEach(member -> byMember.computeIfAbsent(member, proc -> new LinkedHashSet<>()).add(group.name()));
		if (!group.formed() && ++invitations > MAX_INVITATIONS) {
			groups.values().stream().filter(each -> !each.formed()).findFirst().ifPresent(oldest -> remove(oldest.name()));
		}
	}

	/** Removes a group. */
	public void remove(String name) {
		ProcessGroup removed = groups.remove(name);
		if (removed != null) {
			forget(removed);
		}
	}

	private void forget(ProcessGroup group) {
		invitations -= group.formed() ? 0 : 1;
		for (Proc member : group.members()) {
			byMember.computeIfPresent(member, (proc, names) -> names.remove(group.name()) && names.isEmpty() ? null : names);
		}
	}

	/**
	 * @param proc a process
	 * @return the groups that it is a member of
	 */
	public List<ProcessGroup> of(Proc proc) {
		return byMember.getOrDefault(proc, Set.of()).stream().flatMap(name -> find(name).stream()).toList();
	}

	@Override
	public List<Proc> resolve(List<Proc> procs) throws PmixException {
		if (groups.isEmpty() || procs.stream().noneMatch(proc -> groups.containsKey(proc.nspace()))) {
			return procs;
		}
		Set<Proc> real = new LinkedHashSet<>();
		int expanded = 0;
		for (Proc proc : new LinkedHashSet<>(procs)) {
			Optional<ProcessGroup> group = find(proc.nspace());
			if (group.isEmpty()) {
				real.add(proc);
			} else {
				List<Proc> members = members(group.get(), proc.rank());
				expanded += members.size();
				if (expanded > MAX_EXPANDED) {
					throw new PmixException(Status.ERR_OUT_OF_RESOURCE, "the groups of one request have more than " + MAX_EXPANDED + " members");
				}
				real.addAll(members);
			}
		}
		return List.copyOf(real);
	}

	private static List<Proc> members(ProcessGroup group, Rank rank) throws PmixException {
		if (!rank.isProcess()) {
			return group.members();
		}
		if (Integer.compareUnsigned(rank.value(), group.members().size()) >= 0) {
			throw new PmixException(Status.ERR_BAD_PARAM,
					"group " + group.name() + " has " + group.members().size() + " members, so none of rank " + rank);
		}
		return List.of(group.members().get(rank.value()));
	}

	/** Removes the groups that have members of this namespace only. */
	@Override
	public void namespaceGone(String nspace) {
		for (ProcessGroup group : new ArrayList<>(groups.values())) {
			if (group.members().stream().allMatch(member -> member.nspace().equals(nspace))) {
				remove(group.name());
			}
		}
	}

	@Override
	public void dump(StringBuilder out) {
		for (ProcessGroup group : groups.values()) {
			out.append("  group ").append(group.name()).append(": ").append(group.members().size()).append(" members");
			group.contextId().ifPresent(id -> out.append(", context ").append(Long.toUnsignedString(id)));
			out.append(group.formed() ? "\n" : ", invited\n");
		}
	}
}
