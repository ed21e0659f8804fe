// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.usage;

import java.util.Set;

import org.pmix4j.model.Attribute;

/**
 * The statistics of a request. Immutable.
 *
 * @param keys  the keys of the statistics; empty for all
 * @param names of the disks or networks; empty for all
 */
public record RequestedStats(Set<String> keys, Set<String> names) {
	/** All statistics of everything. */
	public static final RequestedStats ALL = new RequestedStats(Set.of(), Set.of());

	/** Copies the sets. */
	public RequestedStats {
		keys = Set.copyOf(keys);
		names = Set.copyOf(names);
	}

	boolean is(Attribute<?> statistic) {
		return keys.isEmpty() || keys.contains(statistic.key());
	}

	/** Returns whether this disk or network was named. */
	boolean names(String name) {
		return names.contains(name);
	}
}
