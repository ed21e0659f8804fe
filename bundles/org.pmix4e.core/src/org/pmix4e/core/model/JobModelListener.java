// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

import java.util.List;

/** Is told what changes in the {@link JobModel}. */
@FunctionalInterface
public interface JobModelListener {
	/**
	 * Called on a thread of the model, not that of the user interface nor that of a server; one call at a time, in the order of the
	 * events. A slow listener delays the other listeners and nobody else: what happens meanwhile comes with the next call, where
	 * repeated changes of one element are one.
	 *
	 * @param events at least one, none twice
	 */
	void modelChanged(List<JobModelEvent> events);
}
