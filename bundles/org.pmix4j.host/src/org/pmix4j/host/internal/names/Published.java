// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.names;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/** All published data by key, within limits. Owned by {@link NameService}. */
final class Published {
	/** More values than this come from a program out of control. */
	private static final int MAX_ENTRIES = 100_000;
	/** The fraction of the memory that every publisher may use, however much the others use. */
	private static final int SMALL = 256;

	private final Map<String, List<Publication>> byKey = new HashMap<>();
	private final Map<Proc, Long> byPublisher = new HashMap<>();
	private final long maxSize;
	private int count;
	private long size;

	/** @param maxSize memory of all values, in bytes */
	Published(long maxSize) {
		this.maxSize = maxSize;
	}

	/**
	 * Adds all of these or none. A publisher may use as much memory as is left for the others.
	 *
	 * @throws PmixException DUPLICATE_KEY if the key of one is taken in its range, OUT_OF_RESOURCE
	 */
	void add(List<Publication> fresh) throws PmixException {
		long added = 0;
		for (Publication each : fresh) {
			requireFree(each);
			added += each.size();
		}
		if (count + fresh.size() > MAX_ENTRIES || !hasRoom(fresh.get(0).publisher().proc(), added)) {
			throw new PmixException(Status.ERR_OUT_OF_RESOURCE, count + " values of " + size + " bytes are published; the limits are "
					+ MAX_ENTRIES + " values and " + maxSize + " bytes");
		}
		for (Publication each : fresh) {
			byKey.computeIfAbsent(each.key(), key -> new ArrayList<>()).add(each);
			byPublisher.merge(each.publisher().proc(), each.size(), Long::sum);
		}
		count += fresh.size();
		size += added;
	}

	private boolean hasRoom(Proc publisher, long added) {
		long left = maxSize - size - added;
		long own = byPublisher.getOrDefault(publisher, 0L) + added;
		return left >= 0 && (own <= left || own <= maxSize / SMALL);
	}

	private void requireFree(Publication fresh) throws PmixException {
		for (Publication old : under(fresh.key())) {
			if (old.isInTheWayOf(fresh)) {
				throw new PmixException(Status.ERR_DUPLICATE_KEY,
						fresh.key() + " is published by " + old.publisher().proc() + " in the same range already");
			}
		}
	}

	/** @return all data in the order of their publication */
	List<Publication> under(String key) {
		return byKey.getOrDefault(key, List.of());
	}

	Stream<Publication> all() {
		return byKey.values().stream().flatMap(List::stream);
	}

	void remove(Publication old) {
		removeIf(old.key(), each -> each == old);
	}

	/** Removes data under one key. */
	void removeIf(String key, Predicate<Publication> leaves) {
		byKey.computeIfPresent(key, (each, entries) -> removeIf(entries, leaves) ? null : entries);
	}

	/** Removes data under all keys. */
	void removeIf(Predicate<Publication> leaves) {
		byKey.values().removeIf(entries -> removeIf(entries, leaves));
	}

	/** Returns whether none is left. */
	private boolean removeIf(List<Publication> entries, Predicate<Publication> leaves) {
		entries.removeIf(each -> leaves.test(each) && forget(each));
		return entries.isEmpty();
	}

	private boolean forget(Publication old) {
		count--;
		size -= old.size();
		byPublisher.computeIfPresent(old.publisher().proc(), (publisher, own) -> own > old.size() ? own - old.size() : null);
		return true;
	}
}
