// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import org.pmix4j.job.OutputSink;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/** Keeps all output of a job. Thread-safe. */
public final class Lines implements OutputSink {
	private final ByteArrayOutputStream all = new ByteArrayOutputStream();

	@Override
	public synchronized void write(Proc proc, IofChannel channel, ByteBuffer chunk) {
		byte[] bytes = new byte[chunk.remaining()];
		chunk.get(bytes);
		all.writeBytes(bytes);
	}

	@Override
	public synchronized void endLine(Proc proc, IofChannel channel) {
		all.write('\n');
	}

	/** {@return the output so far} */
	public synchronized String text() {
		return all.toString(StandardCharsets.UTF_8);
	}
}
