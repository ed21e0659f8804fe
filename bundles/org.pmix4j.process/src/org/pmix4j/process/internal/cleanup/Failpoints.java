// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.cleanup;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Points in this package where a test runs an action, to force a race that would otherwise be rare. They do nothing without a test.
 * Callable from any thread.
 */
public final class Failpoints {

	/** Between the check of a directory and its opening for removal. */
	public static final String BEFORE_OPENING = "tree.beforeOpening";

	private static final Map<String, Runnable> ACTIONS = new ConcurrentHashMap<>();

	private Failpoints() {
	}

	/** Runs the action each time a thread passes the point, on that thread. */
	public static void set(String place, Runnable action) {
		ACTIONS.put(place, action);
	}

	/** Removes the actions of all points. */
	public static void clear() {
		ACTIONS.clear();
	}

	static void hit(String place) {
		Runnable action = ACTIONS.get(place);
		if (action != null) {
			action.run();
		}
	}
}
