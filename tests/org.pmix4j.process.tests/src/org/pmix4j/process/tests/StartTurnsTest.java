// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.pmix4j.process.internal.posix.RlimitMarker;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.SpawnSpec;
import org.pmix4j.testkit.Await;

/** Tests the order in which processes of several jobs are started. */
class StartTurnsTest {
	private CompletableFuture<Void> all = CompletableFuture.allOf();

	@Test
	void largeJobBegins_smallJobsAndOtherTasksTakeTurnsWithIt() throws Exception {
		try (Loop loop = new Loop()) {
			List<String> order = new ArrayList<>();
			SpawnSpec program = loop.spec("true");
			CompletableFuture<Void> asked = new CompletableFuture<>();
			loop.get().onThread(() -> {
				start(loop, program.withMark(new RlimitMarker(1, 1)), "large", 40, order);
				start(loop, program.withMark(new RlimitMarker(1, 2)), "small", 2, order);
				start(loop, program.withMark(new RlimitMarker(1, 3)), "tiny", 1, order);
				asked.complete(null);
			});
			Await.result(asked);

			Await.result(all);

			assertThat(order).hasSize(43).startsWith("large", "small", "tiny", "large", "small", "large", "large");
		}
	}

	private void start(Loop loop, SpawnSpec spec, String name, int count, List<String> order) {
		for (int i = 0; i < count; i++) {
			CompletableFuture<ChildProcess> started = loop.get().spawnAsync(spec, Loop.IGNORE).toCompletableFuture();
			all = CompletableFuture.allOf(all, started.thenAccept(child -> order.add(name)));
		}
	}
}
