// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.streams;

import java.io.IOException;
import java.nio.ByteBuffer;

import org.pmix4j.job.OutputSink;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/**
 * Drops the streams that are forwarded to the process that has spawned the job, while that process is there. Owned by the job;
 * {@link #readerGone} may be called from any thread.
 */
public final class ForwardedSink implements OutputSink {
	private final OutputSink sink;
	private volatile IofChannel forwarded;

	/**
	 * @param sink      takes the other streams
	 * @param forwarded the streams to drop
	 */
	public ForwardedSink(OutputSink sink, IofChannel forwarded) {
		this.sink = sink;
		this.forwarded = forwarded;
	}

	/** Passes all streams to the sink from now on, as the process that has spawned the job has gone. */
	public void readerGone() {
		forwarded = IofChannel.NONE;
	}

	@Override
	public void write(Proc proc, IofChannel channel, ByteBuffer chunk) throws IOException {
		if (!forwarded.contains(channel)) {
			sink.write(proc, channel, chunk);
		}
	}

	@Override
	public void endLine(Proc proc, IofChannel channel) throws IOException {
		if (!forwarded.contains(channel)) {
			sink.endLine(proc, channel);
		}
	}

	@Override
	public void flush() throws IOException {
		sink.flush();
	}
}
