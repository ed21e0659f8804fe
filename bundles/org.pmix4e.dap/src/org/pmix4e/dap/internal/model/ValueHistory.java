// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.model;

import java.util.HashMap;
import java.util.Map;

/**
 * Remembers the values that were read while a thread was stopped, this time and the last time, so that changes can be shown. Owned by a
 * thread of a rank; may be used from any thread.
 */
final class ValueHistory {
	private Map<String, String> last = new HashMap<>();
	private Map<String, String> now = new HashMap<>();

	/** Notes that the thread goes on. */
	synchronized void next() {
		last = now;
		now = new HashMap<>();
	}

	/**
	 * Notes a value that was read.
	 *
	 * @param path names the variable in the same way at each stop
	 * @return whether it differs from that of the last stop; false if it was not read then
	 */
	synchronized boolean isChanged(String path, String value) {
		now.put(path, value);
		return !last.getOrDefault(path, value).equals(value);
	}

	/** Notes that the user has changed a value; one that was not read at the last stop is then compared with the one before the change. */
	synchronized void replace(String path, String before) {
		last.putIfAbsent(path, before);
	}

	/** The place of a value in a history. */
	record Place(ValueHistory history, String path) {
		/** Returns the place of a member of the value. */
		Place member(String name) {
			return new Place(history, path + '\n' + name);
		}

		/** Notes the value that was read here; returns whether it has changed since the last stop. */
		boolean isChanged(String value) {
			return history.isChanged(path, value);
		}

		/** Notes that the user has changed the value. */
		void replace(String before) {
			history.replace(path, before);
		}
	}
}
