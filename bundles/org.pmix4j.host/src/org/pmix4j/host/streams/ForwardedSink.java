// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.streams;

import java.io.IOException;
import java.nio.ByteBuffer;

import org.pmix4j.host.OutputSink;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/** Leaves out streams that go to the process that has spawned the job, in place of where they would go. As its sink used by one thread. */
public final class ForwardedSink implements OutputSink {
	private final OutputSink sink;
	private final IofChannel forwarded;

	private ForwardedSink(OutputSink sink, IofChannel forwarded) {
		this.sink = sink;
		this.forwarded = forwarded;
	}

	/**
	 * @param forwarded the streams
	 * @param sink      where the others go
	 * @return the sink for what is left of the streams
	 */
	public static OutputSink without(IofChannel forwarded, OutputSink sink) {
		return forwarded.equals(IofChannel.NONE) ? sink : new ForwardedSink(sink, forwarded);
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
