// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.frame.Tag;
import org.pmix4j.wire.message.Delivery;
import org.pmix4j.wire.message.EventRequest;
import org.pmix4j.wire.message.JobRequest;

class EventTest {
	private static final Status MINE = Status.of(-5000);
	private static final Status OTHER = Status.of(-5001);
	private static final Status SYSTEM = Status.of(-231);
	private static final Status DEFAULT = Status.of(EventRequest.DeregisterEvents.DEFAULT_HANDLER);
	private static final Proc SERVER = Proc.of("server", 0);
	private static final Info NON_DEFAULT = Info.of(EventAttributes.EVENT_NON_DEFAULT, true);

	/** What the host was told. */
	private static final class Witness implements PmixHost {
		private final List<String> told = new ArrayList<>();
		private CompletableFuture<Void> answer = CompletableFuture.completedFuture(null);

		@Override
		public CompletionStage<Void> notifyEvent(Status code, Proc source, DataRange range, Infos infos) {
			told.add("notify " + code.code() + " " + source + " " + infos.size());
			return answer;
		}

		@Override
		public CompletionStage<Void> registerEvents(List<Status> codes, Infos infos) {
			told.add("register " + codes.stream().map(Status::code).toList());
			return answer;
		}

		@Override
		public CompletionStage<Void> deregisterEvents(List<Status> codes) {
			told.add("deregister " + codes.stream().map(Status::code).toList());
			return answer;
		}
	}

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final Witness host = new Witness();
	private final TestServer server;
	private List<TestPeer> peers = List.of();

	EventTest() throws PmixException {
		server = TestServer.open(host);
	}

	@BeforeEach
	void connect() throws PmixException {
		server.job("job", 3);
		peers = server.connectAll("job", 3);
	}

	private static void register(TestPeer peer, Infos infos, Status... codes) throws PmixException {
		assertThat(peer.ask(new EventRequest.RegisterEvents(List.of(codes), infos))).isEqualTo(Status.SUCCESS);
	}

	private static void register(TestPeer peer, Status... codes) throws PmixException {
		register(peer, Infos.EMPTY, codes);
	}

	private static void deregister(TestPeer peer, Status... codes) throws PmixException {
		int tag = peer.send(new EventRequest.DeregisterEvents(List.of(codes)));
		assertThat(peer.isAnswered(tag)).as("never answered").isFalse();
	}

	private static Status notify(TestPeer peer, Status code, DataRange range, Info... infos) throws PmixException {
		return peer.ask(new EventRequest.Notify(code, range, Infos.of(infos)));
	}

	private void raise(Status code, DataRange range, Info... infos) throws PmixException {
		server.get(server.core().notifyEvent(code, SERVER, range, Infos.of(infos)));
	}

	private static List<Status> codes(TestPeer peer) throws PmixException {
		return peer.events().stream().map(Delivery.EventDelivery::code).toList();
	}

	private static Info targets(Proc... procs) {
		return Info.of(EventAttributes.EVENT_CUSTOM_RANGE, DataArray.ofProcs(List.of(procs)));
	}

	@Test
	void notify_registered_isDelivered() throws PmixException {
		register(peers.get(1), MINE);
		Info note = Info.of("note", new PmixValue.Str("abc"));
		assertThat(notify(peers.get(0), MINE, DataRange.SESSION, note)).isEqualTo(Status.SUCCESS);

		List<Delivery.EventDelivery> events = peers.get(1).events();
		assertThat(events).hasSize(1);
		assertThat(events.get(0).source()).isEqualTo(Proc.of("job", 0));
		assertThat(events.get(0).range()).isEqualTo(DataRange.SESSION);
		assertThat(events.get(0).infos().list()).first().isEqualTo(note);
		assertThat(codes(peers.get(2))).as("not registered").isEmpty();
		assertThat(codes(peers.get(0))).as("the source has told itself").isEmpty();
	}

	@Test
	void notify_deliveredBytes_areThoseOfTheCServer() throws PmixException {
		server.job("job1", 2);
		List<TestPeer> two = server.connectAll("job1", 2);
		register(two.get(1), MINE);
		notify(two.get(0), MINE, DataRange.SESSION, Info.of("note", new PmixValue.Str("abc")));

		assertThat(two.get(1).payload(Tag.NOTIFY)).as("recorded from 4.2.2").isEqualTo(HexFormat.of().parseHex(
				"020c028f4e020a6a6f62310000020204"
				+ "0a6e6f7465000003086162630034706d69782e737276722e696e7465726e616c2e6e6f746966790000010102" + "04"));
	}

	@Test
	void notify_toAnOldRelease_hasNoRange() throws PmixException {
		TestPeer old = server.connect("job", 1, Release.R3);
		register(old, MINE);
		notify(peers.get(0), MINE, DataRange.SESSION);
		byte[] payload = old.payload(Tag.NOTIFY);

		// the last info's value is BOOL true: with a range there would be five bytes more
		assertThat(payload[payload.length - 1]).isEqualTo((byte) 1);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4, 5, 6, 7 })
	void notify_ofEveryRange_isAcknowledged(int range) throws PmixException {
		assertThat(notify(peers.get(0), MINE, new DataRange(range))).isEqualTo(Status.SUCCESS);
	}

	@Test
	void notify_rangeOfTheResourceManager_goesToTheHostAlone() throws PmixException {
		register(peers.get(1), MINE);
		notify(peers.get(0), MINE, DataRange.RM);

		assertThat(codes(peers.get(1))).isEmpty();
		assertThat(host.told).containsExactly("notify -5000 job:0 0");
		assertThat(server.dump()).contains("0 events kept");
	}

	@Test
	void notify_rangeOfTheProcess_goesNowhere() throws PmixException {
		register(peers.get(1), MINE);
		notify(peers.get(0), MINE, DataRange.PROC_LOCAL);

		assertThat(codes(peers.get(1))).isEmpty();
		assertThat(host.told).isEmpty();
	}

	@Test
	void notify_rangeOfTheNode_isNotToldToTheHost() throws PmixException {
		register(peers.get(1), MINE);
		notify(peers.get(0), MINE, DataRange.LOCAL);

		assertThat(codes(peers.get(1))).containsExactly(MINE);
		assertThat(host.told).isEmpty();
	}

	@Test
	void notify_rangeOfTheNamespace_staysInIt() throws PmixException {
		server.job("other", 1);
		TestPeer other = server.connect("other", 0);
		register(other, MINE);
		register(peers.get(1), MINE);
		notify(peers.get(0), MINE, DataRange.NAMESPACE);

		assertThat(codes(peers.get(1))).containsExactly(MINE);
		assertThat(codes(other)).isEmpty();
	}

	@Test
	void notify_hostDistributes_thenItIsAcknowledged() throws PmixException {
		host.answer = new CompletableFuture<>();
		register(peers.get(1), MINE);
		int tag = peers.get(0).send(new EventRequest.Notify(MINE, DataRange.GLOBAL, Infos.EMPTY));
		assertThat(codes(peers.get(1))).as("those here need not wait").containsExactly(MINE);
		assertThat(peers.get(0).isAnswered(tag)).isFalse();
		host.answer.complete(null);

		assertThat(peers.get(0).status(tag)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void notify_hostFails_isToldToTheSource() throws PmixException {
		host.answer = CompletableFuture.failedFuture(new PmixException(Status.ERR_UNREACH, "no way"));

		assertThat(notify(peers.get(0), MINE, DataRange.GLOBAL)).isEqualTo(Status.ERR_UNREACH);
	}

	@Test
	void notify_handledByAServerBefore_isAcknowledgedAndDropped() throws PmixException {
		register(peers.get(1), MINE);
		Info handled = Info.of("pmix.srvr.internal.notify", PmixValue.Bool.TRUE);

		assertThat(notify(peers.get(0), MINE, DataRange.SESSION, handled)).isEqualTo(Status.SUCCESS);
		assertThat(codes(peers.get(1))).isEmpty();
		assertThat(host.told).isEmpty();
	}

	@Test
	void targets_customRange_aloneAreTold() throws PmixException {
		register(peers.get(1), MINE);
		register(peers.get(2), MINE);
		notify(peers.get(0), MINE, DataRange.CUSTOM, targets(Proc.of("job", 2)));

		assertThat(codes(peers.get(1))).isEmpty();
		assertThat(codes(peers.get(2))).containsExactly(MINE);
	}

	@Test
	void targets_oneProcessOrAllOfANamespace_areTold() throws PmixException {
		register(peers.get(1), MINE);
		register(peers.get(2), MINE);
		raise(MINE, DataRange.CUSTOM, Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), Proc.of("job", 1)));
		raise(MINE, DataRange.CUSTOM, Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), Proc.wildcard("job")));

		assertThat(codes(peers.get(1))).containsExactly(MINE, MINE);
		assertThat(codes(peers.get(2))).containsExactly(MINE);
	}

	@Test
	void targets_otherRange_areRefused() throws PmixException {
		assertThat(notify(peers.get(0), MINE, DataRange.SESSION, targets(Proc.of("job", 2)))).isEqualTo(Status.ERR_BAD_PARAM);
		assertThatThrownBy(() -> raise(MINE, DataRange.LOCAL, targets(Proc.of("job", 2)))).isInstanceOf(PmixException.class);
	}

	@Test
	void targets_ofTheWrongType_areRefused() throws PmixException {
		assertThat(notify(peers.get(0), MINE, DataRange.CUSTOM,
				Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), new PmixValue.Str("all"))))
				.isEqualTo(Status.ERR_BAD_PARAM);
	}

	@Test
	void affected_registrationForOthers_isNotTold() throws PmixException {
		Info affected = Info.of(EventAttributes.EVENT_AFFECTED_PROC, Proc.of("job", 2));
		register(peers.get(0), Infos.of(affected), MINE);
		register(peers.get(1), Infos.of(Info.of(EventAttributes.EVENT_AFFECTED_PROC, Proc.of("job", 1))), MINE);
		register(peers.get(2), Infos.of(Info.of(EventAttributes.EVENT_AFFECTED_PROCS, DataArray.ofProcs(List.of(Proc.wildcard("job"))))),
				MINE);
		raise(MINE, DataRange.SESSION, affected);

		assertThat(codes(peers.get(0))).containsExactly(MINE);
		assertThat(codes(peers.get(1))).isEmpty();
		assertThat(codes(peers.get(2))).containsExactly(MINE);
	}

	@Test
	void affected_eventAboutNobody_isToldToAll() throws PmixException {
		register(peers.get(1), Infos.of(Info.of(EventAttributes.EVENT_AFFECTED_PROC, Proc.of("job", 1))), MINE);
		raise(MINE, DataRange.SESSION);

		assertThat(codes(peers.get(1))).containsExactly(MINE);
	}

	@Test
	void defaultHandler_getsAllButThoseForOthers() throws PmixException {
		register(peers.get(1));
		raise(MINE, DataRange.SESSION);
		raise(OTHER, DataRange.SESSION, NON_DEFAULT);

		assertThat(codes(peers.get(1))).containsExactly(MINE);
	}

	@Test
	void registration_twice_isToldOnce() throws PmixException {
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
	void deregistration_ofACode_endsThatAlone() throws PmixException {
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
	void deregistration_ofACode_leavesTheDefaultHandler() throws PmixException {
		register(peers.get(1));
		deregister(peers.get(1), MINE);
		raise(MINE, DataRange.SESSION);

		assertThat(codes(peers.get(1))).containsExactly(MINE);
	}

	@Test
	void deregistration_ofNothing_isNoMatter() throws PmixException {
		register(peers.get(1), MINE);
		deregister(peers.get(1));
		raise(MINE, DataRange.SESSION);

		assertThat(codes(peers.get(1))).containsExactly(MINE);
	}

	// late registrants

	@Test
	void late_registration_isAnsweredBeforeTheEvent() throws PmixException {
		raise(MINE, DataRange.SESSION);
		int tag = peers.get(1).send(new EventRequest.RegisterEvents(List.of(MINE), Infos.EMPTY));

		assertThat(peers.get(1).tags()).containsExactly(tag, Tag.NOTIFY);
	}

	@Test
	void late_everyEvent_isToldOnce() throws PmixException {
		raise(MINE, DataRange.SESSION);
		raise(OTHER, DataRange.SESSION);
		register(peers.get(1), MINE);
		register(peers.get(1), MINE, OTHER);
		register(peers.get(1));

		assertThat(codes(peers.get(1))).containsExactly(MINE, OTHER);
	}

	@Test
	void late_toldLiveBefore_isNotToldAgain() throws PmixException {
		register(peers.get(1), MINE);
		raise(MINE, DataRange.SESSION);
		deregister(peers.get(1), MINE);
		register(peers.get(1), MINE);

		assertThat(codes(peers.get(1))).containsExactly(MINE);
	}

	@Test
	void late_notForHim_isNotTold() throws PmixException {
		notify(peers.get(0), MINE, DataRange.CUSTOM, targets(Proc.of("job", 2)));
		notify(peers.get(1), OTHER, DataRange.SESSION);
		register(peers.get(1), MINE, OTHER);

		assertThat(codes(peers.get(1))).as("one has another target, one is his own").isEmpty();
	}

	@Test
	void late_ownEventOfARecentRelease_isToldAsItDoesNotKeepItItself() throws PmixException {
		TestPeer recent = server.connect("job", 0, Release.R5);
		register(recent, OTHER);
		notify(recent, MINE, DataRange.SESSION);
		notify(recent, OTHER, DataRange.SESSION);
		assertThat(codes(recent)).as("it has told the handlers that it had").isEmpty();
		register(recent, MINE, OTHER);

		assertThat(codes(recent)).containsExactly(MINE);
	}

	@Test
	void late_eventNotToBeKept_isNotTold() throws PmixException {
		raise(MINE, DataRange.SESSION, Info.of(EventAttributes.EVENT_DO_NOT_CACHE, true));
		raise(OTHER, DataRange.SESSION, Info.of(EventAttributes.EVENT_DO_NOT_CACHE, false));
		register(peers.get(1), MINE, OTHER);

		assertThat(codes(peers.get(1))).containsExactly(OTHER);
	}

	@Test
	void late_twoMinutes_isTooLate() throws PmixException {
		raise(MINE, DataRange.SESSION);
		server.advance(Duration.ofSeconds(60));
		raise(OTHER, DataRange.SESSION);
		server.advance(Duration.ofSeconds(61));
		register(peers.get(1), MINE, OTHER);

		assertThat(codes(peers.get(1))).containsExactly(OTHER);
	}

	@Test
	void late_manyEvents_theLastAreKept() throws PmixException {
		for (int i = 0; i < 600; i++) {
			raise(Status.of(-6000 - i), DataRange.SESSION);
		}
		register(peers.get(1));

		assertThat(codes(peers.get(1))).hasSize(512).first().isEqualTo(Status.of(-6088));
	}

	@Test
	void late_allTargetsTold_isForgotten() throws PmixException {
		register(peers.get(1), MINE);
		register(peers.get(2), MINE);
		raise(MINE, DataRange.CUSTOM, targets(Proc.of("job", 1), Proc.of("job", 2)));
		raise(OTHER, DataRange.CUSTOM, targets(Proc.of("job", 1)));
		server.connect("job", 0);
		register(peers.get(0), Status.of(-7000));

		assertThat(server.dump()).contains("1 events kept");
	}

	@Test
	void late_newConnectionOfTheSameProcess_isTold() throws PmixException {
		register(peers.get(1), MINE);
		raise(MINE, DataRange.SESSION);
		peers.get(1).finish();
		TestPeer again = server.connect("job", 1);
		register(again, MINE);

		assertThat(codes(again)).containsExactly(MINE);
	}

	@Test
	void late_namespaceEnded_itsEventsAreForgotten() throws PmixException {
		raise(MINE, DataRange.CUSTOM, targets(Proc.wildcard("job")));
		raise(OTHER, DataRange.CUSTOM, targets(Proc.wildcard("job"), Proc.of("other", 0)));
		server.get(server.core().deregisterNamespace("job"));

		assertThat(server.dump()).contains("1 events kept");
	}

	// who leaves

	@Test
	void farewell_ends_allRegistrations() throws PmixException {
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

	// the host

	@Test
	void raise_byTheHost_isToldWithItsSource() throws PmixException {
		register(peers.get(1), MINE);
		server.get(server.core().notifyEvent(MINE, Proc.of("job", 2), DataRange.NAMESPACE, Infos.EMPTY));

		assertThat(peers.get(1).events()).singleElement().satisfies(event -> {
			assertThat(event.source()).isEqualTo(Proc.of("job", 2));
			assertThat(event.infos().list()).isEmpty();
		});
		assertThat(host.told).as("it need not be told its own event").isEmpty();
	}

	@Test
	void raise_inTheServersName_reachesEveryNamespace() throws PmixException {
		register(peers.get(1), MINE);
		raise(MINE, DataRange.NAMESPACE);

		assertThat(codes(peers.get(1))).containsExactly(MINE);
	}

	@Test
	void systemEvents_theHostIsToldWhatIsWanted() throws PmixException {
		register(peers.get(0), SYSTEM, MINE);
		register(peers.get(1), SYSTEM);
		deregister(peers.get(0), SYSTEM);
		assertThat(host.told).containsExactly("register [-231]");
		peers.get(1).die();

		assertThat(host.told).contains("deregister [-231]");
	}

	@Test
	void systemEvents_hostOffersNone_registrationsAreKeptAllTheSame() throws PmixException {
		host.answer = CompletableFuture.failedFuture(new PmixException(Status.ERR_NOT_SUPPORTED, "none"));
		register(peers.get(1), SYSTEM);
		raise(SYSTEM, DataRange.SESSION);

		assertThat(codes(peers.get(1))).containsExactly(SYSTEM);
	}

	@Test
	void systemEvents_hostRefuses_theProcessIsToldAndNothingIsKept() throws PmixException {
		host.answer = CompletableFuture.failedFuture(new PmixException(Status.ERR_NO_PERMISSIONS, "not for you"));
		int tag = peers.get(1).send(new EventRequest.RegisterEvents(List.of(SYSTEM, MINE), Infos.EMPTY));
		assertThat(peers.get(1).status(tag)).isEqualTo(Status.ERR_NO_PERMISSIONS);
		raise(SYSTEM, DataRange.SESSION);
		raise(MINE, DataRange.SESSION);

		assertThat(codes(peers.get(1))).isEmpty();
		assertThat(server.dump()).contains("0 registrations");
	}

	@Test
	void systemEvents_hostThinks_theAnswerStillComesBeforeTheEvent() throws PmixException {
		host.answer = new CompletableFuture<>();
		int tag = peers.get(1).send(new EventRequest.RegisterEvents(List.of(SYSTEM), Infos.EMPTY));
		raise(SYSTEM, DataRange.SESSION);
		assertThat(peers.get(1).tags()).isEmpty();
		host.answer.complete(null);

		assertThat(peers.get(1).tags()).containsExactly(tag, Tag.NOTIFY);
	}

	@Test
	void systemEvents_askingProcessDiesMeanwhile_nothingIsLeft() throws PmixException {
		host.answer = new CompletableFuture<>();
		peers.get(1).send(new EventRequest.RegisterEvents(List.of(SYSTEM), Infos.EMPTY));
		peers.get(1).die();
		host.answer.complete(null);
		server.run();

		assertThat(host.told).containsSequence("register [-231]", "deregister [-231]");
		assertThat(server.dump()).contains("0 registrations");
	}

	@Test
	void losses_atOneTime_areOneEventThatNamesAll() throws PmixException {
		peers.forEach(TestPeer::die);
		assertThat(host.told).isEmpty();
		server.advance(Duration.ofSeconds(1));

		assertThat(host.told).containsExactly("notify -61 job:0 3");
	}
}
