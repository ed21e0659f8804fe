// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.pmix4j.client.internal.call.Callbacks;
import org.pmix4j.testkit.SimulatedLoop;

/** Tests calls of handlers on an executor that the program may shut down at any time. */
class CallbacksTest {
	private final SimulatedLoop loop = new SimulatedLoop();
	private final AtomicBoolean shutDown = new AtomicBoolean();
	private final Callbacks callbacks = new Callbacks(loop, task -> {
		if (shutDown.get()) {
			throw new RejectedExecutionException("shut down");
		}
		loop.execute(task);
	}, Duration.ofSeconds(30));

	private CompletableFuture<String> call(String result) {
		AtomicReference<CompletableFuture<String>> answer = new AtomicReference<>();
		loop.perform(() -> answer.set(callbacks.call(() -> CompletableFuture.completedFuture(result))));
		return answer.get();
	}

	@Test
	void call_executorIsShutDown_failsAtOnceAndLeavesNoTimer() {
		shutDown.set(true);

		assertThat(call("lost")).isCompletedExceptionally();
		assertThat(loop.timers()).isZero();
	}

	@Test
	void call_afterARejectedOne_isMade() {
		shutDown.set(true);
		call("lost");
		shutDown.set(false);

		assertThat(call("made")).isCompletedWithValue("made");
	}
}
