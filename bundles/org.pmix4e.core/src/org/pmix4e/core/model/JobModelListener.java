// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

import java.util.List;

/** Receives changes of the {@link JobModel}. */
@FunctionalInterface
public interface JobModelListener {
	/**
	 * Receives changes, on a thread of the model that is neither that of the user interface nor that of a server. Calls do not overlap
	 * and keep the order of the events. A slow listener delays only other listeners; events that occur meanwhile arrive together in the
	 * next call, with repeated changes of an element merged into one.
	 *
	 * @param events at least one, none twice
	 */
	void modelChanged(List<JobModelEvent> events);
}
