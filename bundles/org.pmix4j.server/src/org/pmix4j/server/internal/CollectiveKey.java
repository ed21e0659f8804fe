// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.util.Comparator;
import java.util.List;

import org.pmix4j.model.Proc;

/**
 * By what the calls of several processes are known to belong together: the operation and its participants as they were
 * spelled, in any order. A wildcard is not the same as a list of all ranks.
 *
 * @param operation what is done
 * @param procs     the participants, sorted
 */
record CollectiveKey(CollectiveOperation operation, List<Proc> procs) {
	private static final Comparator<Proc> ORDER = Comparator.comparing(Proc::nspace).thenComparing(p -> p.rank().value(),
			Integer::compareUnsigned);

	static CollectiveKey of(CollectiveOperation operation, List<Proc> procs) {
		return new CollectiveKey(operation, procs.size() == 1 ? procs : procs.stream().sorted(ORDER).toList());
	}

	/** @return whether that process is among the participants */
	boolean includes(Proc proc) {
		return procs.stream().anyMatch(member -> member.nspace().equals(proc.nspace())
				&& (!member.rank().isProcess() || member.rank().equals(proc.rank())));
	}

	/** @return whether processes of that namespace may be among the participants */
	boolean touches(String nspace) {
		return procs.stream().anyMatch(member -> member.nspace().equals(nspace));
	}
}
