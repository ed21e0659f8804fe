// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.collective;

import java.util.Comparator;
import java.util.List;

import org.pmix4j.model.Proc;

/**
 * By what the calls of several processes are known to belong together: the operation and its participants as they were
 * spelled, in any order, or the operation and its name. A wildcard is not the same as a list of all ranks.
 *
 * @param operation what is done
 * @param name      how the participants call it; empty if they are what it is known by
 * @param procs     the participants, sorted; empty if it has a name
 */
public record CollectiveKey(CollectiveOperation operation, String name, List<Proc> procs) {
	private static final Comparator<Proc> ORDER = Comparator.comparing(Proc::nspace).thenComparing(p -> p.rank().value(),
			Integer::compareUnsigned);

	public static CollectiveKey of(CollectiveOperation operation, List<Proc> procs) {
		return new CollectiveKey(operation, "", sorted(procs));
	}

	public static CollectiveKey named(CollectiveOperation operation, String name) {
		return new CollectiveKey(operation, name, List.of());
	}

	/** @return the same, by namespace and rank */
	public static List<Proc> sorted(List<Proc> procs) {
		return procs.size() == 1 ? procs : procs.stream().sorted(ORDER).toList();
	}
}
