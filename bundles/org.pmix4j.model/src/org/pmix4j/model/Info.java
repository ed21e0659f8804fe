// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.nio.charset.StandardCharsets;

/**
 * A key and its value, with flags. Wire type INFO.
 *
 * @param key   at most {@value #MAX_KEY_LENGTH} bytes of UTF-8
 * @param value the value
 * @param flags for instance whether the receiver must honor the info
 */
public record Info(String key, PmixValue value, InfoDirectives flags) implements PmixValue {
	/** Maximum length of a key, in bytes of UTF-8 (PMIX_MAX_KEYLEN). */
	public static final int MAX_KEY_LENGTH = 511;

	/** @throws IllegalArgumentException if the key is too long */
	public Info {
		if (key.length() * 3 > MAX_KEY_LENGTH && key.getBytes(StandardCharsets.UTF_8).length > MAX_KEY_LENGTH) {
			throw new IllegalArgumentException("key of " + key.length() + " characters, the limit is " + MAX_KEY_LENGTH + " bytes");
		}
	}

	/**
	 * @param key   the key
	 * @param value the value
	 * @return an info that the receiver may ignore
	 */
	public static Info of(String key, PmixValue value) {
		return new Info(key, value, InfoDirectives.NONE);
	}

	/**
	 * @param <T>       the attribute's Java type
	 * @param attribute the attribute
	 * @param value     its value
	 * @return an info that the receiver may ignore
	 */
	public static <T> Info of(Attribute<T> attribute, T value) {
		return of(attribute.key(), attribute.type().toValue(value));
	}

	/** @return this info, marked so that the receiver must honor it or refuse the request */
	public Info required() {
		return new Info(key, value, flags.plus(InfoDirectives.REQD));
	}

	/** @return whether the receiver must honor this info */
	public boolean isRequired() {
		return flags.contains(InfoDirectives.REQD);
	}

	@Override
	public DataType type() {
		return DataType.INFO;
	}
}
