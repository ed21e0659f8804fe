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
 * Keys and values of one thing: a job, a rank, a node. A key may besides have values that hold only under qualifiers, such as
 * the id of a group. Part of the store, on its loop.
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
	 * Files a qualified value as it travels: an array of infos, of which the first is the datum and the others its qualifiers.
	 *
	 * @throws PmixException if it is of another form
	 */
	void putQualified(PmixValue value) throws PmixException {
		List<Info> infos = value instanceof DataArray array ? array.infos().list() : List.of();
		if (infos.isEmpty()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "a qualified value that is no array of infos, but " + value.type());
		}
		List<Info> qualifiers = infos.subList(1, infos.size());
		List<Qualified> known = qualified.computeIfAbsent(infos.getFirst().key(), key -> new ArrayList<>());
		known.removeIf(old -> matches(old.qualifiers, qualifiers) && matches(qualifiers, old.qualifiers));
		known.add(new Qualified(qualifiers, infos.getFirst().value()));
	}

	/** The value that holds under all of these qualifiers; with none, the one without. */
	Optional<PmixValue> find(String key, Infos qualifiers) {
		if (qualifiers.isEmpty()) {
			return Optional.ofNullable(plain.get(key));
		}
		return qualified.getOrDefault(key, List.of()).stream().filter(known -> matches(qualifiers.list(), known.qualifiers))
				.map(Qualified::value).findFirst();
	}

	/** Whether each wanted one is there. Flags do not count: they differ between what was stored and what is asked. */
	private static boolean matches(List<Info> wanted, List<Info> there) {
		return wanted.stream().allMatch(
				one -> there.stream().anyMatch(other -> one.key().equals(other.key()) && one.value().equals(other.value())));
	}
}
