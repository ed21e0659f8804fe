// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.output;

import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The output of one launch: the newest part of what the ranks of its job, and of the jobs that these spawned, wrote, up to a limit.
 * Owned by the launch; may be used from any thread.
 */
public interface JobOutput {
	/**
	 * Receives the output of a job. Called on a thread of its own, at most 20 times a second. A listener may block: it delays no rank, but
	 * misses the output that is dropped meanwhile.
	 */
	interface Listener {
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

	/** One listener's subscription to the output of a job. Owned by the reader, which closes it from any thread. */
	@FunctionalInterface
	interface Subscription extends AutoCloseable {
		/** Ends the reading, perhaps after one more call of the listener. Does not wait. */
		@Override
		void close();
	}

	/** {@return the encoding of the launch} */
	Charset charset();

	/** {@return how many bytes the job has written so far} */
	long writtenBytes();

	/** {@return how many of them are no longer kept} */
	long droppedBytes();

	/**
	 * {@return the file with all output so far, up to the limit that the preferences set; empty if none is written} It is deleted with the
	 * launch.
	 */
	Optional<Path> log();

	/**
	 * Returns the output that is kept.
	 *
	 * @param selection selects pieces
	 * @return the kept pieces that are selected, oldest first
	 */
	List<OutputChunk> kept(Predicate<OutputChunk> selection);

	/**
	 * Returns the output that is kept, as text.
	 *
	 * @param selection selects pieces
	 * @return the kept output that is selected
	 */
	String text(Predicate<OutputChunk> selection);

	/**
	 * Reads the kept output and then the output that follows, until the job ends or the subscription is closed.
	 *
	 * @param selection selects pieces
	 * @param listener  receives the output, on a thread of its own
	 * @return the reading, which the caller closes
	 */
	Subscription subscribe(Predicate<OutputChunk> selection, Listener listener);
}
