// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job;

import java.io.IOException;
import java.nio.ByteBuffer;

import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/**
 * The destination of a job's output: a terminal, a console view, a file. Called only on the job's output thread. It may block; ranks
 * that write then wait, so that the memory for waiting output is bounded.
 */
public interface OutputSink {
	/** Discards all output. */
	OutputSink DISCARD = new OutputSink() {
		@Override
		public void write(Proc proc, IofChannel channel, ByteBuffer chunk) {
			// discarded
		}
	};

	/**
	 * Writes output of one stream of one rank. Calls follow the order in which the rank has written.
	 *
	 * @param proc    the rank
	 * @param channel {@link IofChannel#STDOUT} or {@link IofChannel#STDERR}
	 * @param chunk   whole lines with their ends; unfinished ones only at the end of the stream, if the rank has paused within a line, before
	 *                a carriage return, if the job asked for raw output, or if a line is longer than two megabytes. Valid during the call
	 *                only; read from position to limit, all or nothing
	 * @throws IOException if the destination is lost; this ends the job, and no calls follow
	 */
	void write(Proc proc, IofChannel channel, ByteBuffer chunk) throws IOException;

	/**
	 * Ends an unfinished line, as another stream of the job writes next and the output is not raw. Sinks that show the streams of several
	 * ranks together write a line feed; others do nothing, so that they keep the bytes of each stream.
	 *
	 * @param proc    the rank that has left the line
	 * @param channel the channel of the line
	 * @throws IOException as {@link #write}
	 */
	default void endLine(Proc proc, IofChannel channel) throws IOException {
	}

	/**
	 * Writes buffered output. Called when no output is waiting.
	 *
	 * @throws IOException as {@link #write}
	 */
	default void flush() throws IOException {
	}
}
