// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core;

import java.nio.ByteBuffer;

import org.pmix4e.core.internal.OutputBuffer;
import org.pmix4j.host.OutputSink;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/**
 * Takes what the ranks of a launch write. Called on the job's output thread; never waits.
 *
 * @param process whose output it is
 * @param buffer  where it goes
 */
record JobSink(JobProcess process, OutputBuffer buffer) implements OutputSink {
	@Override
	public void write(Proc proc, IofChannel channel, ByteBuffer chunk) {
		byte[] bytes = new byte[chunk.remaining()];
		chunk.get(bytes);
		buffer.add(new OutputChunk(proc.rank().value(), channel.equals(IofChannel.STDERR), bytes));
	}
}
