// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.nio.charset.StandardCharsets;

/**
 * The name of a namespace, which the processes of one job share. Wire type PROC_NSPACE.
 *
 * @param name at most {@value #MAX_LENGTH} bytes of UTF-8; empty if the array in C is empty
 */
public record Nspace(String name) implements PmixValue {
	/** Maximum length of a name, in bytes of UTF-8 (PMIX_MAX_NSLEN). */
	public static final int MAX_LENGTH = 255;

	/** @throws IllegalArgumentException if the name is too long */
	public Nspace {
		requireValid(name);
	}

	/**
	 * @param name a name
	 * @return the same name
	 * @throws IllegalArgumentException if it is too long or contains a NUL
	 */
	public static String requireValid(String name) {
		// a char takes at most 3 bytes, so short names need not be encoded
		if (name.length() * 3 > MAX_LENGTH && name.getBytes(StandardCharsets.UTF_8).length > MAX_LENGTH) {
			throw new IllegalArgumentException("namespace name of " + name.length() + " characters, the limit is " + MAX_LENGTH + " bytes");
		}
		if (name.indexOf('\0') >= 0) {
			throw new IllegalArgumentException("namespace name contains a NUL character");
		}
		return name;
	}

	@Override
	public DataType type() {
		return DataType.PROC_NSPACE;
	}
}
