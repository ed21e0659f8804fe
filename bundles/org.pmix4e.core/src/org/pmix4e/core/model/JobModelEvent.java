// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

/**
 * A change of the {@link JobModel}. Immutable.
 *
 * @param kind    the kind of change
 * @param element the changed element. Adding and removing a namespace includes its programs and ranks, which have no events of their own
 */
public record JobModelEvent(Kind kind, JobElement element) {
	/** The kinds of changes. */
	public enum Kind {
		/** The element was added to its parent. */
		ADDED,
		/** The state or another property of the element has changed. */
		CHANGED,
		/** The element was removed from its parent. */
		REMOVED
	}
}
