// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.streams;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.OutputSink;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/**
 * One channel of a sink, together with the files of the ranks. Remembers which stream has left an unfinished line. Owned by an
 * {@link OutputPump}.
 */
final class OutputTarget {
	private final OutputSink sink;
	private final Optional<FileOutput> files;
	private final IofChannel channel;
	private @Nullable StreamLines unfinished;

	OutputTarget(OutputSink sink, Optional<FileOutput> files, IofChannel channel) {
		this.sink = sink;
		this.files = files;
		this.channel = channel;
	}

	/**
	 * Writes whole lines, and an unfinished one at most at the end. First ends an unfinished line of another stream, so that each line and
	 * each tag begins a line.
	 */
	void writeLines(StreamLines from, Proc proc, ByteBuffer lines) throws IOException {
		StreamLines other = unfinished;
		if (other != null && other != from) {
			sink.endLine(other.proc(), channel);
			other.lineBroken();
		}
		unfinished = lines.get(lines.limit() - 1) == '\n' ? null : from;
		write(proc, lines);
	}

	/** Writes bytes as they are, even behind an unfinished line of another stream. */
	void write(Proc proc, ByteBuffer bytes) throws IOException {
		if (files.isPresent()) {
			files.get().write(proc, channel, bytes.duplicate());
		}
		sink.write(proc, channel, bytes);
	}
}
