// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.List;

/**
 * An attribute that a library or host declares as supported.
 *
 * @param name        name of its constant, such as PMIX_JOB_SIZE
 * @param key         its key, such as pmix.job.size
 * @param valueType   type of its values
 * @param description lines of text for people
 */
public record RegisteredAttribute(String name, String key, DataType valueType, List<String> description) implements PmixValue {
	/** Copies the lists. */
	public RegisteredAttribute {
		description = List.copyOf(description);
	}

	@Override
	public DataType type() {
		return DataType.REGATTR;
	}
}
