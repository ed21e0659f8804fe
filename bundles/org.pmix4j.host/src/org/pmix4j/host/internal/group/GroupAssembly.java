// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.group;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;

/**
 * A group under construction by leaders, which each name some members, and followers, which know only the group's name. It is complete
 * when all leaders and all the members they named have called. Owned by {@link GroupService}.
 *
 * @see "OpenPMIx, docs/how-things-work/sets_groups/group_construct.rst"
 */
final class GroupAssembly {
	/**
	 * A process that has called.
	 *
	 * @param caller the process
	 * @param procs  the members that it names; none if it is a follower
	 * @param infos  its directives
	 * @param answer completes with the group
	 */
	record Participant(Proc caller, List<Proc> procs, Infos infos, CompletableFuture<Infos> answer) {
	}

	private static final Comparator<Proc> ORDER = Comparator.comparing(Proc::nspace).thenComparing(p -> p.rank().value(),
			Integer::compareUnsigned);

	private final String name;
	private final Map<Proc, Participant> participants = new LinkedHashMap<>();
	private final Set<Proc> gone = new LinkedHashSet<>();
	private OptionalLong leaders = OptionalLong.empty();

	GroupAssembly(String name) {
		this.name = name;
	}

	String name() {
		return name;
	}

	/**
	 * Adds a process.
	 *
	 * @param expected the number of leaders, if the process is one
	 * @return its answer
	 * @throws PmixException EXISTS if it has called already, BAD_PARAM if another leader gave another number
	 */
	CompletableFuture<Infos> join(Participant participant, OptionalLong expected) throws PmixException {
		if (expected.isPresent() && leaders.isPresent() && expected.getAsLong() != leaders.getAsLong()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "group " + name + ": " + participant.caller() + " expects "
					+ expected.getAsLong() + " leaders, another one " + leaders.getAsLong());
		}
		if (participants.putIfAbsent(participant.caller(), participant) != null) {
			throw new PmixException(Status.ERR_EXISTS, "group " + name + ": " + participant.caller() + " has joined already");
		}
		leaders = expected.isPresent() ? expected : leaders;
		gone.remove(participant.caller());
		return participant.answer();
	}

	boolean isComplete() throws PmixException {
		long here = participants.values().stream().filter(participant -> !participant.procs().isEmpty()).count();
		return leaders.isPresent() && here >= leaders.getAsLong() && participants.keySet().containsAll(members());
	}

	/** Returns the members in the order that a leader wants, else by name. Members named by a leader may be leaders themselves. */
	private List<Proc> members() throws PmixException {
		Set<Proc> members = new LinkedHashSet<>();
		List<Proc> order = new ArrayList<>();
		for (Participant participant : participants.values()) {
			members.addAll(participant.procs());
			members.addAll(procs(participant.infos(), GroupAttributes.GROUP_ADD_MEMBERS));
			order.addAll(procs(participant.infos(), GroupAttributes.GROUP_FINAL_MEMBERSHIP_ORDER));
		}
		members.removeAll(gone);
		Set<Proc> sorted = new LinkedHashSet<>(order);
		sorted.retainAll(members);
		members.stream().sorted(ORDER).forEach(sorted::add);
		return List.copyOf(sorted);
	}

	private static List<Proc> procs(Infos infos, Attribute<DataArray> attribute) throws PmixException {
		return infos.contains(attribute) ? infos.get(attribute).orElseThrow().procs() : List.of();
	}

	boolean wantsContext() throws PmixException {
		return says(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID);
	}

	private boolean says(Attribute<Boolean> attribute) throws PmixException {
		for (Participant participant : participants.values()) {
			if (participant.infos().isTrue(attribute)) {
				return true;
			}
		}
		return false;
	}

	/** Returns the answer to all: the members and the infos that each shares. */
	Infos result() throws PmixException {
		List<Info> shared = participants.values().stream().flatMap(participant -> participant.infos().stream())
				.filter(info -> info.key().equals(GroupAttributes.GROUP_INFO.key())).toList();
		return Infos.of(Info.of(GroupAttributes.GROUP_MEMBERSHIP, DataArray.ofProcs(members()))).concat(shared);
	}

	/** @return the callers that no leader names */
	List<Participant> end(Infos result) throws PmixException {
		List<Proc> members = members();
		participants.values().stream().filter(participant -> members.contains(participant.caller()))
				.forEach(participant -> participant.answer().complete(result));
		return participants.values().stream().filter(participant -> !members.contains(participant.caller())).toList();
	}

	void fail(PmixException reason) {
		participants.values().forEach(participant -> participant.answer().completeExceptionally(reason));
	}

	/** @return false if the group cannot be completed without that process, which has ended */
	boolean survives(Proc proc) throws PmixException {
		boolean known = participants.containsKey(proc) || members().contains(proc);
		boolean leads = participants.containsKey(proc) && !participants.get(proc).procs().isEmpty();
		boolean tolerant = says(GroupAttributes.GROUP_OPTIONAL) || says(GroupAttributes.GROUP_FT_COLLECTIVE);
		participants.remove(proc);
		gone.add(proc);
		return !known || tolerant && !leads;
	}
}
