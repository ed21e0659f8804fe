// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmix4j.client.tests.ClientFixture.JOB;
import static org.pmix4j.client.tests.ClientFixture.OTHER;
import static org.pmix4j.client.tests.ClientFixture.SELF;
import static org.pmix4j.client.tests.ClientFixture.status;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.pmix4j.client.EventHandler;
import org.pmix4j.client.EventOutcome;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.PmixEvent;
import org.pmix4j.client.Registration;
import org.pmix4j.client.internal.connection.ServerLink;
import org.pmix4j.client.internal.event.EventOperations;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.ModelAttributes;
import org.pmix4j.testkit.LogCapture;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.message.Delivery.EventDelivery;
import org.pmix4j.wire.internal.message.EventRequest;

/** Tests registration, delivery and notification of events. */
class EventTest {
	private static final Status CODE = Status.of(-4001);
	private static final Status OTHER_CODE = Status.of(-4002);

	private final ClientFixture fixture;
	private final FakeServer server;
	private final List<PmixEvent> seen = new ArrayList<>();

	EventTest() throws PmixException {
		fixture = new ClientFixture();
		server = fixture.server;
	}

	private Registration listen(HandlerOptions options) throws PmixException {
		return fixture.client.events().register(options, EventHandler.listening(seen::add));
	}

	private void deliver(Status code, Proc source, Info... infos) {
		server.deliver(new EventDelivery(code, source, DataRange.SESSION, Infos.of(infos)));
	}

	@Test
	void register_severalHandlers_registersNewCodesOnlyAtTheServer() throws PmixException {
		listen(HandlerOptions.of(CODE));
		listen(HandlerOptions.of(CODE));
		listen(HandlerOptions.of());

		assertThat(server.takeRequests()).containsExactly(new EventRequest.RegisterEvents(List.of(CODE), Infos.EMPTY),
				new EventRequest.RegisterEvents(List.of(), Infos.EMPTY));
	}

	@Test
	void register_withDirectives_sendsThem() throws PmixException {
		listen(HandlerOptions.of(CODE));
		listen(HandlerOptions.of(CODE).withAffected(OTHER));
		listen(HandlerOptions.of(CODE).withAffected(OTHER, JOB));

		assertThat(server.takeRequests()).containsExactly(new EventRequest.RegisterEvents(List.of(CODE), Infos.EMPTY),
				new EventRequest.RegisterEvents(List.of(CODE), Infos.EMPTY.with(EventAttributes.EVENT_AFFECTED_PROC, OTHER)),
				new EventRequest.RegisterEvents(List.of(CODE),
						Infos.EMPTY.with(EventAttributes.EVENT_AFFECTED_PROCS, DataArray.ofProcs(List.of(OTHER, JOB)))));
	}

	@Test
	void register_forThisProcessOnly_sendsNothing() throws PmixException {
		listen(HandlerOptions.of(CODE).withRange(DataRange.PROC_LOCAL));

		assertThat(server.takeRequests()).isEmpty();
	}

	@Test
	void register_refusedByTheServer_failsAndRemovesTheHandler() throws PmixException {
		server.behave(request -> Optional.of(status(Status.ERR_NOT_SUPPORTED)));
		CompletableFuture<Registration> registration = fixture.client.events().registerAsync(HandlerOptions.of(CODE),
				EventHandler.listening(seen::add));

		assertThat(fixture.failure(registration)).isEqualTo(Status.ERR_NOT_SUPPORTED);
		deliver(CODE, OTHER);
		assertThat(seen).isEmpty();
	}

	@Test
	void close_lastHandlerOfACode_deregistersItAtTheServer() throws PmixException {
		Registration both = listen(HandlerOptions.of(CODE, OTHER_CODE));
		Registration one = listen(HandlerOptions.of(CODE));
		server.takeRequests();

		both.close();
		assertThat(server.takeRequests()).containsExactly(new EventRequest.DeregisterEvents(List.of(OTHER_CODE)));
		one.close();
		one.close();
		assertThat(server.takeRequests()).containsExactly(new EventRequest.DeregisterEvents(List.of(CODE)));
		deliver(CODE, OTHER);
		assertThat(seen).isEmpty();
	}

	@Test
	void delivery_manyEvents_reachTheHandlerInOrder() throws PmixException {
		listen(HandlerOptions.of(CODE));
		IntStream.range(0, 20).forEach(i -> deliver(CODE, OTHER, Info.of("i", new PmixValue.Int(i))));

		assertThat(seen).extracting(event -> event.infos().value("i").orElseThrow())
				.containsExactlyElementsOf(IntStream.range(0, 20).mapToObj(PmixValue.Int::new).toList());
		assertThat(seen).allMatch(event -> event.source().equals(OTHER) && event.code().equals(CODE))
				.allMatch(event -> event.range().equals(DataRange.SESSION));
	}

	@Test
	void delivery_forOtherProcesses_isDropped() throws PmixException {
		listen(HandlerOptions.of(CODE));

		deliver(CODE, OTHER, Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), OTHER));
		deliver(CODE, OTHER, Info.of(EventAttributes.EVENT_CUSTOM_RANGE, DataArray.ofProcs(List.of(OTHER, JOB))));

		assertThat(seen).hasSize(1);
	}

	@Test
	void delivery_outsideTheRangeOfTheHandler_isDropped() throws PmixException {
		listen(HandlerOptions.of(CODE).withRange(DataRange.NAMESPACE));

		deliver(CODE, Proc.of("job2", 0));
		deliver(CODE, OTHER);

		assertThat(seen).extracting(PmixEvent::source).containsExactly(OTHER);
	}

	@Test
	void delivery_affectingOtherProcesses_isDropped() throws PmixException {
		listen(HandlerOptions.of(CODE).withAffected(Proc.of("job1", 3)));

		deliver(CODE, OTHER, Info.of(EventAttributes.EVENT_AFFECTED_PROC, Proc.of("job1", 0)));
		deliver(CODE, OTHER, Info.of(EventAttributes.EVENT_AFFECTED_PROC, JOB));
		deliver(CODE, OTHER);

		assertThat(seen).hasSize(2);
	}

	@Test
	void delivery_withoutHandler_waitsForOne() throws PmixException {
		deliver(CODE, OTHER, Info.of("i", new PmixValue.Int(1)));
		deliver(CODE, OTHER, Info.of(EventAttributes.EVENT_DO_NOT_CACHE, true));
		deliver(OTHER_CODE, OTHER);

		listen(HandlerOptions.of(CODE));
		fixture.loop.run();
		assertThat(seen).hasSize(1);
		listen(HandlerOptions.of(CODE));
		fixture.loop.run();
		assertThat(seen).hasSize(1);
	}

	@Test
	void delivery_withoutHandlerForTwoMinutes_isDropped() throws PmixException {
		deliver(CODE, OTHER);
		fixture.loop.advance(Duration.ofSeconds(121));

		listen(HandlerOptions.of(CODE));

		fixture.loop.run();
		assertThat(seen).isEmpty();
	}

	@Test
	void delivery_malformedInfo_isDroppedAlone() throws PmixException {
		listen(HandlerOptions.of(CODE));
		try (LogCapture log = LogCapture.of(EventOperations.class)) {
			deliver(CODE, OTHER, Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), new PmixValue.Int(1)));
			assertThat(log.messages(System.Logger.Level.WARNING)).singleElement().asString().contains("PMIX_EVENT_CUSTOM_RANGE");
		}

		deliver(CODE, OTHER);

		assertThat(seen).hasSize(1);
	}

	@Test
	void delivery_malformedMessage_isDroppedAlone() throws PmixException {
		listen(HandlerOptions.of(CODE));
		try (LogCapture log = LogCapture.of(ServerLink.class)) {
			server.deliverBytes(Tag.NOTIFY, new byte[] { 2, 12, 2 });
			assertThat(log.messages(System.Logger.Level.WARNING)).singleElement().asString().contains("malformed");
		}

		deliver(CODE, OTHER);

		assertThat(seen).hasSize(1);
	}

	@Test
	void notifyEvent_forTheSession_reachesOwnHandlersAndTheServer() throws PmixException {
		listen(HandlerOptions.of(CODE));
		server.takeRequests();
		Info about = Info.of("a", new PmixValue.Int(1));
		CompletableFuture<Void> done = fixture.client.events().notifyEventAsync(CODE, DataRange.SESSION, about);

		assertThat(server.takeRequests()).containsExactly(new EventRequest.Notify(CODE, DataRange.SESSION, Infos.of(about)));
		assertThat(seen).extracting(PmixEvent::source).containsExactly(SELF);
		assertThat(done).isNotDone();
		server.reply(status(Status.SUCCESS));
		fixture.ended(done);
	}

	@Test
	void notifyEvent_forThisProcess_sendsNothing() throws PmixException {
		fixture.client.events().notifyEvent(CODE, DataRange.PROC_LOCAL);

		assertThat(server.takeRequests()).isEmpty();
	}

	@Test
	void declareModel_reachesHandlersOfThisProcessThatAskForIt() throws PmixException {
		listen(HandlerOptions.of(Status.MODEL_DECLARED));
		listen(HandlerOptions.of());
		server.takeRequests();

		fixture.client.events().declareModel("MPI", Info.of(ModelAttributes.THREADING_MODEL, "PTHREAD"));

		assertThat(server.takeRequests()).isEmpty();
		assertThat(seen).singleElement().satisfies(event -> {
			assertThat(event.source()).isEqualTo(SELF);
			assertThat(event.infos().get(ModelAttributes.PROGRAMMING_MODEL)).contains("MPI");
			assertThat(event.infos().get(ModelAttributes.THREADING_MODEL)).contains("PTHREAD");
		});
	}

	@Test
	void notifyEvent_forTheHost_doesNotWaitForAReply() {
		CompletableFuture<Void> done = fixture.client.events().notifyEventAsync(CODE, DataRange.RM);

		assertThat(server.takeRequests()).hasSize(1);
		assertThat(fixture.failure(done)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void notifyEvent_refused_fails() {
		CompletableFuture<Void> done = fixture.client.events().notifyEventAsync(CODE, DataRange.CUSTOM);
		server.takeRequests();
		server.reply(status(Status.ERR_BAD_PARAM));

		assertThat(fixture.failure(done)).isEqualTo(Status.ERR_BAD_PARAM);
	}

	@Test
	void lostServer_handlerForIt_isCalled() throws PmixException {
		listen(HandlerOptions.of(Status.ERR_LOST_CONNECTION));

		server.vanish();
		fixture.loop.run();

		assertThat(seen).singleElement().satisfies(event -> {
			assertThat(event.source()).isEqualTo(Proc.of("server", 0));
			assertThat(event.range()).isEqualTo(DataRange.PROC_LOCAL);
			assertThat(event.infos().value("pmix.procid")).contains(Proc.of("server", 0));
		});
	}

	@Test
	void lostServer_afterClose_raisesNoEvent() throws PmixException {
		listen(HandlerOptions.of(Status.ERR_LOST_CONNECTION));

		fixture.client.close();
		fixture.loop.run();

		assertThat(seen).isEmpty();
	}

	@Test
	void handler_blockingCall_throwsAtOnce() throws PmixException {
		List<Throwable> thrown = new ArrayList<>();
		fixture.client.events().register(HandlerOptions.of(CODE), event -> {
			try {
				fixture.client.commit();
			} catch (PmixException | IllegalStateException refusal) {
				thrown.add(refusal);
			}
			return EventOutcome.CONTINUE.now();
		});

		deliver(CODE, OTHER);

		assertThat(thrown).singleElement().isInstanceOf(IllegalStateException.class).asString().contains("event handler");
	}

	@Test
	void handler_asynchronousCall_endsWithIt() throws PmixException {
		fixture.client.events().register(HandlerOptions.of(CODE),
				event -> fixture.client.commitAsync().thenApply(nothing -> EventOutcome.COMPLETE));
		listen(HandlerOptions.of());

		deliver(CODE, OTHER);
		assertThat(seen).isEmpty();
		try (LogCapture log = LogCapture.of(internal("EventChain"))) {
			server.reply(status(Status.ERR_NOT_SUPPORTED));
			assertThat(log.messages(System.Logger.Level.WARNING)).singleElement().asString().contains("UNKNOWN");
		}

		assertThat(seen).hasSize(1);
	}

	@Test
	void handler_throws_othersAreCalled() throws PmixException {
		fixture.client.events().register(HandlerOptions.of(CODE).withName("bad"), event -> {
			throw new IllegalArgumentException("a bug of the program");
		});
		listen(HandlerOptions.of());

		try (LogCapture log = LogCapture.of(internal("EventChain"))) {
			deliver(CODE, OTHER);
			assertThat(log.messages(System.Logger.Level.WARNING)).singleElement().asString().contains("bad");
		}

		assertThat(seen).hasSize(1);
		assertThat(seen.getFirst().results()).isEqualTo(Infos.of(Info.of("bad", Status.EVENT_NO_ACTION_TAKEN)));
	}

	@Test
	void handler_neverEnds_delaysTheNextForTheHandlerLimit() throws PmixException {
		fixture.client.events().register(HandlerOptions.of(CODE), event -> new CompletableFuture<>());
		listen(HandlerOptions.of());

		try (LogCapture log = LogCapture.of(internal("EventChain"))) {
			deliver(CODE, OTHER);
			fixture.loop.advance(Duration.ofSeconds(29));
			assertThat(seen).isEmpty();
			fixture.loop.advance(Duration.ofSeconds(1));
			assertThat(log.messages(System.Logger.Level.WARNING)).hasSize(1);
		}

		assertThat(seen).hasSize(1);
	}

	private static Class<?> internal(String name) {
		try {
			return Class.forName(EventOperations.class.getPackageName() + "." + name);
		} catch (ClassNotFoundException missing) {
			throw new AssertionError(missing);
		}
	}
}
