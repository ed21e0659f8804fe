// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.streams;

import java.io.IOException;
import java.nio.ByteBuffer;

import org.pmix4j.host.OutputSink;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/** A sink that several jobs share, each of which writes on its own thread. A slow sink delays all of them. Thread-safe. */
public final class SharedSink implements OutputSink {
	private final OutputSink sink;

	/** @param sink takes the output of all jobs */
	public SharedSink(OutputSink sink) {
		this.sink = sink;
	}

	@Override
	public synchronized void write(Proc proc, IofChannel channel, ByteBuffer chunk) throws IOException {
		sink.write(proc, channel, chunk);
	}

	@Override
	public synchronized void endLine(Proc proc, IofChannel channel) throws IOException {
		sink.endLine(proc, channel);
	}

	@Override
	public synchronized void flush() throws IOException {
		sink.flush();
	}
}
