// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

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

	/**
	 * Accepts any key up to the limit of the wire, also an empty one.
	 *
	 * @throws IllegalArgumentException if the key is too long
	 */
	public Info {
		if (key.length() * 3 > MAX_KEY_LENGTH && key.getBytes(StandardCharsets.UTF_8).length > MAX_KEY_LENGTH) {
			throw new IllegalArgumentException("key of " + key.length() + " characters, the limit is " + MAX_KEY_LENGTH + " bytes");
		}
	}

	/**
	 * {@return an info that the receiver may ignore}
	 *
	 * @param key   the key
	 * @param value the value
	 */
	public static Info of(String key, PmixValue value) {
		return new Info(key, value, InfoDirectives.NONE);
	}

	/**
	 * {@return an info that the receiver may ignore}
	 *
	 * @param <T>       the attribute's Java type
	 * @param attribute the attribute
	 * @param value     its value
	 */
	public static <T> Info of(Attribute<T> attribute, T value) {
		return of(attribute.key(), attribute.type().toValue(value));
	}

	/**
	 * {@return whether the key begins as those of the PMIx Standard do, so that programs must not define it} C: PMIx_Check_reserved_key.
	 *
	 * @param key a key
	 */
	public static boolean isReserved(String key) {
		return key.startsWith("pmix");
	}

	/** {@return this info, marked so that the receiver must honor it or refuse the request} C: PMIx_Info_required. */
	public Info required() {
		return with(InfoDirectives.REQD);
	}

	/** {@return this info, marked so that the receiver may ignore it} C: PMIx_Info_optional. */
	public Info optional() {
		return new Info(key, value, flags.minus(InfoDirectives.REQD));
	}

	/** {@return this info, marked as honored} C: PMIx_Info_processed. */
	public Info processed() {
		return with(InfoDirectives.REQD_PROCESSED);
	}

	/** {@return this info, marked as a qualifier of the value that precedes it in a qualified value} C: PMIx_Info_qualifier. */
	public Info qualifier() {
		return with(InfoDirectives.QUALIFIER);
	}

	private Info with(InfoDirectives flag) {
		return new Info(key, value, flags.plus(flag));
	}

	/** {@return whether the receiver must honor this info; if not, it may ignore it} C: PMIx_Info_is_required, PMIx_Info_is_optional. */
	public boolean isRequired() {
		return flags.contains(InfoDirectives.REQD);
	}

	/** {@return whether the receiver has honored this info} C: PMIx_Info_was_processed. */
	public boolean wasProcessed() {
		return flags.contains(InfoDirectives.REQD_PROCESSED);
	}

	/** {@return whether this info qualifies the value that precedes it} C: PMIx_Info_is_qualifier. */
	public boolean isQualifier() {
		return flags.contains(InfoDirectives.QUALIFIER);
	}

	/** @return the truth of the value; a key without a value means true. C: PMIx_Info_true */
	@Override
	public Optional<Boolean> truth() {
		return value.truth();
	}

	/** @return the memory of key and value in C, in bytes, as in {@link PmixValue#sizeInC}. C: PMIx_Info_get_size */
	@Override
	public OptionalLong sizeInC() {
		return CSizes.of(this);
	}

	@Override
	public DataType type() {
		return DataType.INFO;
	}
}
