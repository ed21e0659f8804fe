// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

import org.pmix4j.job.OutputSink;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;
import org.pmix4j.testkit.Await;

/** Passes all output on to another sink, and lets a test wait until a number of ranks have written the line "ready". */
final class ReadySink implements OutputSink {
	private final CapturingSink next;
	private final CountDownLatch ready;

	ReadySink(CapturingSink next, int ranks) {
		this.next = next;
		ready = new CountDownLatch(ranks);
	}

	void await() throws InterruptedException {
		Await.zero(ready);
	}

	@Override
	public void write(Proc proc, IofChannel channel, ByteBuffer chunk) {
		if (StandardCharsets.UTF_8.decode(chunk.duplicate()).toString().lines().anyMatch("ready"::equals)) {
			ready.countDown();
		}
		next.write(proc, channel, chunk);
	}
}
