// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An immutable list of infos. Preserves order, flags, and unknown and repeated keys.
 *
 * @param list the infos
 */
public record Infos(List<Info> list) implements Iterable<Info> {
	/** No infos. */
	public static final Infos EMPTY = new Infos(List.of());

	/** Copies the list. */
	public Infos {
		list = List.copyOf(list);
	}

	/**
	 * @param infos infos in order
	 * @return the list
	 */
	public static Infos of(Info... infos) {
		return infos.length == 0 ? EMPTY : new Infos(List.of(infos));
	}

	/** @return number of infos */
	public int size() {
		return list.size();
	}

	/** @return whether there are no infos */
	public boolean isEmpty() {
		return list.isEmpty();
	}

	/**
	 * @param key a key
	 * @return value of the first info with this key
	 */
	public Optional<PmixValue> value(String key) {
		for (Info info : list) {
			if (info.key().equals(key)) {
				return Optional.of(info.value());
			}
		}
		return Optional.empty();
	}

	/**
	 * @param attribute an attribute
	 * @return whether its key is present
	 */
	public boolean contains(Attribute<?> attribute) {
		return value(attribute.key()).isPresent();
	}

	/**
	 * Reads an attribute. A text that is NULL in C counts as absent, since the C library passes on an omitted host name that way.
	 *
	 * @param <T>       the attribute's Java type
	 * @param attribute an attribute
	 * @return value of the first info with its key
	 * @throws PmixException BAD_PARAM if that value is of another type; the message names key, expected and actual type
	 */
	public <T> Optional<T> get(Attribute<T> attribute) throws PmixException {
		Optional<PmixValue> value = value(attribute.key());
		return value.isEmpty() || value.get() instanceof PmixValue.NullStr ? Optional.empty() : Optional.of(attribute.read(value.get()));
	}

	/**
	 * Reads a switch by the C library's rule: a key without a value means true.
	 *
	 * @param attribute a switch
	 * @return whether the switch is present and not false
	 * @throws PmixException BAD_PARAM if its value is not a truth value
	 */
	public boolean isTrue(Attribute<Boolean> attribute) throws PmixException {
		return get(attribute).orElse(Boolean.FALSE);
	}

	/**
	 * @param more infos to append
	 * @return the extended list
	 */
	public Infos with(Info... more) {
		return concat(List.of(more));
	}

	/**
	 * @param <T>       the attribute's Java type
	 * @param attribute attribute to append
	 * @param value     its value
	 * @return the extended list
	 */
	public <T> Infos with(Attribute<T> attribute, T value) {
		return with(Info.of(attribute, value));
	}

	/**
	 * @param more infos to append
	 * @return the extended list
	 */
	public Infos concat(List<Info> more) {
		List<Info> all = new ArrayList<>(list.size() + more.size());
		all.addAll(list);
		all.addAll(more);
		return new Infos(all);
	}

	/** @return the infos in order */
	public Stream<Info> stream() {
		return list.stream();
	}

	@Override
	public Iterator<Info> iterator() {
		return list.iterator();
	}
}
