// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.message.EventRequest;

/** Tests events that are kept for processes that register later. */
class EventHistoryTest extends EventFixture {
	EventHistoryTest() throws PmixException {
		super();
	}

	@Test
	void lateRegistration_isRepliedToBeforeEvent() throws PmixException {
		raise(MINE, DataRange.SESSION);
		int tag = peers.get(1).send(new EventRequest.RegisterEvents(List.of(MINE), Infos.EMPTY));

		assertThat(peers.get(1).tags()).containsExactly(tag, Tag.NOTIFY);
	}

	@Test
	void late_everyEvent_isDeliveredOnce() throws PmixException {
		raise(MINE, DataRange.SESSION);
		raise(OTHER, DataRange.SESSION);
		register(peers.get(1), MINE);
		register(peers.get(1), MINE, OTHER);
		register(peers.get(1));

		assertThat(codes(peers.get(1))).containsExactly(MINE, OTHER);
	}

	@Test
	void late_deliveredBefore_isNotRepeated() throws PmixException {
		register(peers.get(1), MINE);
		raise(MINE, DataRange.SESSION);
		deregister(peers.get(1), MINE);
		register(peers.get(1), MINE);

		assertThat(codes(peers.get(1))).containsExactly(MINE);
	}

	@Test
	void late_outOfRange_isNotDelivered() throws PmixException {
		notify(peers.get(0), MINE, DataRange.CUSTOM, targets(Proc.of("job", 2)));
		notify(peers.get(1), OTHER, DataRange.SESSION);
		register(peers.get(1), MINE, OTHER);

		assertThat(codes(peers.get(1))).as("one event has another target, one is its own").isEmpty();
	}

	@Test
	void late_ownEventOfARecentRelease_isDelivered() throws PmixException {
		TestPeer recent = server.connect("job", 0, Release.R5);
		register(recent, OTHER);
		notify(recent, MINE, DataRange.SESSION);
		notify(recent, OTHER, DataRange.SESSION);
		assertThat(codes(recent)).as("the library has called its handlers itself").isEmpty();
		register(recent, MINE, OTHER);

		assertThat(codes(recent)).containsExactly(MINE);
	}

	@Test
	void late_uncachedEvent_isNotDelivered() throws PmixException {
		raise(MINE, DataRange.SESSION, Info.of(EventAttributes.EVENT_DO_NOT_CACHE, true));
		raise(OTHER, DataRange.SESSION, Info.of(EventAttributes.EVENT_DO_NOT_CACHE, false));
		register(peers.get(1), MINE, OTHER);

		assertThat(codes(peers.get(1))).containsExactly(OTHER);
	}

	@Test
	void late_afterTwoMinutes_isNotDelivered() throws PmixException {
		raise(MINE, DataRange.SESSION);
		server.advance(Duration.ofSeconds(60));
		raise(OTHER, DataRange.SESSION);
		server.advance(Duration.ofSeconds(61));
		register(peers.get(1), MINE, OTHER);

		assertThat(codes(peers.get(1))).containsExactly(OTHER);
	}

	@Test
	void late_manyEvents_keepsTheLast() throws PmixException {
		for (int i = 0; i < 600; i++) {
			raise(Status.of(-6000 - i), DataRange.SESSION);
		}
		register(peers.get(1));

		assertThat(codes(peers.get(1))).hasSize(512).first().isEqualTo(Status.of(-6088));
	}

	@Test
	void late_deliveredToAllTargets_isRemoved() throws PmixException {
		register(peers.get(1), MINE);
		register(peers.get(2), MINE);
		raise(MINE, DataRange.CUSTOM, targets(Proc.of("job", 1), Proc.of("job", 2)));
		raise(OTHER, DataRange.CUSTOM, targets(Proc.of("job", 1)));
		server.connect("job", 0);
		register(peers.get(0), Status.of(-7000));

		assertThat(server.dump()).contains("1 events kept");
	}

	@Test
	void late_newConnectionOfTheSameProcess_isNotified() throws PmixException {
		register(peers.get(1), MINE);
		raise(MINE, DataRange.SESSION);
		peers.get(1).finish();
		TestPeer again = server.connect("job", 1);
		register(again, MINE);

		assertThat(codes(again)).containsExactly(MINE);
	}

	@Test
	void late_namespaceEnded_removesItsEvents() throws PmixException {
		raise(MINE, DataRange.CUSTOM, targets(Proc.wildcard("job")));
		raise(OTHER, DataRange.CUSTOM, targets(Proc.wildcard("job"), Proc.of("other", 0)));
		server.get(server.core().deregisterNamespace("job"));

		assertThat(server.dump()).contains("1 events kept");
	}
}
