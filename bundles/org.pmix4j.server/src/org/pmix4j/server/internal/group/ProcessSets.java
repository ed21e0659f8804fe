// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.group;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.HeldSize;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.server.internal.event.EventRouter;
import org.pmix4j.server.internal.event.RoutedEvent;
import org.pmix4j.server.internal.hostcall.DumpText;
import org.pmix4j.server.internal.jobinfo.JobInfo;
import org.pmix4j.server.internal.lifecycle.Component;
import org.pmix4j.server.internal.memory.Budget;

/**
 * The named sets of processes that users, the host, or jobs have defined. Raises an event when one is defined or deleted. Owned by the
 * server, on its loop.
 *
 * @see "PMIx Standard, chapter Process Sets and Groups; OpenPMIx src/server/pmix_server.c, PMIx_server_define_process_set"
 */
public final class ProcessSets implements Component {
	/** The assumed size of a set without its name and members, in bytes. */
	private static final int SET = 256;

	private final EventRouter events;
	private final Proc server;
	private final Budget budget;
	private final Map<String, List<Proc>> sets = new LinkedHashMap<>();
	/** The memory of the sets that processes have defined, by the process. */
	private final Map<Proc, Budget.Share> memory = new HashMap<>();
	/** The processes that have defined sets, by the name of the set. */
	private final Map<String, Proc> definers = new HashMap<>();

	/** @param budget of the sets that processes define; those of the host and of jobs are not limited */
	public ProcessSets(EventRouter events, Proc server, Budget budget) {
		this.events = events;
		this.server = server;
		this.budget = budget;
	}

	/**
	 * Defines a set for a process, or replaces the one of the same name.
	 *
	 * @param definer the process
	 * @throws PmixException BAD_PARAM if the name is empty or there is no member, OUT_OF_RESOURCE if its sets need too much memory
	 */
	public void define(String name, List<Proc> members, Proc definer) throws PmixException {
		requireComplete(name, members);
		Budget.Share share = memory.computeIfAbsent(definer, each -> budget.share());
		long before = definer.equals(definers.get(name)) ? size(name, sets.get(name)) : 0;
		long size = size(name, members);
		if (!share.replace(before, size)) {
			forgetIfEmpty(definer);
			throw new PmixException(Status.ERR_OUT_OF_RESOURCE, "a process set of " + definer + " needs " + size
					+ " bytes of memory, and there are " + share);
		}
		if (before == 0) {
			forgetDefiner(name);
		}
		definers.put(name, definer);
		put(name, members);
	}

	private static long size(String name, List<Proc> members) {
		return SET + 2L * name.length() + members.stream().mapToLong(HeldSize::of).sum();
	}

	/** Gives back the memory of a set that a process has defined. */
	private void forgetDefiner(String name) {
		Proc definer = definers.remove(name);
		if (definer != null) {
			memory.get(definer).give(size(name, sets.get(name)));
			forgetIfEmpty(definer);
		}
	}

	private void forgetIfEmpty(Proc definer) {
		if (memory.get(definer).held() == 0) {
			memory.remove(definer);
		}
	}

	/**
	 * Defines a set of the host, or replaces the one of the same name.
	 *
	 * @throws PmixException BAD_PARAM if the name is empty or there is no member
	 */
	public void define(String name, List<Proc> members) throws PmixException {
		requireComplete(name, members);
		forgetDefiner(name);
		put(name, members);
	}

	private static void requireComplete(String name, List<Proc> members) throws PmixException {
		if (name.isEmpty() || members.isEmpty()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "process set '" + name + "' of " + members.size()
					+ " processes needs a name and a member");
		}
	}

	private void put(String name, List<Proc> members) {
		sets.put(name, List.copyOf(members));
		raise(Status.PROCESS_SET_DEFINE, named(name).with(GroupAttributes.PSET_MEMBERS, DataArray.ofProcs(members)));
	}

	/** @throws PmixException NOT_FOUND if there is no set of that name */
	public void delete(String name) throws PmixException {
		if (!sets.containsKey(name)) {
			throw new PmixException(Status.ERR_NOT_FOUND, "there is no process set '" + name + "'");
		}
		remove(name);
	}

	private void remove(String name) {
		forgetDefiner(name);
		sets.remove(name);
		raise(Status.PROCESS_SET_DELETE, named(name));
	}

	/**
	 * Lists the members of a set for each application of a job to which the user has given a set name. May be called on any thread, as it
	 * takes long for many ranks.
	 *
	 * @return by the name of the set
	 */
	public static Map<String, List<Proc>> ofApps(String nspace, JobInfo job) {
		Map<String, List<Proc>> named = new LinkedHashMap<>();
		job.namedMembers(nspace).forEach((number, members) -> {
			if (job.apps().getOrDefault(number, Map.of()).get(GroupAttributes.PSET_NAME.key()) instanceof PmixValue.Str(String name)) {
				named.put(name, members);
			}
		});
		return named;
	}

	/** Defines sets of a job's applications, unless they are as before. */
	public void defineApps(Map<String, List<Proc>> named) throws PmixException {
		for (Map.Entry<String, List<Proc>> set : named.entrySet()) {
			if (!set.getValue().equals(sets.get(set.getKey()))) {
				define(set.getKey(), set.getValue());
			}
		}
	}

	/** Deletes the sets that have members of this namespace only. */
	@Override
	public void namespaceGone(String nspace) {
		List<String> gone = sets.entrySet().stream()
				.filter(set -> set.getValue().stream().allMatch(member -> member.nspace().equals(nspace))).map(Map.Entry::getKey).toList();
		for (String name : gone) {
			remove(name);
		}
	}

	private static Infos named(String name) {
		return Infos.EMPTY.with(EventAttributes.EVENT_NON_DEFAULT, true).with(GroupAttributes.PSET_NAME, name);
	}

	private void raise(Status code, Infos infos) {
		try {
			events.raise(RoutedEvent.of(code, server, DataRange.LOCAL, infos));
		} catch (PmixException e) {
			throw new IllegalStateException("an event without targets", e);
		}
	}

	/** @return the names of all sets, in the order in which they were defined */
	public List<String> names() {
		return List.copyOf(sets.keySet());
	}

	/** @return the names of the sets to which a process belongs */
	public List<String> names(Proc proc) {
		return sets.entrySet().stream().filter(set -> set.getValue().stream().anyMatch(member -> member.covers(proc))).map(Map.Entry::getKey)
				.toList();
	}

	/**
	 * Returns the answer of a get for the sets of a process: their names, the name of its own set (the first that was defined), or the members
	 * of that set or of a named one.
	 *
	 * @param key   PMIX_PSET_NAMES, PMIX_PSET_NAME or PMIX_PSET_MEMBERS
	 * @param proc  the process
	 * @param named the name of a set; empty for its own
	 * @return empty if there is no such set
	 */
	public Optional<PmixValue> get(String key, Proc proc, Optional<String> named) {
		List<String> names = names(proc);
		if (key.equals(GroupAttributes.PSET_NAMES.key())) {
			return names.isEmpty() ? Optional.empty() : Optional.of(new PmixValue.Str(String.join(",", names)));
		}
		Optional<String> name = named.or(() -> names.stream().findFirst()).filter(sets::containsKey);
		return key.equals(GroupAttributes.PSET_NAME.key()) ? name.map(PmixValue.Str::new) : name.map(set -> DataArray.ofProcs(sets.get(set)));
	}

	/** @return the members of a set; empty if there is no set of that name */
	public Optional<List<Proc>> members(String name) {
		return Optional.ofNullable(sets.get(name));
	}

	@Override
	public void dump(StringBuilder out) {
		sets.forEach((name, members) -> out.append("  process set ").append(name).append(": ").append(DumpText.procs(members)).append('\n'));
	}
}
