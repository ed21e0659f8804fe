// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Estimates the memory that values occupy; errs on the high side. Stateless. */
public final class HeldSize {
	/** The header and fields of a small object, with the reference to it. */
	private static final int OBJECT = 40;
	/** The size of a string or array without its content, plus the reference to it. */
	private static final int ARRAY = 64;

	private HeldSize() {
	}

	/**
	 * {@return their estimated size, in bytes}
	 *
	 * @param infos any infos
	 */
	public static long of(Infos infos) {
		return ofAll(infos.list());
	}

	/**
	 * {@return its estimated size with everything in it, in bytes}
	 *
	 * @param value any value
	 */
	public static long of(PmixValue value) {
		if (value instanceof PmixValue.Str text) {
			return OBJECT + of(text.value());
		}
		if (value instanceof ByteObject bytes) {
			return ARRAY + bytes.size();
		}
		if (value instanceof Info info) {
			return OBJECT + of(info.key()) + of(info.value());
		}
		if (value instanceof Kval kval) {
			return OBJECT + of(kval.key()) + of(kval.value());
		}
		if (value instanceof Proc proc) {
			return 2 * OBJECT + of(proc.nspace());
		}
		if (value instanceof DataArray array) {
			return ARRAY + ofAll(array.elements());
		}
		if (value instanceof InfoArray array) {
			return ARRAY + of(array.infos());
		}
		return ofComponents(value);
	}

	private static long of(String text) {
		return ARRAY + 2L * text.length();
	}

	private static long ofAll(Collection<? extends PmixValue> values) {
		long sum = ARRAY;
		for (PmixValue value : values) {
			sum += of(value);
		}
		return sum;
	}

	private static long ofComponents(Object value) {
		if (!value.getClass().isRecord()) {
			return ARRAY;
		}
		long sum = OBJECT;
		try {
			for (RecordComponent component : value.getClass().getRecordComponents()) {
				if (!component.getType().isPrimitive()) {
					sum += ofAny(component.getAccessor().invoke(value));
				}
			}
		} catch (ReflectiveOperationException e) {
			throw new IllegalStateException("the records of values are public", e);
		}
		return sum;
	}

	private static long ofAny(Object part) {
		return switch (part) {
			case PmixValue value -> of(value);
			case String text -> of(text);
			case Infos infos -> of(infos);
			case byte[] bytes -> ARRAY + bytes.length;
			case Collection<?> parts -> ARRAY + parts.stream().mapToLong(HeldSize::ofAny).sum();
			case Map<?, ?> parts -> ARRAY + ofAny(parts.keySet()) + ofAny(parts.values());
			case Optional<?> maybe -> OBJECT + maybe.map(HeldSize::ofAny).orElse(0L);
			default -> ofComponents(part);
		};
	}
}
