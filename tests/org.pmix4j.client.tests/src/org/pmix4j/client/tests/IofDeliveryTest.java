// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmix4j.client.tests.ClientFixture.JOB;
import static org.pmix4j.client.tests.ClientFixture.OTHER;
import static org.pmix4j.client.tests.ClientFixture.status;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.pmix4j.client.EventHandler;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.IofHandler;
import org.pmix4j.client.IofOptions;
import org.pmix4j.client.IofOutput;
import org.pmix4j.client.Registration;
import org.pmix4j.client.internal.connection.ServerLink;
import org.pmix4j.client.internal.iof.IofOperations;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.testkit.LogCapture;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.message.Delivery.EventDelivery;
import org.pmix4j.wire.internal.message.Delivery.IofDelivery;
import org.pmix4j.wire.internal.message.IofRequest;
import org.pmix4j.wire.internal.message.Reply;

/** Tests pulls and the delivery of forwarded output to handlers. */
class IofDeliveryTest {
	private static final Status CODE = Status.of(-4001);
	private static final int MIB = 1 << 20;

	private final ClientFixture fixture;
	private final FakeServer server;
	private final List<String> seen = new ArrayList<>();

	IofDeliveryTest() throws PmixException {
		fixture = new ClientFixture();
		server = fixture.server;
	}

	private void note(IofOutput output) {
		seen.add(ServedSessions.text(output.data()));
	}

	private Registration pull(long refId, IofHandler handler) {
		CompletableFuture<Registration> registration = fixture.client.io().pullAsync(IofOptions.of(JOB), handler);
		server.takeRequests();
		server.reply(new Reply.IofPullReply(Status.SUCCESS, refId));
		return fixture.ended(registration);
	}

	private void deliver(long id, ByteObject data) {
		server.deliver(new IofDelivery(OTHER, IofChannel.STDOUT, id, Infos.EMPTY, data));
	}

	private void deliver(long id, String text) {
		deliver(id, ServedSessions.bytes(text));
	}

	@Test
	void pull_twice_sendsDifferentIds() {
		fixture.client.io().pullAsync(IofOptions.of(JOB), this::note);
		fixture.client.io().pullAsync(IofOptions.of(OTHER).withChannels(IofChannel.STDERR), this::note);

		IofChannel all = IofChannel.STDOUT.plus(IofChannel.STDERR).plus(IofChannel.STDDIAG);
		assertThat(server.takeRequests()).containsExactly(new IofRequest.IofPull(List.of(JOB), Infos.EMPTY, all, 1),
				new IofRequest.IofPull(List.of(OTHER), Infos.EMPTY, IofChannel.STDERR, 2));
	}

	@Test
	void pull_refused_failsAndDropsOutput() {
		CompletableFuture<Registration> registration = fixture.client.io().pullAsync(IofOptions.of(JOB), this::note);
		server.takeRequests();
		server.reply(status(Status.ERR_NO_PERMISSIONS));

		assertThat(fixture.failure(registration)).isEqualTo(Status.ERR_NO_PERMISSIONS);
		deliver(1, "text");
		assertThat(seen).isEmpty();
	}

	@Test
	void close_registration_sendsTheIdOfTheServer() {
		Registration registration = pull(42, this::note);

		registration.close();

		assertThat(server.takeRequests()).containsExactly(new IofRequest.IofDeregister(Infos.EMPTY, 42));
		deliver(1, "late");
		assertThat(seen).isEmpty();
	}

	@Test
	void delivery_unknownId_isDropped() {
		pull(42, this::note);

		deliver(9, "for another");
		deliver(0, "for the default handler");
		deliver(1, "for us");

		assertThat(seen).containsExactly("for us");
	}

	@Test
	void delivery_malformed_isDroppedAlone() {
		pull(42, this::note);
		try (LogCapture log = LogCapture.of(ServerLink.class)) {
			server.deliverBytes(Tag.IOF, new byte[] { 2, 12, 2 });
			assertThat(log.messages(System.Logger.Level.WARNING)).singleElement().asString().contains("Output", "malformed");
		}

		deliver(1, "text");

		assertThat(seen).containsExactly("text");
	}

	@Test
	void handler_throws_getsTheNextPiece() {
		pull(42, output -> {
			note(output);
			throw new IllegalArgumentException("a bug of the program");
		});

		try (LogCapture log = LogCapture.of(IofOperations.class)) {
			deliver(1, "one");
			deliver(1, "two");
			assertThat(log.messages(System.Logger.Level.WARNING)).hasSize(2);
		}

		assertThat(seen).containsExactly("one", "two");
	}

	@Test
	void handlers_ofOutputAndEvents_areCalledInOrderOfArrival() throws PmixException {
		pull(42, this::note);
		fixture.client.events().register(HandlerOptions.of(CODE), EventHandler.listening(event -> seen.add("event")));

		fixture.loop.perform(() -> {
			deliverLater(1, "one");
			server.send(new EventDelivery(CODE, OTHER, DataRange.SESSION, Infos.EMPTY));
			deliverLater(1, "two");
		});

		assertThat(seen).containsExactly("one", "event", "two");
	}

	private void deliverLater(long id, String text) {
		server.send(new IofDelivery(OTHER, IofChannel.STDOUT, id, Infos.EMPTY, ServedSessions.bytes(text)));
	}

	@Test
	void handler_blockingCall_throwsAtOnce() {
		AtomicReference<Exception> thrown = new AtomicReference<>(new Exception("nothing was thrown"));
		pull(42, output -> {
			try {
				fixture.client.commit();
			} catch (PmixException | IllegalStateException refusal) {
				thrown.set(refusal);
			}
		});

		deliver(1, "text");

		assertThat(thrown.get()).isInstanceOf(IllegalStateException.class).hasMessageContaining("handler");
	}

	/** Expects the reply, which is sent after the output, only when the handler has taken most of the output. */
	@Test
	void handler_slow_stopsReadingUntilItHasCaughtUp() {
		pull(42, this::note);
		fixture.holdCallbacks();
		for (int i = 0; i < 6; i++) {
			deliver(1, ByteObject.wrap(new byte[MIB]));
		}
		CompletableFuture<Void> commit = fixture.client.commitAsync();
		server.takeRequests();
		server.reply(status(Status.SUCCESS));
		fixture.loop.run();
		assertThat(fixture.heldCallbacks()).as("only the handler waits for the executor, because the reply is not read").isEqualTo(1);

		fixture.runCallbacks();

		assertThat(seen).hasSize(6);
		assertThat(commit).isCompleted();
	}
}
