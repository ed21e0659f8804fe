// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.pmix4j.client.ClientOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.client.internal.session.SharedLoop;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.testkit.SimulatedLoop;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.Reply;

/** Tests that a client waits for the other ranks before it leaves, if its options say so. */
class ClosingBarrierTest {
	private final SimulatedLoop loop = new SimulatedLoop();
	private final FakeServer server = new FakeServer(loop, "4.2.2");
	private final PmixClient client;

	ClosingBarrierTest() throws PmixException {
		ClientOptions options = ClientOptions.DEFAULT.withEnvironment(server.environment(1)).withExecutor(loop::execute)
				.withClosingBarrier(true);
		client = SharedLoop.use(loop, () -> PmixClient.open(options));
	}

	@Test
	void close_barrier_precedesTheFarewell() {
		CompletableFuture<Void> closed = client.closeAsync();

		assertThat(server.takeRequests()).containsExactly(new DataRequest.Fence(List.of(ClientFixture.JOB), Infos.EMPTY));
		assertThat(closed).isNotDone();
		server.reply(Reply.StatusReply.OK);
		assertThat(server.takeRequests()).containsExactly(JobRequest.Finalize.INSTANCE);
		assertThat(closed).isCompleted();
	}

	@Test
	void close_barrierFails_leavesAllTheSame() {
		CompletableFuture<Void> closed = client.closeAsync();

		server.reply(ClientFixture.status(Status.ERR_PARTIAL_SUCCESS));

		assertThat(server.takeRequests()).contains(JobRequest.Finalize.INSTANCE);
		assertThat(closed).isCompleted();
	}
}
