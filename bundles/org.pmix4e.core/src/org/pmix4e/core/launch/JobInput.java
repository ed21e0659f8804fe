// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.launch;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.pmix4e.core.RankSet;

/** The standard input of the ranks of a job. Its methods may be called from any thread and do not wait. */
public interface JobInput {
	/** {@return the ranks that read standard input, as the launch configuration says; empty for none} */
	Optional<RankSet> readers();

	/**
	 * Writes text to some of the readers, in the encoding of the launch. While the job starts, the text waits.
	 *
	 * @param ranks the ranks; those that are no readers get nothing
	 * @param text  any text
	 * @return completes when these ranks have taken the text: with true, or with false if none of them reads any more; fails with
	 *         IllegalStateException if more than 4 MiB would wait for a rank
	 */
	CompletableFuture<Boolean> write(RankSet ranks, String text);

	/**
	 * Ends the input of some of the readers after what was written before.
	 *
	 * @param ranks the ranks
	 */
	void end(RankSet ranks);
}
