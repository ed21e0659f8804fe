// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.process;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Waits with a limit. */
final class Await {

	static final int LIMIT_SECONDS = 30;

	private Await() {
	}

	static <T> T result(CompletionStage<T> stage) throws Exception {
		return stage.toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
	}
}
