// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.collective;

import java.util.List;

import org.jspecify.annotations.Nullable;
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
	public static CollectiveKey of(CollectiveOperation operation, List<Proc> procs) {
		return new CollectiveKey(operation, "", sorted(procs));
	}

	public static CollectiveKey named(CollectiveOperation operation, String name) {
		return new CollectiveKey(operation, name, List.of());
	}

	/** @return the same, by namespace and rank */
	public static List<Proc> sorted(List<Proc> procs) {
		return procs.size() == 1 ? procs : procs.stream().sorted(CollectiveKey::compare).toList();
	}

	private static int compare(Proc one, Proc other) {
		int byNamespace = one.nspace().compareTo(other.nspace());
		return byNamespace != 0 ? byNamespace : Integer.compareUnsigned(one.rank().value(), other.rank().value());
	}

	/** Written out, as what the compiler makes for a record is put together at run time, which costs a launcher milliseconds. */
	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof CollectiveKey same && same.operation == operation && same.name.equals(name) && same.procs.equals(procs);
	}

	@Override
	public int hashCode() {
		return 31 * (31 * operation.hashCode() + name.hashCode()) + procs.hashCode();
	}
}
