// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
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
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.message.Delivery;
import org.pmix4j.wire.internal.message.EventRequest;

/** Tests which processes receive an event. */
class EventTest extends EventFixture {
	EventTest() throws PmixException {
		super();
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
		assertThat(codes(peers.get(0))).as("the source notifies its own handlers").isEmpty();
	}

	@Test
	void notify_deliveredBytes_matchTheCServer() throws PmixException {
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

		// the last info's value is BOOL true; a range would add five bytes
		assertThat(payload[payload.length - 1]).isEqualTo((byte) 1);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4, 5, 6, 7 })
	void notify_ofEveryRange_isAcknowledged(int range) throws PmixException {
		assertThat(notify(peers.get(0), MINE, new DataRange(range))).isEqualTo(Status.SUCCESS);
	}

	@ParameterizedTest
	@ValueSource(ints = { 8, 99, 255 })
	void notify_unknownRange_isRefused(int range) throws PmixException {
		register(peers.get(1), MINE);

		assertThat(notify(peers.get(0), MINE, new DataRange(range))).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(peers.get(1).events()).isEmpty();
		assertThat(host.told).isEmpty();
	}

	/** Its default handlers get the event in any case, those of the others do not; no process sees who has asked for it. */
	@Test
	void raise_requestedByAProcess_reachesItsDefaultHandlers() throws PmixException {
		register(peers.get(0));
		register(peers.get(1));
		register(peers.get(2), MINE);
		raise(MINE, DataRange.SESSION, Info.of(EventAttributes.EVENT_NON_DEFAULT, true),
				Info.of(IdentityAttributes.REQUESTOR, Proc.of("job", 1)));

		assertThat(peers.get(0).events()).isEmpty();
		assertThat(peers.get(1).events()).singleElement().satisfies(event -> assertThat(event.infos().list()).isEmpty());
		assertThat(peers.get(2).events()).singleElement().satisfies(event -> assertThat(event.infos().list())
				.containsExactly(Info.of(EventAttributes.EVENT_NON_DEFAULT, true)));
	}

	@Test
	void notify_rangeOfTheResourceManager_isPassedToTheHostOnly() throws PmixException {
		register(peers.get(1), MINE);
		notify(peers.get(0), MINE, DataRange.RM);

		assertThat(codes(peers.get(1))).isEmpty();
		assertThat(host.told).containsExactly("notify -5000 job:0 0");
		assertThat(server.dump()).contains("0 events kept");
	}

	@Test
	void notify_rangeOfTheProcess_isNotDelivered() throws PmixException {
		register(peers.get(1), MINE);
		notify(peers.get(0), MINE, DataRange.PROC_LOCAL);

		assertThat(codes(peers.get(1))).isEmpty();
		assertThat(host.told).isEmpty();
	}

	@Test
	void notify_rangeOfTheNode_isNotPassedToTheHost() throws PmixException {
		register(peers.get(1), MINE);
		notify(peers.get(0), MINE, DataRange.LOCAL);

		assertThat(codes(peers.get(1))).containsExactly(MINE);
		assertThat(host.told).isEmpty();
	}

	@Test
	void notify_rangeNamespace_staysInNamespace() throws PmixException {
		server.job("other", 1);
		TestPeer other = server.connect("other", 0);
		register(other, MINE);
		register(peers.get(1), MINE);
		notify(peers.get(0), MINE, DataRange.NAMESPACE);

		assertThat(codes(peers.get(1))).containsExactly(MINE);
		assertThat(codes(other)).isEmpty();
	}

	@Test
	void notify_hostDistributes_isAcknowledgedAfterwards() throws PmixException {
		host.answer = new CompletableFuture<>();
		register(peers.get(1), MINE);
		int tag = peers.get(0).send(new EventRequest.Notify(MINE, DataRange.GLOBAL, Infos.EMPTY));
		assertThat(codes(peers.get(1))).as("local peers need not wait").containsExactly(MINE);
		assertThat(peers.get(0).isAnswered(tag)).isFalse();
		host.answer.complete(null);

		assertThat(peers.get(0).status(tag)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void notify_hostFails_failsForTheSource() throws PmixException {
		host.answer = CompletableFuture.failedFuture(new PmixException(Status.ERR_UNREACH, "no way"));

		assertThat(notify(peers.get(0), MINE, DataRange.GLOBAL)).isEqualTo(Status.ERR_UNREACH);
	}

	@Test
	void notify_alreadyHandledByAServer_isAcknowledgedAndDropped() throws PmixException {
		register(peers.get(1), MINE);
		Info handled = Info.of("pmix.srvr.internal.notify", PmixValue.Bool.TRUE);

		assertThat(notify(peers.get(0), MINE, DataRange.SESSION, handled)).isEqualTo(Status.SUCCESS);
		assertThat(codes(peers.get(1))).isEmpty();
		assertThat(host.told).isEmpty();
	}

	@Test
	void targets_customRange_areNotifiedOnly() throws PmixException {
		register(peers.get(1), MINE);
		register(peers.get(2), MINE);
		notify(peers.get(0), MINE, DataRange.CUSTOM, targets(Proc.of("job", 2)));

		assertThat(codes(peers.get(1))).isEmpty();
		assertThat(codes(peers.get(2))).containsExactly(MINE);
	}

	@Test
	void targets_processOrNamespace_areNotified() throws PmixException {
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
	void affected_registrationForOthers_isNotNotified() throws PmixException {
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
	void affected_eventWithoutProcesses_isDeliveredToAll() throws PmixException {
		register(peers.get(1), Infos.of(Info.of(EventAttributes.EVENT_AFFECTED_PROC, Proc.of("job", 1))), MINE);
		raise(MINE, DataRange.SESSION);

		assertThat(codes(peers.get(1))).containsExactly(MINE);
	}

	@Test
	void raise_byTheHost_isDeliveredWithItsSource() throws PmixException {
		register(peers.get(1), MINE);
		server.get(server.core().notifyEvent(MINE, Proc.of("job", 2), DataRange.NAMESPACE, Infos.EMPTY));

		assertThat(peers.get(1).events()).singleElement().satisfies(event -> {
			assertThat(event.source()).isEqualTo(Proc.of("job", 2));
			assertThat(event.infos().list()).isEmpty();
		});
		assertThat(host.told).as("the host does not get its own event").isEmpty();
	}

	@Test
	void raise_byServer_reachesEveryNamespace() throws PmixException {
		register(peers.get(1), MINE);
		raise(MINE, DataRange.NAMESPACE);

		assertThat(codes(peers.get(1))).containsExactly(MINE);
	}

	@Test
	void losses_simultaneous_areOneEvent() throws PmixException {
		peers.forEach(TestPeer::die);
		assertThat(host.told).isEmpty();
		server.advance(Duration.ofSeconds(1));

		assertThat(host.told).containsExactly("notify -61 job:0 3");
	}
}
