// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
	 * {@return the list}
	 *
	 * @param infos infos in order
	 */
	public static Infos of(Info... infos) {
		return infos.length == 0 ? EMPTY : new Infos(List.of(infos));
	}

	/** {@return the number of infos} C: PMIx_Info_list_get_size. */
	public int size() {
		return list.size();
	}

	/** {@return whether there are no infos} */
	public boolean isEmpty() {
		return list.isEmpty();
	}

	/**
	 * {@return the value of the first info with this key}
	 *
	 * @param key a key
	 */
	public Optional<PmixValue> value(String key) {
		for (Info info : list) {
			if (info.key().equals(key)) {
				return Optional.of(info.value());
			}
		}
		return Optional.empty();
	}

	private Optional<PmixValue> value(Attribute<?> attribute) {
		Optional<PmixValue> value = value(attribute.key());
		if (value.isPresent()) {
			return value;
		}
		Optional<String> other = attribute.otherKey();
		return other.isEmpty() ? Optional.empty() : value(other.get());
	}

	/**
	 * {@return whether its key is present, or its {@link Attribute#otherKey}}
	 *
	 * @param attribute an attribute
	 */
	public boolean contains(Attribute<?> attribute) {
		return value(attribute).isPresent();
	}

	/**
	 * Reads an attribute. A text that is NULL in C counts as absent, since the C library passes on an omitted host name that way.
	 *
	 * @param <T>       the attribute's Java type
	 * @param attribute an attribute
	 * @return value of the first info with its key; without one, of the first with its {@link Attribute#otherKey}
	 * @throws PmixException BAD_PARAM if that value is of another type; the message names key, expected and actual type
	 */
	public <T> Optional<T> get(Attribute<T> attribute) throws PmixException {
		Optional<PmixValue> value = value(attribute);
		return value.isEmpty() || value.get() instanceof PmixValue.NullStr ? Optional.empty() : Optional.of(attribute.read(value.get()));
	}

	/**
	 * Reads a switch by the C library's rule: a key without a value means true, and a text is read as in {@link PmixValue#truth}.
	 *
	 * @param attribute a switch
	 * @return whether the switch is present and not false
	 * @throws PmixException BAD_PARAM if its value is not a truth value
	 */
	public boolean isTrue(Attribute<Boolean> attribute) throws PmixException {
		Optional<PmixValue> value = value(attribute);
		return value.isPresent() && attribute.read(value.get());
	}

	/**
	 * {@return the extended list} C: PMIx_Info_list_add, PMIx_Info_list_add_value, PMIx_Info_list_insert, PMIx_Info_list_xfer.
	 *
	 * @param more infos to append
	 */
	public Infos with(Info... more) {
		return concat(List.of(more));
	}

	/**
	 * {@return the extended list} C: PMIx_Info_list_prepend.
	 *
	 * @param first info to put before all others
	 */
	public Infos prepend(Info first) {
		return Infos.of(first).concat(list);
	}

	/**
	 * Adds an info whose key may be present only once. C: PMIx_Info_list_add_unique, PMIx_Info_list_add_value_unique,
	 * PMIx_Info_list_xfer_unique.
	 *
	 * @param info      info to append
	 * @param overwrite whether it replaces the first info with the same key, at its place; otherwise that one stays and this one is dropped
	 * @return the list with this key
	 */
	public Infos withUnique(Info info, boolean overwrite) {
		for (int i = 0; i < list.size(); i++) {
			if (list.get(i).key().equals(info.key())) {
				List<Info> changed = new ArrayList<>(list);
				changed.set(i, overwrite ? info : list.get(i));
				return new Infos(changed);
			}
		}
		return with(info);
	}

	/**
	 * {@return the extended list}
	 *
	 * @param <T>       the attribute's Java type
	 * @param attribute attribute to append
	 * @param value     its value
	 */
	public <T> Infos with(Attribute<T> attribute, T value) {
		return with(Info.of(attribute, value));
	}

	/**
	 * {@return the extended list}
	 *
	 * @param more infos to append
	 */
	public Infos concat(List<Info> more) {
		List<Info> all = new ArrayList<>(list.size() + more.size());
		all.addAll(list);
		all.addAll(more);
		return new Infos(all);
	}

	/**
	 * {@return the infos whose keys are not among these}
	 *
	 * @param keys keys as they are spelled in the infos
	 */
	public Infos without(Set<String> keys) {
		return new Infos(list.stream().filter(info -> !keys.contains(info.key())).toList());
	}

	/** {@return the infos in order} */
	public Stream<Info> stream() {
		return list.stream();
	}

	/** @return the infos in order. C: PMIx_Info_list_get_info */
	@Override
	public Iterator<Info> iterator() {
		return list.iterator();
	}
}
