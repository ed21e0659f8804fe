// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.output;

import java.util.List;

/**
 * Receives the output of a job, see {@link JobOutput#subscribe}. Called on a thread of its own, at most 20 times a second. A listener may
 * block: it delays no rank, but misses the output that is dropped meanwhile.
 */
public interface OutputListener {
	/**
	 * Receives output, at most half a megabyte.
	 *
	 * @param chunks at least one piece, in the order in which the ranks wrote them
	 */
	void output(List<OutputChunk> chunks);

	/**
	 * Reports a gap: output of the job between the last call and the next was dropped, because it exceeded the limit.
	 *
	 * @param bytes the number of dropped bytes, of all ranks
	 */
	void dropped(long bytes);

	/** Reports the end of the output. */
	void ended();
}
