// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.output;

import java.util.List;

/**
 * Reads the output of a job, see {@link JobOutput#subscribe}. Called on a thread of its own, at most 20 times a second. It may block:
 * then it misses what is dropped meanwhile, and delays nobody.
 */
public interface OutputListener {
	/**
	 * Takes output, at most half a megabyte.
	 *
	 * @param chunks in the order in which they came, at least one
	 */
	void output(List<OutputChunk> chunks);

	/**
	 * Tells of a gap: the output of the job that came between the last call and the next was dropped, as more is not kept.
	 *
	 * @param bytes how many, of all ranks
	 */
	void dropped(long bytes);

	/** Tells that nothing more will come. */
	void ended();
}
