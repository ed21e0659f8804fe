// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.cleanup;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Places in this package where a test may step in, to bring about in every run what else would take bad luck. Without a test they do
 * nothing. Callable from any thread.
 */
public final class Failpoints {

	/** Between the look at a directory and its opening for removal. */
	public static final String BEFORE_OPENING = "tree.beforeOpening";

	private static final Map<String, Runnable> ACTIONS = new ConcurrentHashMap<>();

	private Failpoints() {
	}

	/** Runs the action whenever the place is passed, on the thread that passes it. */
	public static void set(String place, Runnable action) {
		ACTIONS.put(place, action);
	}

	/** Ends what {@link #set} began, for all places. */
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
