// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.output;

import java.nio.ByteBuffer;

import org.pmix4e.core.output.OutputChunk;
import org.pmix4j.job.OutputSink;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/**
 * Puts the output of a job, and of the jobs that it spawns, into a buffer. Called on the threads of their output; waits for the
 * log of the buffer only.
 *
 * @param buffer receives the output
 */
public record BufferSink(OutputBuffer buffer) implements OutputSink {
	@Override
	public void write(Proc proc, IofChannel channel, ByteBuffer chunk) {
		if (chunk.hasRemaining()) {
			byte[] bytes = new byte[chunk.remaining()];
			chunk.get(bytes);
			buffer.add(new OutputChunk(proc.nspace(), proc.rank().value(), channel.equals(IofChannel.STDERR), bytes));
		}
	}
}
