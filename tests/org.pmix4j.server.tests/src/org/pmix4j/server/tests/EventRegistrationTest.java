// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.message.EventRequest;
import org.pmix4j.wire.internal.message.JobRequest;

/** Tests registrations for events: their content, their end, and the host's view of them. */
class EventRegistrationTest extends EventFixture {
	private static final Status SYSTEM = Status.of(-231);
	private static final Status DEFAULT = Status.of(EventRequest.DeregisterEvents.DEFAULT_HANDLER);
	private static final Info NON_DEFAULT = Info.of(EventAttributes.EVENT_NON_DEFAULT, true);

	EventRegistrationTest() throws PmixException {
		super();
	}

	@Test
	void defaultHandler_getsAllEventsNotMeantForOthers() throws PmixException {
		register(peers.get(1));
		raise(MINE, DataRange.SESSION);
		raise(OTHER, DataRange.SESSION, NON_DEFAULT);

		assertThat(codes(peers.get(1))).containsExactly(MINE);
	}

	@Test
	void registration_twice_deliversOnce() throws PmixException {
		register(peers.get(1), MINE, OTHER);
		register(peers.get(1), MINE);
		register(peers.get(1));
		raise(MINE, DataRange.SESSION);

		assertThat(codes(peers.get(1))).containsExactly(MINE);
	}

	@Test
	void registration_directiveOfTheWrongType_isRefusedAndLeavesNothing() throws PmixException {
		Infos wrong = Infos.of(Info.of(EventAttributes.EVENT_AFFECTED_PROC.key(), new PmixValue.Str("me")));

		assertThat(peers.get(1).ask(new EventRequest.RegisterEvents(List.of(MINE), wrong))).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(server.dump()).contains("0 registrations");
	}

	@Test
	void deregistration_ofCode_endsThatCodeOnly() throws PmixException {
		register(peers.get(1), MINE, OTHER);
		register(peers.get(2), MINE);
		deregister(peers.get(1), MINE);
		raise(MINE, DataRange.SESSION);
		raise(OTHER, DataRange.SESSION);

		assertThat(codes(peers.get(1))).containsExactly(OTHER);
		assertThat(codes(peers.get(2))).containsExactly(MINE);
	}

	@Test
	void deregistration_ofTheDefaultHandler_leavesTheOthers() throws PmixException {
		register(peers.get(1));
		register(peers.get(1), MINE);
		deregister(peers.get(1), DEFAULT);
		raise(MINE, DataRange.SESSION);
		raise(OTHER, DataRange.SESSION);

		assertThat(codes(peers.get(1))).containsExactly(MINE);
	}

	@Test
	void deregistration_ofCode_leavesDefaultHandler() throws PmixException {
		register(peers.get(1));
		deregister(peers.get(1), MINE);
		raise(MINE, DataRange.SESSION);

		assertThat(codes(peers.get(1))).containsExactly(MINE);
	}

	@Test
	void deregistration_ofNothing_isIgnored() throws PmixException {
		register(peers.get(1), MINE);
		deregister(peers.get(1));
		raise(MINE, DataRange.SESSION);

		assertThat(codes(peers.get(1))).containsExactly(MINE);
	}

	@Test
	void finalize_endsAllRegistrations() throws PmixException {
		register(peers.get(1), MINE);
		assertThat(peers.get(1).ask(JobRequest.Finalize.INSTANCE)).isEqualTo(Status.SUCCESS);
		raise(MINE, DataRange.SESSION);

		assertThat(codes(peers.get(1))).isEmpty();
		assertThat(server.dump()).contains("0 registrations");
	}

	@Test
	void death_ends_allRegistrations() throws PmixException {
		register(peers.get(1), MINE);
		peers.get(1).die();
		raise(MINE, DataRange.SESSION);

		assertThat(server.dump()).contains("0 registrations");
	}

	@Test
	void systemEvents_registration_isPassedToTheHost() throws PmixException {
		register(peers.get(0), SYSTEM, MINE);
		register(peers.get(1), SYSTEM);
		deregister(peers.get(0), SYSTEM);
		assertThat(host.told).containsExactly("register [-231]");
		peers.get(1).die();

		assertThat(host.told).contains("deregister [-231]");
	}

	@Test
	void systemEvents_unsupportedByTheHost_registrationsAreKept() throws PmixException {
		host.answer = CompletableFuture.failedFuture(new PmixException(Status.ERR_NOT_SUPPORTED, "none"));
		register(peers.get(1), SYSTEM);
		raise(SYSTEM, DataRange.SESSION);

		assertThat(codes(peers.get(1))).containsExactly(SYSTEM);
	}

	@Test
	void systemEvents_hostRefuses_registrationFails() throws PmixException {
		host.answer = CompletableFuture.failedFuture(new PmixException(Status.ERR_NO_PERMISSIONS, "not for you"));
		int tag = peers.get(1).send(new EventRequest.RegisterEvents(List.of(SYSTEM, MINE), Infos.EMPTY));
		assertThat(peers.get(1).status(tag)).isEqualTo(Status.ERR_NO_PERMISSIONS);
		raise(SYSTEM, DataRange.SESSION);
		raise(MINE, DataRange.SESSION);

		assertThat(codes(peers.get(1))).isEmpty();
		assertThat(server.dump()).contains("0 registrations");
	}

	@Test
	void systemEvents_hostRefuses_earlierRegistrationsAreKept() throws PmixException {
		register(peers.get(1), MINE);
		host.answer = CompletableFuture.failedFuture(new PmixException(Status.ERR_NO_PERMISSIONS, "not for you"));
		int tag = peers.get(1).send(new EventRequest.RegisterEvents(List.of(SYSTEM), Infos.EMPTY));
		assertThat(peers.get(1).status(tag)).isEqualTo(Status.ERR_NO_PERMISSIONS);
		raise(MINE, DataRange.SESSION);

		assertThat(codes(peers.get(1))).containsExactly(MINE);
		assertThat(server.dump()).contains("1 registrations");
	}

	@Test
	void systemEvents_slowHost_theReplyPrecedesTheEvent() throws PmixException {
		host.answer = new CompletableFuture<>();
		int tag = peers.get(1).send(new EventRequest.RegisterEvents(List.of(SYSTEM), Infos.EMPTY));
		raise(SYSTEM, DataRange.SESSION);
		assertThat(peers.get(1).tags()).isEmpty();
		host.answer.complete(null);

		assertThat(peers.get(1).tags()).containsExactly(tag, Tag.NOTIFY);
	}

	@Test
	void systemEvents_requesterDies_leavesNothing() throws PmixException {
		host.answer = new CompletableFuture<>();
		peers.get(1).send(new EventRequest.RegisterEvents(List.of(SYSTEM), Infos.EMPTY));
		peers.get(1).die();
		host.answer.complete(null);
		server.run();

		assertThat(host.told).containsSequence("register [-231]", "deregister [-231]");
		assertThat(server.dump()).contains("0 registrations");
	}
}
