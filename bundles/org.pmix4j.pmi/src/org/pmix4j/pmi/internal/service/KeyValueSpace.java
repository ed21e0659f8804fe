// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.service;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.server.options.MemoryShare;

/**
 * The values that the ranks of a job store for each other. A later value replaces an earlier one, as a rank may run several programs. Owned
 * by a {@link PmiNamespace}, used on the loop.
 */
final class KeyValueSpace {
	/** The estimated overhead of a value in bytes. */
	private static final int BASE = 100;

	/** Counts the memory of all key-value spaces of a service. Owned by the service, used on the loop. */
	static final class Memory {
		private final long limit;
		private long used;

		Memory(long limit) {
			this.limit = limit;
		}
	}

	/** A value and its rank, which pays for it. */
	private record Entry(String value, int rank) {
	}

	private final Memory memory;
	private final Map<String, Entry> entries = new HashMap<>();
	private final Map<Integer, Long> held = new HashMap<>();

	KeyValueSpace(Memory memory) {
		this.memory = memory;
	}

	Optional<String> get(String key) {
		return Optional.ofNullable(entries.get(key)).map(Entry::value);
	}

	int size() {
		return entries.size();
	}

	/** Returns whether there was room for the value. */
	boolean put(String key, String value, int rank) {
		Optional<Entry> former = Optional.ofNullable(entries.get(key));
		former.ifPresent(entry -> charge(entry.rank, -size(key, entry.value)));
		if (!MemoryShare.hasRoom(memory.limit, memory.used, held.getOrDefault(rank, 0L), size(key, value))) {
			former.ifPresent(entry -> charge(entry.rank, size(key, entry.value)));
			return false;
		}
		entries.put(key, new Entry(value, rank));
		charge(rank, size(key, value));
		return true;
	}

	/** Gives the memory back. */
	void clear() {
		held.values().forEach(bytes -> memory.used -= bytes);
		held.clear();
		entries.clear();
	}

	private void charge(int rank, long bytes) {
		memory.used += bytes;
		held.merge(rank, bytes, Long::sum);
	}

	private static long size(String key, String value) {
		return BASE + 2L * (key.length() + value.length());
	}
}
