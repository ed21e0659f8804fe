// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.Delivery;
import org.pmix4j.wire.internal.message.EventRequest;

/** Tests groups formed by invitation, which the server learns from events. */
class InvitationTest {
	private static final Info NAME = Info.of(GroupAttributes.GROUP_ID, "group");

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final TestServer server;
	private final List<TestPeer> peers;

	InvitationTest() throws PmixException {
		server = TestServer.open(PmixHost.NONE);
		server.job("job", 3);
		peers = server.connectAll("job", 3);
	}

	private static Proc rank(int rank) {
		return Proc.of("job", rank);
	}

	private static DataRequest.Fence fence(Proc proc) {
		return new DataRequest.Fence(List.of(proc), Infos.EMPTY);
	}

	private static void wantEvents(Status code, TestPeer... peers) throws PmixException {
		for (TestPeer peer : peers) {
			assertThat(peer.ask(new EventRequest.RegisterEvents(List.of(code), Infos.EMPTY))).isEqualTo(Status.SUCCESS);
		}
	}

	private static EventRequest.Notify event(Status code, Info... infos) {
		Infos all = Infos.of(infos).with(EventAttributes.EVENT_CUSTOM_RANGE, DataArray.ofProcs(List.of(rank(0), rank(2))));
		return new EventRequest.Notify(code, DataRange.CUSTOM, all);
	}

	@Test
	void invitation_acceptedThenFence_waitsForTheInviter() throws PmixException {
		peers.get(0).ask(event(Status.GROUP_INVITED, NAME));
		int tag = peers.get(2).send(fence(Proc.wildcard("group")));
		peers.get(0).ask(event(Status.GROUP_CONSTRUCT_COMPLETE, NAME));

		assertThat(peers.get(2).isAnswered(tag)).isFalse();
		assertThat(peers.get(0).ask(fence(Proc.wildcard("group")))).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(2).status(tag)).isEqualTo(Status.SUCCESS);
		assertThat(server.dump()).contains("group group: 2 members\n");
	}

	@Test
	void constructComplete_withoutName_isRefused() throws PmixException {
		assertThat(peers.get(0).ask(event(Status.GROUP_CONSTRUCT_COMPLETE))).isEqualTo(Status.ERR_BAD_PARAM);
	}

	@Test
	void death_ofAnInvitedProcess_notifiesTheInviter() throws PmixException {
		wantEvents(Status.GROUP_INVITE_FAILED, peers.get(0), peers.get(1));
		peers.get(0).ask(event(Status.GROUP_INVITED, NAME));
		peers.get(2).die();
		List<Delivery.EventDelivery> told = peers.get(0).events();

		assertThat(told).hasSize(1);
		assertThat(told.get(0).infos().get(GroupAttributes.GROUP_ID)).contains("group");
		assertThat(told.get(0).infos().get(EventAttributes.EVENT_AFFECTED_PROC)).contains(rank(2));
		assertThat(told.get(0).infos().isTrue(EventAttributes.EVENT_NON_DEFAULT)).isTrue();
		assertThat(peers.get(1).events()).isEmpty();
		assertThat(peers.get(0).ask(fence(Proc.wildcard("group")))).as("fence of the remaining members").isEqualTo(Status.SUCCESS);
	}

	@Test
	void death_ofTheInviter_notifiesTheInvited_whichMayInviteAgain() throws PmixException {
		wantEvents(Status.GROUP_LEADER_FAILED, peers.get(1), peers.get(2));
		peers.get(0).ask(event(Status.GROUP_INVITED, NAME));
		peers.get(0).die();

		assertThat(peers.get(2).events()).extracting(Delivery.EventDelivery::code).containsExactly(Status.GROUP_LEADER_FAILED);
		assertThat(peers.get(1).events()).isEmpty();
		assertThat(server.dump()).doesNotContain("group group");
		peers.get(2).ask(event(Status.GROUP_INVITED, NAME));
		assertThat(server.dump()).contains("group group: 2 members, invited");
	}

	@Test
	void decline_isNotAMember_andItsEndNotifiesNobody() throws PmixException {
		wantEvents(Status.GROUP_INVITE_FAILED, peers.get(0));
		peers.get(0).ask(event(Status.GROUP_INVITED, NAME));
		peers.get(2).ask(event(Status.GROUP_INVITE_DECLINED, NAME));
		peers.get(2).die();

		assertThat(peers.get(0).events()).isEmpty();
		assertThat(server.dump()).contains("group group: 1 members, invited");
	}
}
