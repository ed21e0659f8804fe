// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.pmix4j.client.IofHandler;
import org.pmix4j.client.IofOutput;

/** Collects the output that a tool receives, and waits for parts of it. Thread-safe. */
final class ToolOutput implements IofHandler {
	private static final Duration LIMIT = Duration.ofSeconds(60);

	private final StringBuilder text = new StringBuilder();

	@Override
	public synchronized void handle(IofOutput output) {
		text.append(new String(output.data().toByteArray(), StandardCharsets.UTF_8));
		notifyAll();
	}

	/** Waits until the output contains a part. */
	synchronized void await(String part) throws InterruptedException {
		long end = System.nanoTime() + LIMIT.toNanos();
		while (text.indexOf(part) < 0) {
			long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
			assertThat(left).as("milliseconds left for '%s' in '%s'", part, text).isPositive();
			wait(left);
		}
	}

	@Override
	public synchronized String toString() {
		return text.toString();
	}
}
