// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.group;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

import org.pmix4j.model.Proc;

/**
 * Remembers the jobs that leaders of groups name as a whole, until all calls for the group are answered: the replies then name them in the
 * same way. Owned by {@link GroupConstructions}, on the server's loop.
 *
 * @see "PRRTE 5.0.0rc1 with the example spawn_group of OpenPMIx 6.1, whose ranks look for a wildcard in the membership"
 */
final class WholeJobs {
	/** The calls for a group that the host has not answered, and the jobs. */
	private static final class Pending {
		private final Set<Proc> jobs = new LinkedHashSet<>();
		private int calls;
	}

	private final Map<String, Pending> groups = new HashMap<>();

	/** Notes a call for a group, and the processes that it names. */
	void called(String group, Iterable<Proc> named) {
		Pending pending = groups.computeIfAbsent(group, name -> new Pending());
		pending.calls++;
		for (Proc proc : named) {
			if (!proc.rank().isProcess()) {
				pending.jobs.add(proc);
			}
		}
	}

	/** Notes the answer to a call for a group, and returns the jobs that calls for it have named. */
	Set<Proc> answered(String group) {
		Pending pending = groups.get(group);
		if (pending == null) {
			return Set.of();
		}
		if (--pending.calls == 0) {
			groups.remove(group);
		}
		return pending.jobs;
	}
}
