// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.streams;

import java.io.IOException;
import java.nio.ByteBuffer;

import org.pmix4j.host.OutputSink;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/**
 * Leaves out streams that go to the process that has spawned the job, in place of where they would go, for as long as that process is
 * there. As its sink used by one thread; any other may say that the process has gone.
 */
public final class ForwardedSink implements OutputSink {
	private final OutputSink sink;
	private volatile IofChannel forwarded;

	/**
	 * @param sink      where the other streams go
	 * @param forwarded the streams that are left out
	 */
	public ForwardedSink(OutputSink sink, IofChannel forwarded) {
		this.sink = sink;
		this.forwarded = forwarded;
	}

	/** Nobody takes the streams any more: from now on they go where the others go. */
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
	public void flush() throws IOException {
		sink.flush();
	}
}
