// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.collective;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.Proc;

/**
 * The key by which the calls of several processes are matched: the operation with its participants as they were named, in any order, or
 * with its name. A wildcard does not equal a list of all ranks. Immutable.
 *
 * @param operation the operation
 * @param name      the name that the participants gave; empty if the participants are the key
 * @param procs     the participants, sorted; empty if there is a name
 */
public record CollectiveKey(CollectiveOperation operation, String name, List<Proc> procs) {
	public static CollectiveKey of(CollectiveOperation operation, List<Proc> procs) {
		return new CollectiveKey(operation, "", sorted(procs));
	}

	public static CollectiveKey named(CollectiveOperation operation, String name) {
		return new CollectiveKey(operation, name, List.of());
	}

	/** @return the processes in the order of namespace and rank */
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
