// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

/**
 * Something in the {@link JobModel} is different now. Immutable.
 *
 * @param kind    what has happened
 * @param element to what. A namespace is added and removed with all that belongs to it, without events for that
 */
public record JobModelEvent(Kind kind, JobElement element) {
	/** What can happen to an element. */
	public enum Kind {
		/** It is new in its parent. */
		ADDED,
		/** Its state, or something else that it tells, has changed. */
		CHANGED,
		/** It is no longer in its parent. */
		REMOVED
	}
}
