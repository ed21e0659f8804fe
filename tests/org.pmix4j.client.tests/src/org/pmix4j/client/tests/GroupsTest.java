// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.pmix4j.client.GetOptions;
import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.group.Group;
import org.pmix4j.client.group.GroupOptions;
import org.pmix4j.client.group.Invitation;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.InfoDirectives;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.wire.internal.message.Delivery.EventDelivery;
import org.pmix4j.wire.internal.message.EventRequest;
import org.pmix4j.wire.internal.message.GroupRequest;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.Request;

/** Tests groups: the requests and events that they send, and the outcome of replies and events. */
class GroupsTest {
	private static final Proc SELF = ClientFixture.SELF;
	private static final Proc FIRST = Proc.of(FakeServer.NSPACE, 0);
	private static final Proc OTHER = ClientFixture.OTHER;
	private static final List<Proc> BOTH = List.of(SELF, OTHER);

	private static Reply formed(OptionalLong context, Infos shared, Proc... members) {
		return new Reply.GroupReply(Status.SUCCESS, List.of(members), context, shared);
	}

	/** Lets the server confirm events, too. */
	private static ClientFixture events(String version) throws PmixException {
		ClientFixture fixture = new ClientFixture(version);
		fixture.server.behave(
				request -> request instanceof EventRequest.Notify ? Optional.of(Reply.StatusReply.OK) : FakeServer.defaultReply(request));
		return fixture;
	}

	private static List<Status> told(List<Request> requests) {
		return requests.stream().filter(EventRequest.Notify.class::isInstance).map(request -> ((EventRequest.Notify) request).code()).toList();
	}

	private static void deliver(ClientFixture fixture, Status code, Proc source, Info... infos) {
		fixture.server.deliver(new EventDelivery(code, source, DataRange.CUSTOM, Infos.of(infos)));
		fixture.loop.run();
	}

	@Test
	void construct_withOptions_sendsThemAsDirectives() throws PmixException {
		ClientFixture fixture = new ClientFixture();
		Info shared = Info.of("color", new PmixValue.Str("red"));

		fixture.client.groups().constructAsync("g", BOTH, GroupOptions.DEFAULT.withContextId().withShared(shared).withOptional()
				.withNotifyTermination().withFaultTolerance().withLocalOnly().withLimit(Duration.ofSeconds(2)));

		assertThat(fixture.server.takeRequests()).containsExactly(new GroupRequest.GroupConstruct("g", BOTH,
				Infos.EMPTY.with(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID, true)
						.with(GroupAttributes.GROUP_INFO, DataArray.of(Infos.of(shared))).with(GroupAttributes.GROUP_OPTIONAL, true)
						.with(GroupAttributes.GROUP_NOTIFY_TERMINATION, true).with(GroupAttributes.GROUP_FT_COLLECTIVE, true)
						.with(GroupAttributes.GROUP_LOCAL_ONLY, true).with(KeyValueAttributes.TIMEOUT, 2)));
	}

	@Test
	void construct_release422_hasTheMembersOfTheCall() throws PmixException {
		ClientFixture fixture = new ClientFixture("4.2.2");
		CompletableFuture<Group> constructed = fixture.client.groups().constructAsync("g", BOTH, GroupOptions.DEFAULT.withContextId());

		fixture.server.reply(formed(OptionalLong.of(77), Infos.EMPTY));

		Group group = fixture.ended(constructed);
		assertThat(group.name()).isEqualTo("g");
		assertThat(group.members()).isEqualTo(BOTH);
		assertThat(group.contextId()).hasValue(77);
	}

	@Test
	void construct_release507_hasTheMembersOfTheServer() throws PmixException {
		ClientFixture fixture = new ClientFixture("5.0.7");
		CompletableFuture<Group> constructed = fixture.client.groups().constructAsync("g", List.of(ClientFixture.JOB), GroupOptions.DEFAULT);

		fixture.server.reply(formed(OptionalLong.empty(), Infos.EMPTY, FIRST, SELF));

		assertThat(fixture.ended(constructed).members()).containsExactly(FIRST, SELF);
		assertThat(fixture.ended(constructed).contextId()).isEmpty();
	}

	@Test
	void construct_release61_knowsTheSharedValues() throws PmixException {
		ClientFixture fixture = new ClientFixture("6.1.0");
		CompletableFuture<Group> constructed = fixture.client.groups().constructAsync("g", BOTH, GroupOptions.DEFAULT);
		Infos shared = Infos.of(Info.of(ProcAttributes.PROCID, OTHER), Info.of("color", new PmixValue.Str("red")));

		fixture.server.reply(formed(OptionalLong.of(5), Infos.EMPTY.with(GroupAttributes.GROUP_INFO, DataArray.of(shared)), SELF, OTHER));

		fixture.ended(constructed);
		Info qualifier = new Info(GroupAttributes.GROUP_CONTEXT_ID.key(), new PmixValue.Size(5), InfoDirectives.QUALIFIER);
		assertThat(fixture.ended(fixture.client.getAsync(OTHER, "color", GetOptions.OPTIONAL.plusInfos(qualifier))).value())
				.contains(new PmixValue.Str("red"));
	}

	@Test
	void construct_refused_failsWithTheStatus() throws PmixException {
		ClientFixture fixture = new ClientFixture();
		CompletableFuture<Group> constructed = fixture.client.groups().constructAsync("g", BOTH, GroupOptions.DEFAULT);

		fixture.server.reply(ClientFixture.status(Status.ERR_NOT_SUPPORTED));

		assertThat(fixture.failure(constructed)).isEqualTo(Status.ERR_NOT_SUPPORTED);
		assertThat(fixture.failure(fixture.client.groups().constructAsync("", BOTH, GroupOptions.DEFAULT))).isEqualTo(Status.ERR_BAD_PARAM);
	}

	private static Group group(ClientFixture fixture) {
		CompletableFuture<Group> constructed = fixture.client.groups().constructAsync("g", BOTH, GroupOptions.DEFAULT);
		fixture.server.reply(formed(OptionalLong.empty(), Infos.EMPTY, SELF, OTHER));
		fixture.server.takeRequests();
		return fixture.ended(constructed);
	}

	@Test
	void close_twice_destructsOnce() throws PmixException {
		ClientFixture fixture = new ClientFixture("5.0.7");
		Group group = group(fixture);

		CompletableFuture<Void> closed = group.closeAsync(RequestOptions.DEFAULT);
		group.closeAsync(RequestOptions.DEFAULT);

		assertThat(fixture.server.takeRequests()).containsExactly(new GroupRequest.GroupDestruct("g", BOTH, Infos.EMPTY));
		fixture.server.reply(Reply.StatusReply.OK);
		assertThat(fixture.failure(closed)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void leave_serverLetsItGo_isEnoughAndPreventsDestruction() throws PmixException {
		ClientFixture fixture = new ClientFixture();
		Group group = group(fixture);

		CompletableFuture<Void> left = group.leaveAsync(RequestOptions.DEFAULT);
		fixture.server.reply(Reply.StatusReply.OK);
		CompletableFuture<Void> closed = group.closeAsync(RequestOptions.DEFAULT);

		assertThat(fixture.failure(left)).isEqualTo(Status.SUCCESS);
		assertThat(fixture.failure(closed)).isEqualTo(Status.SUCCESS);
		assertThat(fixture.server.takeRequests()).containsExactly(new GroupRequest.GroupLeave("g", Infos.EMPTY));
	}

	@Test
	void leave_serverInC_tellsTheMembersItself() throws PmixException {
		ClientFixture fixture = events("4.2.2");
		Group group = group(fixture);

		CompletableFuture<Void> left = group.leaveAsync(RequestOptions.DEFAULT);
		fixture.server.reply(ClientFixture.status(Status.ERR_NOT_SUPPORTED));

		assertThat(fixture.failure(left)).isEqualTo(Status.SUCCESS);
		assertThat(fixture.server.takeRequests()).last().isEqualTo(new EventRequest.Notify(Status.GROUP_LEFT, DataRange.CUSTOM,
				Infos.of(Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), DataArray.ofProcs(BOTH)),
						Info.of(EventAttributes.EVENT_NON_DEFAULT, true), Info.of(GroupAttributes.GROUP_ID, "g"))));
	}

	@Test
	void invite_wildcard_completesWhenAllHaveAnswered() throws PmixException {
		ClientFixture fixture = events("4.2.2");
		CompletableFuture<Group> invited = fixture.client.groups().inviteAsync("g", List.of(ClientFixture.JOB), GroupOptions.DEFAULT);
		fixture.loop.run();

		deliver(fixture, Status.GROUP_INVITE_ACCEPTED, OTHER);
		deliver(fixture, Status.GROUP_INVITE_DECLINED, FIRST);
		deliver(fixture, Status.GROUP_INVITE_ACCEPTED, Proc.of(FakeServer.NSPACE, 3), Info.of(GroupAttributes.GROUP_ID, "another"));
		assertThat(invited).isNotDone();
		deliver(fixture, Status.GROUP_INVITE_ACCEPTED, Proc.of(FakeServer.NSPACE, 3), Info.of(GroupAttributes.GROUP_ID, "g"));

		List<Proc> members = List.of(SELF, OTHER, Proc.of(FakeServer.NSPACE, 3));
		assertThat(fixture.ended(invited).members()).isEqualTo(members);
		List<Request> requests = fixture.server.takeRequests();
		assertThat(told(requests)).containsExactly(Status.GROUP_INVITED, Status.GROUP_CONSTRUCT_COMPLETE);
		assertThat(requests).contains(new EventRequest.Notify(Status.GROUP_CONSTRUCT_COMPLETE, DataRange.CUSTOM,
				Infos.of(Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), DataArray.ofProcs(members.subList(1, 3))),
						Info.of(EventAttributes.EVENT_NON_DEFAULT, true), Info.of(GroupAttributes.GROUP_ID, "g"),
						Info.of(GroupAttributes.GROUP_MEMBERSHIP, DataArray.ofProcs(members)))));
	}

	@Test
	void invite_invitedProcessEnds_cancelsTheGroup() throws PmixException {
		ClientFixture fixture = events("4.2.2");
		CompletableFuture<Group> invited = fixture.client.groups().inviteAsync("g", List.of(FIRST, OTHER), GroupOptions.DEFAULT);
		fixture.loop.run();

		deliver(fixture, Status.GROUP_INVITE_ACCEPTED, FIRST);
		deliver(fixture, Status.PROC_TERMINATED, Proc.of("server", 0), Info.of(EventAttributes.EVENT_AFFECTED_PROC, OTHER));

		assertThat(fixture.failure(invited)).isEqualTo(Status.GROUP_INVITE_FAILED);
		assertThat(told(fixture.server.takeRequests())).containsExactly(Status.GROUP_INVITED, Status.GROUP_CONSTRUCT_ABORT);
	}

	@Test
	void invite_optionalProcessEnds_isLeftOut() throws PmixException {
		ClientFixture fixture = events("4.2.2");
		CompletableFuture<Group> invited = fixture.client.groups().inviteAsync("g", List.of(FIRST, OTHER),
				GroupOptions.DEFAULT.withOptional());
		fixture.loop.run();

		deliver(fixture, Status.PROC_TERMINATED, Proc.of("server", 0), Info.of(EventAttributes.EVENT_AFFECTED_PROC, OTHER));
		deliver(fixture, Status.GROUP_INVITE_ACCEPTED, FIRST);

		assertThat(fixture.ended(invited).members()).containsExactly(SELF, FIRST);
	}

	@Test
	void invite_noAnswer_endsWithTheLimit() throws PmixException {
		ClientFixture fixture = events("4.2.2");
		CompletableFuture<Group> invited = fixture.client.groups().inviteAsync("g", List.of(OTHER),
				GroupOptions.DEFAULT.withLimit(Duration.ofSeconds(3)));
		fixture.loop.run();

		fixture.loop.advance(Duration.ofSeconds(4));

		assertThat(fixture.failure(invited)).isEqualTo(Status.ERR_TIMEOUT);
	}

	@Test
	void invite_serverIsLost_fails() throws PmixException {
		ClientFixture fixture = events("4.2.2");
		CompletableFuture<Group> invited = fixture.client.groups().inviteAsync("g", List.of(OTHER), GroupOptions.DEFAULT);
		CompletableFuture<Group> joined = fixture.client.groups().joinAsync("h", OTHER, RequestOptions.DEFAULT);
		fixture.loop.run();

		fixture.server.vanish();

		assertThat(fixture.failure(invited)).isEqualTo(Status.ERR_UNREACH);
		assertThat(fixture.failure(joined)).isEqualTo(Status.ERR_UNREACH);
	}

	@Test
	void join_completeGroup_hasItsMembers() throws PmixException {
		ClientFixture fixture = events("4.2.2");
		CompletableFuture<Group> joined = fixture.client.groups().joinAsync("g", OTHER, RequestOptions.DEFAULT);
		fixture.loop.run();

		assertThat(fixture.server.takeRequests()).last().isEqualTo(new EventRequest.Notify(Status.GROUP_INVITE_ACCEPTED, DataRange.CUSTOM,
				Infos.of(Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), OTHER), Info.of(EventAttributes.EVENT_NON_DEFAULT, true),
						Info.of(GroupAttributes.GROUP_ID, "g"))));
		deliver(fixture, Status.GROUP_CONSTRUCT_COMPLETE, OTHER, Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), DataArray.ofProcs(BOTH)),
				Info.of(GroupAttributes.GROUP_ID, "g"));
		assertThat(fixture.ended(joined).members()).isEqualTo(BOTH);
	}

	@Test
	void join_leaderCancelsOrEnds_fails() throws PmixException {
		ClientFixture fixture = events("4.2.2");
		CompletableFuture<Group> canceled = fixture.client.groups().joinAsync("g", OTHER, RequestOptions.DEFAULT);
		CompletableFuture<Group> orphaned = fixture.client.groups().joinAsync("h", OTHER, RequestOptions.DEFAULT);
		fixture.loop.run();

		deliver(fixture, Status.GROUP_CONSTRUCT_ABORT, OTHER, Info.of(GroupAttributes.GROUP_ID, "g"));
		deliver(fixture, Status.GROUP_LEADER_FAILED, OTHER, Info.of(GroupAttributes.GROUP_ID, "h"));

		assertThat(fixture.failure(canceled)).isEqualTo(Status.GROUP_CONSTRUCT_ABORT);
		assertThat(fixture.failure(orphaned)).isEqualTo(Status.GROUP_LEADER_FAILED);
	}

	@Test
	void invitation_arrives_reachesTheListener() throws PmixException {
		ClientFixture fixture = events("4.2.2");
		List<Invitation> invitations = new ArrayList<>();
		fixture.client.groups().onInvitationAsync(invitations::add);
		fixture.loop.run();

		deliver(fixture, Status.GROUP_INVITED, OTHER, Info.of(GroupAttributes.GROUP_ID, "g"));

		assertThat(invitations).containsExactly(new Invitation("g", OTHER, Infos.of(Info.of(GroupAttributes.GROUP_ID, "g"))));
	}

	@Test
	void decline_invitation_tellsTheLeaderOnly() throws PmixException {
		ClientFixture fixture = events("4.2.2");

		CompletableFuture<Void> declined = fixture.client.groups().declineAsync("g", OTHER);

		assertThat(fixture.failure(declined)).isEqualTo(Status.SUCCESS);
		assertThat(fixture.server.takeRequests()).containsExactly(new EventRequest.Notify(Status.GROUP_INVITE_DECLINED, DataRange.CUSTOM,
				Infos.of(Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), OTHER), Info.of(EventAttributes.EVENT_NON_DEFAULT, true),
						Info.of(GroupAttributes.GROUP_ID, "g"))));
	}
}
