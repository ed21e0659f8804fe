// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;

/**
 * The keys and values of a job, rank, node, program or session. A key may also have values with qualifiers, such as the id of a group.
 * Part of the store.
 */
final class KeyTable {
	private final Map<String, PmixValue> plain = new HashMap<>();
	private final Map<String, List<Qualified>> qualified = new HashMap<>();

	private record Qualified(List<Info> qualifiers, PmixValue value) {
	}

	void put(String key, PmixValue value) {
		plain.put(key, value);
	}

	/**
	 * Stores a qualified value.
	 *
	 * @param value an array of infos: key and value, then the qualifiers
	 * @throws PmixException if the value has another form
	 */
	void putQualified(PmixValue value) throws PmixException {
		List<Info> infos = value instanceof DataArray array ? array.infos().list() : List.of();
		if (infos.isEmpty()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "a qualified value must be an array of infos, not " + value.type());
		}
		List<Info> qualifiers = infos.subList(1, infos.size());
		List<Qualified> known = qualified.computeIfAbsent(infos.getFirst().key(), key -> new ArrayList<>());
		known.removeIf(old -> matches(old.qualifiers, qualifiers) && matches(qualifiers, old.qualifiers));
		known.add(new Qualified(qualifiers, infos.getFirst().value()));
	}

	/** Returns the value with all of these qualifiers or, if there are none, the value without qualifiers. */
	Optional<PmixValue> find(String key, Infos qualifiers) {
		if (qualifiers.isEmpty()) {
			return Optional.ofNullable(plain.get(key));
		}
		return qualified.getOrDefault(key, List.of()).stream().filter(known -> matches(qualifiers.list(), known.qualifiers))
				.map(Qualified::value).findFirst();
	}

	/** Returns whether each wanted qualifier is there. Ignores flags, which differ between stored values and requests. */
	private static boolean matches(List<Info> wanted, List<Info> there) {
		return wanted.stream().allMatch(
				one -> there.stream().anyMatch(other -> one.key().equals(other.key()) && one.value().equals(other.value())));
	}
}
