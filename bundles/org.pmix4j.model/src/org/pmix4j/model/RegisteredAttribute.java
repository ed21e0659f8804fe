// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.List;

/**
 * An attribute that a library or host says it supports.
 *
 * @param name        the constant's name, such as PMIX_JOB_SIZE
 * @param key         its key, such as pmix.job.size
 * @param valueType   the type of its values
 * @param description lines for a reader
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
