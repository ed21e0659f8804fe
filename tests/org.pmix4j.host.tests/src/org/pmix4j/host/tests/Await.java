// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits with a limit. */
final class Await {
	private static final int LIMIT_SECONDS = 60;

	private Await() {
	}

	static <T> T result(CompletionStage<T> stage) throws Exception {
		CompletableFuture<T> future = stage.toCompletableFuture();
		return future.get(LIMIT_SECONDS, TimeUnit.SECONDS);
	}

	static void zero(CountDownLatch latch) throws InterruptedException {
		if (!latch.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
			throw new AssertionError(latch.getCount() + " of what was waited for did not happen in " + LIMIT_SECONDS + " s");
		}
	}
}
