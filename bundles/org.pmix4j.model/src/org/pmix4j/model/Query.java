// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.List;

/**
 * A query to a server.
 *
 * @param keys       requested keys
 * @param qualifiers subject and form of the answer
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
