// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.group;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.server.internal.component.Component;
import org.pmix4j.server.internal.event.EventRouter;
import org.pmix4j.server.internal.event.RoutedEvent;
import org.pmix4j.server.internal.hostcall.DumpWords;
import org.pmix4j.server.internal.jobinfo.JobInfo;

/**
 * The named sets of processes that users, the host, or jobs have defined. Raises an event for each one that is defined or deleted. Owned by
 * the server.
 *
 * @see "PMIx Standard, chapter Process Sets and Groups; OpenPMIx src/server/pmix_server.c, PMIx_server_define_process_set"
 */
public final class ProcessSets implements Component {
	private final EventRouter events;
	private final Proc server;
	private final Map<String, List<Proc>> sets = new LinkedHashMap<>();

	public ProcessSets(EventRouter events, Proc server) {
		this.events = events;
		this.server = server;
	}

	/**
	 * Defines a set, or replaces the one of the same name.
	 *
	 * @throws PmixException BAD_PARAM if the name is empty or there is no member
	 */
	public void define(String name, List<Proc> members) throws PmixException {
		if (name.isEmpty() || members.isEmpty()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "process set '" + name + "' of " + members.size()
					+ " processes needs a name and a member");
		}
		sets.put(name, List.copyOf(members));
		tell(Status.PROCESS_SET_DEFINE, named(name).with(GroupAttributes.PSET_MEMBERS, DataArray.ofProcs(members)));
	}

	/** @throws PmixException NOT_FOUND if there is no set of that name */
	public void delete(String name) throws PmixException {
		if (sets.remove(name) == null) {
			throw new PmixException(Status.ERR_NOT_FOUND, "there is no process set '" + name + "'");
		}
		tell(Status.PROCESS_SET_DELETE, named(name));
	}

	/** Defines a set for each application of a job to which the user has given a set name. */
	public void defineApps(String nspace, JobInfo job) throws PmixException {
		for (Map.Entry<Integer, Map<String, PmixValue>> app : job.apps().entrySet()) {
			if (app.getValue().get(GroupAttributes.PSET_NAME.key()) instanceof PmixValue.Str(String name)) {
				List<Proc> members = members(nspace, job, app.getKey());
				if (!members.isEmpty() && !members.equals(sets.get(name))) {
					define(name, members);
				}
			}
		}
	}

	private static List<Proc> members(String nspace, JobInfo job, Integer app) {
		List<Proc> members = new ArrayList<>();
		PmixValue number = AppAttributes.APPNUM.type().toValue(app);
		job.ranks().forEach((rank, values) -> {
			if (number.equals(values.get(AppAttributes.APPNUM.key()))) {
				members.add(Proc.of(nspace, rank));
			}
		});
		return members;
	}

	/** Deletes the sets that have members of this namespace only. */
	@Override
	public void namespaceGone(String nspace) {
		List<String> gone = sets.entrySet().stream()
				.filter(set -> set.getValue().stream().allMatch(member -> member.nspace().equals(nspace))).map(Map.Entry::getKey).toList();
		for (String name : gone) {
			sets.remove(name);
			tell(Status.PROCESS_SET_DELETE, named(name));
		}
	}

	private static Infos named(String name) {
		return Infos.EMPTY.with(EventAttributes.EVENT_NON_DEFAULT, true).with(GroupAttributes.PSET_NAME, name);
	}

	private void tell(Status code, Infos infos) {
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

	/** @return the members of a set; empty if there is no set of that name */
	public Optional<List<Proc>> members(String name) {
		return Optional.ofNullable(sets.get(name));
	}

	@Override
	public void dump(StringBuilder out) {
		sets.forEach((name, members) -> out.append("  process set ").append(name).append(": ").append(DumpWords.procs(members)).append('\n'));
	}
}
