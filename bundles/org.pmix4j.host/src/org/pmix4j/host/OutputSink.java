// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.io.IOException;
import java.nio.ByteBuffer;

import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/**
 * Where the output of a job goes: a terminal, a console view, a file. Called on the job's output thread only. It may block: then
 * the ranks that write wait, and no more than a bounded amount is kept in memory.
 */
public interface OutputSink {
	/** Takes everything and keeps nothing. */
	OutputSink DISCARD = new OutputSink() {
		@Override
		public void write(Proc proc, IofChannel channel, ByteBuffer chunk) {
			// that is all
		}
	};

	/**
	 * Takes output of one stream of one rank, in the order in which the rank wrote it.
	 *
	 * @param proc    who wrote it
	 * @param channel {@link IofChannel#STDOUT} or {@link IofChannel#STDERR}
	 * @param chunk   whole lines with their ends; unfinished ones only at the end of the stream, if the job asked for raw output, or
	 *                if a line is longer than two megabytes. Valid during the call only; read from position to limit, all or nothing
	 * @throws IOException if nobody will ever take it; the job ends, and no more calls follow
	 */
	void write(Proc proc, IofChannel channel, ByteBuffer chunk) throws IOException;

	/**
	 * Tells that nothing more waits to be written at this moment: what was kept back must go out.
	 *
	 * @throws IOException as {@link #write}
	 */
	default void flush() throws IOException {
	}
}
