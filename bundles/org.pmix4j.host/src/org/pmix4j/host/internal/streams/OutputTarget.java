// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.streams;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.OutputSink;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;
import org.pmix4j.server.spi.LineMarker;

/**
 * One channel of a sink, together with the files of the ranks. Remembers which rank has left an unfinished line. Owned by an
 * {@link OutputPump}.
 */
final class OutputTarget {
	private static final byte[] LINE_END = {'\n'};

	private final OutputSink sink;
	private final Optional<FileOutput> files;
	private final IofChannel channel;
	private @Nullable LineMarker unfinished;

	OutputTarget(OutputSink sink, Optional<FileOutput> files, IofChannel channel) {
		this.sink = sink;
		this.files = files;
		this.channel = channel;
	}

	/** Writes bytes as they are. */
	void write(Proc proc, byte[] bytes, int from, int to) throws IOException {
		write(proc, ByteBuffer.wrap(bytes, from, to - from));
	}

	/** Writes bytes with marks. An unfinished line of another rank is ended first, as a tag must stand at the beginning of a line. */
	void writeMarked(Proc proc, LineMarker marker, byte[] bytes, int from, int to) throws IOException {
		LineMarker other = unfinished;
		if (other != null && other != marker) {
			sink.write(proc, channel, ByteBuffer.wrap(LINE_END));
			other.lineBroken();
		}
		ByteBuffer marked = marker.mark(bytes, from, to);
		unfinished = marked.get(marked.limit() - 1) == '\n' ? null : marker;
		write(proc, marked);
	}

	private void write(Proc proc, ByteBuffer bytes) throws IOException {
		if (files.isPresent()) {
			files.get().write(proc, channel, bytes.duplicate());
		}
		sink.write(proc, channel, bytes);
	}
}
