// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.pmix4j.client.IofHandler;
import org.pmix4j.client.IofOutput;

/** Collects the output that a tool receives, and waits for parts of it. Thread-safe. */
final class ToolOutput implements IofHandler {
	private static final int SECONDS = 60;

	private final StringBuilder text = new StringBuilder();
	private CompletableFuture<Void> more = new CompletableFuture<>();

	@Override
	public synchronized void handle(IofOutput output) {
		text.append(new String(output.data().toByteArray(), StandardCharsets.UTF_8));
		more.complete(null);
		more = new CompletableFuture<>();
	}

	/** Waits until the output contains a part. */
	void await(String part) throws Exception {
		while (true) {
			CompletableFuture<Void> next;
			synchronized (this) {
				if (text.indexOf(part) >= 0) {
					return;
				}
				next = more;
			}
			next.orTimeout(SECONDS, TimeUnit.SECONDS).exceptionally(late -> null).join();
			assertThat(next).as("output '%s' in '%s'", part, this).isCompletedWithValue(null);
		}
	}

	@Override
	public synchronized String toString() {
		return text.toString();
	}
}
