// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmix4j.client.tests.ClientFixture.OTHER;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmix4j.client.EventHandler;
import org.pmix4j.client.FenceOptions;
import org.pmix4j.client.GetOptions;
import org.pmix4j.client.GetResult;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.IofOptions;
import org.pmix4j.client.Registration;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.message.EventRequest;
import org.pmix4j.wire.internal.message.IofRequest;
import org.pmix4j.wire.internal.message.Reply;

/**
 * Tests calls whose future the program cancels. The request was sent, so the call ends for the other processes as if it had not been
 * canceled; only its result is dropped.
 */
class CanceledCallTest {
	private static final Status CODE = Status.of(-4000);
	private static final Duration LONG = Duration.ofDays(1);

	private ClientFixture fixture;

	@BeforeEach
	void open() throws PmixException {
		fixture = new ClientFixture();
		fixture.server.behave(request -> Optional.empty());
	}

	private void cancel(CompletableFuture<?> call) {
		fixture.server.takeRequests();
		assertThat(call.cancel(true)).isTrue();
		fixture.loop.run();
	}

	private void requireNothingPending() {
		fixture.loop.run();
		assertThat(fixture.client.dump()).doesNotContain("has waited");
	}

	@Test
	void fence_canceled_itsLateReplyEndsNoOtherCall() {
		CompletableFuture<Void> fence = fixture.client.fenceAsync(List.of(), FenceOptions.DEFAULT);
		cancel(fence);
		CompletableFuture<Void> commit = fixture.client.commitAsync();
		fixture.server.takeRequests();

		fixture.server.reply(ClientFixture.status(Status.ERR_NOT_SUPPORTED));
		fixture.loop.run();
		assertThat(commit).isNotDone();
		fixture.server.reply(ClientFixture.status(Status.SUCCESS));

		assertThat(fixture.failure(commit)).isEqualTo(Status.SUCCESS);
		assertThat(fence).isCancelled();
		requireNothingPending();
	}

	@Test
	void fence_canceledAndNeverAnswered_isForgottenAfterItsLimit() {
		cancel(fixture.client.fenceAsync(List.of(), FenceOptions.DEFAULT));
		assertThat(fixture.client.dump()).contains("has waited");

		fixture.loop.advance(LONG);

		requireNothingPending();
		assertThat(fixture.loop.timers()).isZero();
	}

	@Test
	void get_canceled_leavesOthersOfTheSameKeyWaiting() throws PmixException {
		CompletableFuture<?> canceled = fixture.client.getAsync(OTHER, "k", GetOptions.DEFAULT);
		CompletableFuture<GetResult<PmixValue>> other = fixture.client.getAsync(OTHER, "k", GetOptions.DEFAULT);
		cancel(canceled);

		fixture.server.reply(ClientFixture.values(OTHER, ClientFixture.text("k", "v")));

		assertThat(fixture.ended(other).orElseThrow()).isEqualTo(new PmixValue.Str("v"));
		requireNothingPending();
	}

	@Test
	void register_canceled_removesTheHandlerThatNobodyElseCan() {
		CompletableFuture<Registration> registration = fixture.client.events().registerAsync(HandlerOptions.of(CODE),
				EventHandler.listening(event -> {
				}));
		cancel(registration);

		fixture.server.reply(ClientFixture.status(Status.SUCCESS));

		assertThat(fixture.server.takeRequests()).containsExactly(new EventRequest.DeregisterEvents(List.of(CODE)));
		requireNothingPending();
	}

	@Test
	void pull_canceled_endsTheForwarding() {
		cancel(fixture.client.io().pullAsync(IofOptions.of(OTHER), output -> {
		}));

		fixture.server.reply(new Reply.IofPullReply(Status.SUCCESS, 7));

		assertThat(fixture.server.takeRequests()).containsExactly(new IofRequest.IofDeregister(Infos.EMPTY, 7));
	}
}
