// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.nio.charset.StandardCharsets;

/**
 * The name of a namespace: the processes of one job share it. Wire type PROC_NSPACE.
 *
 * @param name at most {@value #MAX_LENGTH} bytes in UTF-8; empty where C has an empty array
 */
public record Nspace(String name) implements PmixValue {
	/** The longest name, in bytes of UTF-8 (PMIX_MAX_NSLEN). */
	public static final int MAX_LENGTH = 255;

	/** @throws IllegalArgumentException if the name is too long */
	public Nspace {
		requireValid(name);
	}

	/**
	 * @param name a name
	 * @return the same name
	 * @throws IllegalArgumentException if it is too long or has a NUL
	 */
	public static String requireValid(String name) {
		// 3 bytes a char at the most: the encoder is asked only where it can matter
		if (name.length() * 3 > MAX_LENGTH && name.getBytes(StandardCharsets.UTF_8).length > MAX_LENGTH) {
			throw new IllegalArgumentException("namespace name of " + name.length() + " characters; at most " + MAX_LENGTH + " bytes");
		}
		if (name.indexOf('\0') >= 0) {
			throw new IllegalArgumentException("namespace name with a NUL character");
		}
		return name;
	}

	@Override
	public DataType type() {
		return DataType.PROC_NSPACE;
	}
}
