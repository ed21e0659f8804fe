// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.launch;

import java.util.Optional;

import org.eclipse.debug.core.model.IProcess;
import org.pmix4e.core.model.RankElement;

/**
 * One rank of a launch. It has no streams: those belong to the {@link JobProcess}, so that a job has one console. Process id, node and
 * rank are attributes. Terminating it ends this rank; the error policy of the job decides what happens to the others.
 */
public interface JobRankProcess extends IProcess {
	/** {@return its job} */
	JobProcess job();

	/** {@return its number in the job, from 0} */
	int rank();

	/** Adds it to the launch if its job has so many ranks that not all are in the launch. May be called from any thread. */
	void show();

	/** {@return its row in the model, once the server knows it} */
	Optional<RankElement> element();
}
