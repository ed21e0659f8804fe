// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal;

import java.io.IOException;
import java.nio.ByteBuffer;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.OutputSink;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/**
 * One of the two channels of a sink, and whose unfinished line stands at its end. Owned by an {@link OutputPump}, used on its
 * thread.
 */
final class OutputTarget {
	private static final byte[] LINE_END = {'\n'};

	private final OutputSink sink;
	private final IofChannel channel;
	private @Nullable LineTagger unfinished;

	OutputTarget(OutputSink sink, IofChannel channel) {
		this.sink = sink;
		this.channel = channel;
	}

	/** Writes bytes as they are. */
	void write(Proc proc, byte[] bytes, int from, int to) throws IOException {
		sink.write(proc, channel, ByteBuffer.wrap(bytes, from, to - from));
	}

	/** Writes bytes with tags. Another's unfinished line is ended first, as a tag must stand at the beginning of a line. */
	void writeTagged(Proc proc, LineTagger tagger, byte[] bytes, int from, int to) throws IOException {
		LineTagger other = unfinished;
		if (other != null && other != tagger) {
			sink.write(proc, channel, ByteBuffer.wrap(LINE_END));
			other.lineBroken();
		}
		sink.write(proc, channel, tagger.tag(bytes, from, to));
		unfinished = bytes[to - 1] == '\n' ? null : tagger;
	}
}
