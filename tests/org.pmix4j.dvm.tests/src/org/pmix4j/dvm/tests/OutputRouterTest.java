// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.pmix4j.client.IofOutput;
import org.pmix4j.dvm.internal.OutputRouter;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;
import org.pmix4j.testkit.Await;

/** Tests what happens to output that comes before the server has named its job. */
class OutputRouterTest {
	private static final int PIECE = 1 << 16;
	private static final Proc SERVER = Proc.of("server", 0);

	private final OutputRouter router = new OutputRouter(Proc.of("tool", 0), SERVER);
	private final AtomicInteger delivered = new AtomicInteger();

	private static IofOutput piece(Proc source, byte[] data) {
		return new IofOutput(source, IofChannel.STDERR, Infos.EMPTY, ByteObject.wrap(data));
	}

	/** Delivers three times as much as is kept. */
	private Thread flood() {
		return Thread.ofPlatform().start(() -> {
			for (int i = 0; i < 3 * OutputRouter.MOST_EARLY / PIECE; i++) {
				router.handle(piece(Proc.of("job", 1), new byte[PIECE]));
				delivered.incrementAndGet();
			}
		});
	}

	private void awaitStandstill(Thread flood) {
		Await.until("the standstill", Duration.ofSeconds(30), () -> flood.getState() == Thread.State.WAITING);
		assertThat(delivered.get() * PIECE).isEqualTo(OutputRouter.MOST_EARLY + PIECE);
	}

	@Test
	void handle_tooMuchOutputBeforeTheName_waitsForTheEndOfTheLaunch() throws Exception {
		router.launching();
		Thread flood = flood();
		awaitStandstill(flood);

		router.handle(piece(SERVER, "no such program\n".getBytes()));
		assertThat(router.refused()).contains("no such program");

		assertThat(flood.join(Duration.ofSeconds(30))).isTrue();
	}

	@Test
	void handle_otherLaunchEnds_waitsFurther() throws Exception {
		router.launching();
		router.launching();
		Thread flood = flood();
		awaitStandstill(flood);

		router.refused();

		awaitStandstill(flood);
		router.refused();
		assertThat(flood.join(Duration.ofSeconds(30))).isTrue();
	}

	@Test
	void close_outputWaits_letsItGo() throws Exception {
		router.launching();
		Thread flood = flood();
		awaitStandstill(flood);

		router.close();

		assertThat(flood.join(Duration.ofSeconds(30))).isTrue();
	}
}
