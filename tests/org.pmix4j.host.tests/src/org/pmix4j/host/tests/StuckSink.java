// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;

import org.pmix4j.job.OutputSink;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;
import org.pmix4j.testkit.Await;

/** A sink whose first write blocks until the test releases it. */
final class StuckSink implements OutputSink {
	private final CountDownLatch inside = new CountDownLatch(1);
	private final CountDownLatch open = new CountDownLatch(1);

	void awaitWrite() throws InterruptedException {
		Await.zero(inside);
	}

	void release() {
		open.countDown();
	}

	@Override
	public void write(Proc proc, IofChannel channel, ByteBuffer chunk) throws IOException {
		inside.countDown();
		try {
			Await.zero(open);
		} catch (InterruptedException e) {
			throw new IOException(e);
		}
	}
}
