// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * Outcome of a comparison of two values. The C type {@code pmix_value_cmp_t}.
 *
 * @see PmixValue#compareWith
 */
public enum ValueComparison {
	/** The values are equal. {@code PMIX_EQUAL}. */
	EQUAL("EQUAL"),
	/** The first value is greater. {@code PMIX_VALUE1_GREATER}. */
	VALUE1_GREATER("VALUE1 GREATER"),
	/** The second value is greater. {@code PMIX_VALUE2_GREATER}. */
	VALUE2_GREATER("VALUE2 GREATER"),
	/** The values are of different data types. {@code PMIX_VALUE_TYPE_DIFFERENT}. */
	TYPE_DIFFERENT("DIFFERENT TYPES"),
	/** The values describe things that have no common order. {@code PMIX_VALUE_INCOMPATIBLE_OBJECTS}. */
	INCOMPATIBLE_OBJECTS("INCOMPATIBLE OBJECTS"),
	/** Values of this type cannot be compared, or they name nothing. {@code PMIX_VALUE_COMPARISON_NOT_AVAIL}. */
	COMPARISON_NOT_AVAIL("COMPARISON NOT AVAILABLE");

	private final String text;

	ValueComparison(String text) {
		this.text = text;
	}

	/** {@return the words of the C library for this outcome} C: PMIx_Value_comparison_string. */
	public String text() {
		return text;
	}

	static ValueComparison of(int difference) {
		return difference == 0 ? EQUAL : difference > 0 ? VALUE1_GREATER : VALUE2_GREATER;
	}
}
