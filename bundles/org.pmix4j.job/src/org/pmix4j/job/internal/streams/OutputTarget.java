// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.internal.streams;

import java.io.IOException;
import java.nio.ByteBuffer;

import org.jspecify.annotations.Nullable;
import org.pmix4j.job.OutputSink;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/**
 * A destination to which several streams may write: one channel of a sink, or a file. Remembers which stream has left an unfinished line.
 * Owned by an {@link OutputFormatter}.
 */
abstract class OutputTarget {
	private @Nullable MarkedStream unfinished;

	/**
	 * Writes whole lines, and an unfinished one at most at the end. First ends an unfinished line of another stream, so that each line and
	 * each tag begins a line.
	 */
	void writeLines(MarkedStream from, ByteBuffer lines) throws IOException {
		MarkedStream other = unfinished;
		if (other != null && other != from) {
			endLine(other.proc());
			other.lineBroken();
		}
		unfinished = lines.get(lines.limit() - 1) == '\n' ? null : from;
		write(from.proc(), lines);
	}

	/** Writes bytes as they are, even behind an unfinished line of another stream. */
	abstract void write(Proc proc, ByteBuffer bytes) throws IOException;

	/** Ends the unfinished line of a rank. */
	abstract void endLine(Proc proc) throws IOException;

	/** Returns a channel of a sink. */
	static OutputTarget of(OutputSink sink, IofChannel channel) {
		return new OutputTarget() {
			@Override
			void write(Proc proc, ByteBuffer bytes) throws IOException {
				sink.write(proc, channel, bytes);
			}

			@Override
			void endLine(Proc proc) throws IOException {
				sink.endLine(proc, channel);
			}
		};
	}
}
