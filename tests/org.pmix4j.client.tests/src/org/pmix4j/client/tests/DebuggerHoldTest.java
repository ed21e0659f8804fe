// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.client.ClientOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.client.internal.session.SharedLoop;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.testkit.SimulatedLoop;
import org.pmix4j.wire.internal.message.Delivery.EventDelivery;
import org.pmix4j.wire.internal.message.EventRequest;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.Request;

/** Tests that a client waits for a debugger when its job information says so. */
class DebuggerHoldTest {
	private final SimulatedLoop loop = new SimulatedLoop();
	private final FakeServer server = new FakeServer(loop, "5.0.7");

	/** Opens rank 1. Another action than a reply may follow when it is ready for the debugger. */
	private PmixClient open(PmixValue stop, Runnable whenReady) throws PmixException {
		server.behave(request -> {
			if (request instanceof JobRequest.JobInfoRequest) {
				return Optional.of(new Reply.JobInfoReply(Status.SUCCESS, FakeServer.NSPACE,
						KvalBlob.of(List.of(new Kval(DebuggerAttributes.DEBUG_STOP_IN_INIT.key(), stop)))));
			}
			if (request instanceof EventRequest.Notify) {
				whenReady.run();
				return Optional.of(Reply.StatusReply.OK);
			}
			return FakeServer.defaultReply(request);
		});
		return SharedLoop.use(loop,
				() -> PmixClient.open(ClientOptions.DEFAULT.withEnvironment(server.environment(1)).withExecutor(loop::execute)));
	}

	private void release() {
		server.send(new EventDelivery(Status.DEBUGGER_RELEASE, Proc.of("tool", 0), DataRange.CUSTOM, Infos.EMPTY));
	}

	static Stream<PmixValue> stops() {
		return Stream.of(Rank.WILDCARD, new Rank(1), PmixValue.Bool.TRUE);
	}

	@ParameterizedTest
	@MethodSource("stops")
	void open_stopInInit_saysThatItIsReadyAndWaitsForTheRelease(PmixValue stop) throws PmixException {
		PmixClient client = open(stop, this::release);

		assertThat(client.isOpen()).isTrue();
		List<Request> requests = server.takeRequests();
		assertThat(requests).startsWith(new EventRequest.RegisterEvents(List.of(Status.DEBUGGER_RELEASE), Infos.EMPTY),
				new EventRequest.Notify(Status.READY_FOR_DEBUG, DataRange.RM, Infos.EMPTY.with(EventAttributes.EVENT_NON_DEFAULT, true)
						.with(DebuggerAttributes.BREAKPOINT, "pmix-init")));
	}

	static Stream<Arguments> others() {
		return Stream.of(Arguments.of(new Rank(0)), Arguments.of(PmixValue.Bool.FALSE));
	}

	@ParameterizedTest
	@MethodSource("others")
	void open_stopOfOthers_doesNotWait(PmixValue stop) throws PmixException {
		open(stop, this::release);

		assertThat(server.takeRequests()).isEmpty();
	}

	@Test
	void open_serverIsLostWhileItWaits_fails() {
		assertThatThrownBy(() -> open(Rank.WILDCARD, server::vanish)).isInstanceOf(PmixException.class)
				.satisfies(failure -> assertThat(((PmixException) failure).status()).isEqualTo(Status.ERR_UNREACH));
	}

	@Test
	void open_stopOfAnotherType_fails() {
		assertThatThrownBy(() -> open(new PmixValue.Str("yes"), this::release)).hasMessageContaining("PMIX_DEBUG_STOP_IN_INIT");
	}
}
