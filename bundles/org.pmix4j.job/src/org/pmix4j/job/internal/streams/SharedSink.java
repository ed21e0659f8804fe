// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.internal.streams;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

import org.pmix4j.job.OutputSink;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/**
 * A sink that several jobs share, each of which writes on its own thread. An unfinished line of one job is ended before another one writes.
 * A slow sink delays all of them. Thread-safe.
 */
public final class SharedSink implements OutputSink {
	private final OutputSink sink;
	/** By channel, the rank that has left an unfinished line. */
	private final Map<IofChannel, Proc> unfinished = new HashMap<>();

	/** @param sink takes the output of all jobs */
	public SharedSink(OutputSink sink) {
		this.sink = sink;
	}

	@Override
	public synchronized void write(Proc proc, IofChannel channel, ByteBuffer chunk) throws IOException {
		Proc other = unfinished.get(channel);
		if (other != null && !other.nspace().equals(proc.nspace())) {
			sink.endLine(other, channel);
		}
		if (chunk.hasRemaining() && chunk.get(chunk.limit() - 1) != '\n') {
			unfinished.put(channel, proc);
		} else {
			unfinished.remove(channel);
		}
		sink.write(proc, channel, chunk);
	}

	@Override
	public synchronized void endLine(Proc proc, IofChannel channel) throws IOException {
		Proc open = unfinished.get(channel);
		if (open != null && open.nspace().equals(proc.nspace())) { // else another job has ended the line
			unfinished.remove(channel);
			sink.endLine(proc, channel);
		}
	}

	@Override
	public synchronized void flush() throws IOException {
		sink.flush();
	}
}
