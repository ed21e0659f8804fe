// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.List;

/**
 * A question to a server.
 *
 * @param keys       what is asked
 * @param qualifiers of whom, and in what form
 */
public record Query(List<String> keys, Infos qualifiers) implements PmixValue {
	/** Copies the lists. */
	public Query {
		keys = List.copyOf(keys);
	}

	@Override
	public DataType type() {
		return DataType.QUERY;
	}
}
