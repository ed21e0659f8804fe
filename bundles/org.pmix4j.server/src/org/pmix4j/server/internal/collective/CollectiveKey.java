// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.collective;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.Proc;

/**
 * The key by which the calls of several processes are matched: the operation with its participants as they were named, in any order, or
 * with its name. A wildcard does not equal a list of all ranks. Immutable; its hash code is computed once, as the list may be long.
 */
public final class CollectiveKey {
	private final CollectiveOperation operation;
	private final String name;
	private final List<Proc> procs;
	private final int hash;

	private CollectiveKey(CollectiveOperation operation, String name, List<Proc> procs) {
		this.operation = operation;
		this.name = name;
		this.procs = procs;
		this.hash = 31 * (31 * System.identityHashCode(operation) + name.hashCode()) + procs.hashCode();
	}

	public static CollectiveKey of(CollectiveOperation operation, List<Proc> procs) {
		return new CollectiveKey(operation, "", sorted(procs));
	}

	public static CollectiveKey named(CollectiveOperation operation, String name) {
		return new CollectiveKey(operation, name, List.of());
	}

	/** @return the operation */
	public CollectiveOperation operation() {
		return operation;
	}

	/** @return the name; empty if the participants are the key */
	public String name() {
		return name;
	}

	/** @return the participants, sorted; empty if there is a name */
	public List<Proc> procs() {
		return procs;
	}

	/** @return the processes in the order of namespace and rank */
	public static List<Proc> sorted(List<Proc> procs) {
		return procs.size() == 1 ? procs : procs.stream().sorted().toList();
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof CollectiveKey same && same.hash == hash && same.operation == operation && same.name.equals(name)
				&& same.procs.equals(procs);
	}

	@Override
	public int hashCode() {
		return hash;
	}
}
