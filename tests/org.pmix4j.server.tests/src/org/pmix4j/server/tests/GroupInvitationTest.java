// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.Delivery;
import org.pmix4j.wire.internal.message.EventRequest;
import org.pmix4j.wire.internal.message.GroupRequest;

/** Tests invitations to groups that clients since 7.0 ask the server for; its first candidate behaves so under prterun 5.0.0rc1. */
class GroupInvitationTest {
	private static final List<Status> CODES = List.of(Status.GROUP_INVITED, Status.GROUP_INVITE_ACCEPTED, Status.GROUP_INVITE_DECLINED,
			Status.GROUP_INVITE_FAILED, Status.GROUP_CONSTRUCT_COMPLETE, Status.GROUP_CONSTRUCT_ABORT);

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final TestServer server;
	private final List<TestPeer> peers = new ArrayList<>();

	GroupInvitationTest() throws PmixException {
		server = TestServer.open();
		server.job("job", 4);
		for (int rank = 0; rank < 4; rank++) {
			TestPeer peer = server.connect("job", rank, Release.R7);
			peers.add(peer);
			peer.ask(new EventRequest.RegisterEvents(CODES, Infos.EMPTY));
		}
	}

	private static List<Proc> ranks(int... ranks) {
		List<Proc> procs = new ArrayList<>();
		for (int rank : ranks) {
			procs.add(Proc.of("job", rank));
		}
		return procs;
	}

	private Status invite(Infos infos) throws PmixException {
		return peers.get(0).ask(new GroupRequest.GroupInvite("group", ranks(0, 2, 3), infos));
	}

	private Status answer(int rank, Status answer) throws PmixException {
		return peers.get(rank).ask(new GroupRequest.GroupJoin("group", answer, ranks(0)));
	}

	private List<Status> codes(int rank) throws PmixException {
		return peers.get(rank).events().stream().map(Delivery.EventDelivery::code).toList();
	}

	@Test
	void invitation_thatAllAccept_formsTheGroup() throws PmixException {
		assertThat(invite(Infos.EMPTY)).isEqualTo(Status.SUCCESS);
		assertThat(codes(0)).containsExactly(Status.GROUP_INVITED);
		assertThat(codes(3)).containsExactly(Status.GROUP_INVITED);
		assertThat(answer(3, Status.GROUP_INVITE_ACCEPTED)).isEqualTo(Status.SUCCESS);
		assertThat(codes(0)).containsExactly(Status.GROUP_INVITE_ACCEPTED);
		assertThat(answer(2, Status.GROUP_INVITE_ACCEPTED)).isEqualTo(Status.SUCCESS);

		List<Delivery.EventDelivery> told = peers.get(3).events();
		assertThat(told).extracting(Delivery.EventDelivery::code).containsExactly(Status.GROUP_CONSTRUCT_COMPLETE);
		assertThat(told.get(0).infos().get(GroupAttributes.GROUP_MEMBERSHIP).orElseThrow().procs()).isEqualTo(ranks(0, 2, 3));
		assertThat(codes(0)).containsExactly(Status.GROUP_INVITE_ACCEPTED, Status.GROUP_CONSTRUCT_COMPLETE);
		assertThat(codes(1)).as("is not invited").isEmpty();
		assertThat(peers.get(0).ask(new DataRequest.Fence(List.of(Proc.of("group", 0)), Infos.EMPTY))).isEqualTo(Status.SUCCESS);
	}

	@Test
	void invitation_thatOneDeclines_failsForAll() throws PmixException {
		invite(Infos.EMPTY);
		answer(3, Status.GROUP_INVITE_DECLINED);

		assertThat(answer(2, Status.GROUP_INVITE_ACCEPTED)).as("an answer that comes too late").isEqualTo(Status.SUCCESS);
		for (int rank : List.of(0, 2, 3)) {
			assertThat(codes(rank)).as("rank " + rank).containsExactly(Status.GROUP_INVITED, Status.GROUP_CONSTRUCT_ABORT);
		}
		assertThat(invite(Infos.EMPTY)).as("the name is free again").isEqualTo(Status.SUCCESS);
	}

	@Test
	void invitation_afterOneThatFailedBeforeAllHadAnswered_formsTheGroup() throws PmixException {
		invite(Infos.EMPTY);
		answer(3, Status.GROUP_INVITE_DECLINED);
		assertThat(invite(Infos.EMPTY)).isEqualTo(Status.SUCCESS);
		answer(2, Status.GROUP_INVITE_ACCEPTED);
		answer(3, Status.GROUP_INVITE_ACCEPTED);

		assertThat(codes(3)).endsWith(Status.GROUP_CONSTRUCT_COMPLETE);
	}

	@Test
	void invitation_optionalThatOneDeclines_formsTheGroupOfTheOthers() throws PmixException {
		invite(Infos.EMPTY.with(GroupAttributes.GROUP_OPTIONAL, true));
		answer(3, Status.GROUP_INVITE_DECLINED);
		answer(2, Status.GROUP_INVITE_ACCEPTED);

		Delivery.EventDelivery last = peers.get(2).events().get(1);
		assertThat(last.code()).isEqualTo(Status.GROUP_CONSTRUCT_COMPLETE);
		assertThat(last.infos().get(GroupAttributes.GROUP_MEMBERSHIP).orElseThrow().procs()).isEqualTo(ranks(0, 2));
		assertThat(codes(3)).as("is not a member").containsExactly(Status.GROUP_INVITED);
		Delivery.EventDelivery failure = peers.get(0).events().get(1);
		assertThat(failure.code()).isEqualTo(Status.GROUP_INVITE_FAILED);
		assertThat(failure.infos().get(EventAttributes.EVENT_AFFECTED_PROC)).contains(Proc.of("job", 3));
	}

	@Test
	void invitation_optionalThatOneDoesNotAnswerInTime_formsTheGroupOfTheOthers() throws PmixException {
		invite(Infos.EMPTY.with(GroupAttributes.GROUP_OPTIONAL, true).with(KeyValueAttributes.TIMEOUT, 3));
		answer(2, Status.GROUP_INVITE_ACCEPTED);
		server.advance(Duration.ofSeconds(2));
		assertThat(codes(2)).containsExactly(Status.GROUP_INVITED);
		server.advance(Duration.ofSeconds(2));

		assertThat(codes(2)).containsExactly(Status.GROUP_CONSTRUCT_COMPLETE);
		assertThat(codes(0)).endsWith(Status.GROUP_INVITE_FAILED, Status.GROUP_CONSTRUCT_COMPLETE);
		assertThat(answer(3, Status.GROUP_INVITE_ACCEPTED)).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void invitation_thatOneDoesNotAnswerInTime_failsForAll() throws PmixException {
		invite(Infos.EMPTY.with(KeyValueAttributes.TIMEOUT, 3));
		answer(2, Status.GROUP_INVITE_ACCEPTED);
		server.advance(Duration.ofSeconds(4));

		assertThat(codes(2)).containsExactly(Status.GROUP_INVITED, Status.GROUP_CONSTRUCT_ABORT);
		assertThat(codes(3)).containsExactly(Status.GROUP_INVITED, Status.GROUP_CONSTRUCT_ABORT);
	}

	/** The leader of the example asyncgroup has a default handler only. */
	@Test
	void invitation_leaderWithDefaultHandler_isToldOfAnswersAndOfTheGroup() throws PmixException {
		TestPeer leader = peers.get(1);
		leader.ask(new EventRequest.RegisterEvents(List.of(), Infos.EMPTY));
		leader.ask(new GroupRequest.GroupInvite("group", ranks(1, 2), Infos.EMPTY));
		leader.events();
		peers.get(2).ask(new GroupRequest.GroupJoin("group", Status.GROUP_INVITE_ACCEPTED, ranks(1)));

		assertThat(leader.events()).extracting(Delivery.EventDelivery::code).containsExactly(Status.GROUP_INVITE_ACCEPTED,
				Status.GROUP_CONSTRUCT_COMPLETE);
		assertThat(peers.get(2).events()).allMatch(event -> event.infos().contains(EventAttributes.EVENT_NON_DEFAULT) == event.code()
				.equals(Status.GROUP_INVITED));
	}

	@Test
	void answer_withoutInvitation_isRefused() throws PmixException {
		invite(Infos.EMPTY);

		assertThat(answer(1, Status.GROUP_INVITE_ACCEPTED)).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(answer(3, Status.GROUP_INVITE_FAILED)).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(invite(Infos.EMPTY)).isEqualTo(Status.ERR_EXISTS);
		assertThat(peers.get(1).ask(new GroupRequest.GroupInvite("other", ranks(1), Infos.EMPTY))).isEqualTo(Status.ERR_BAD_PARAM);
	}
}
