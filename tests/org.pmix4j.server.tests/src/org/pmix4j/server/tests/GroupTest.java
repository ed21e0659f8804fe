// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.DataType;
import org.pmix4j.model.GroupOperation;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.Delivery;
import org.pmix4j.wire.internal.message.EventRequest;
import org.pmix4j.wire.internal.message.GroupRequest;
import org.pmix4j.wire.internal.message.Reply.GetReply;
import org.pmix4j.wire.internal.message.Reply.GroupReply;
import org.pmix4j.wire.internal.message.ReplyKind;

/**
 * Tests groups of processes of one server; leaders and followers are left to the host. Long because each rule of a group needs the same
 * members, host and conversation.
 */
class GroupTest {
	private static final Proc ALL = Proc.wildcard("job");
	private static final Infos NUMBERED = Infos.EMPTY.with(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID, true);

	/** A call to the host. */
	private record Call(GroupOperation operation, String group, List<Proc> procs, Infos infos) {
	}

	/** Assigns context ids. */
	private static final class Numbers implements PmixHost {
		private final List<Call> calls = new ArrayList<>();
		private final List<Status> events = new ArrayList<>();
		private CompletableFuture<Boolean> ready = CompletableFuture.completedFuture(true);
		private Infos result = Infos.EMPTY.with(GroupAttributes.GROUP_CONTEXT_ID, 77L);

		@Override
		public CompletionStage<Infos> group(GroupOperation operation, String group, List<Proc> procs, Infos infos) {
			calls.add(new Call(operation, group, procs, infos));
			return ready.thenApply(now -> result);
		}

		@Override
		public CompletionStage<Void> notifyEvent(Status code, Proc source, DataRange range, Infos infos) {
			events.add(code);
			return CompletableFuture.completedFuture(null);
		}
	}

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final Numbers host = new Numbers();
	private final TestServer server;

	GroupTest() throws PmixException {
		server = TestServer.open(host);
		server.job("job", 3);
	}

	private static Proc rank(int rank) {
		return Proc.of("job", rank);
	}

	private static GroupRequest.GroupConstruct construct(Infos infos, Proc... procs) {
		return new GroupRequest.GroupConstruct("group", List.of(procs), infos);
	}

	private static GroupRequest.GroupDestruct destruct(Proc... procs) {
		return new GroupRequest.GroupDestruct("group", List.of(procs), Infos.EMPTY);
	}

	private static DataRequest.Fence fence(Proc proc) {
		return new DataRequest.Fence(List.of(proc), Infos.EMPTY);
	}

	/** Sends the same request from all peers and returns the reply to the last one. */
	private static GroupReply construct(List<TestPeer> peers, Infos infos, Proc... procs) throws PmixException {
		List<Integer> tags = new ArrayList<>();
		for (TestPeer peer : peers) {
			tags.add(peer.send(construct(infos, procs)));
		}
		GroupReply last = peers.get(0).reply(tags.get(0), ReplyKind.GROUP);
		for (int i = 1; i < peers.size(); i++) {
			assertThat(peers.get(i).reply(tags.get(i), ReplyKind.GROUP)).isEqualTo(last);
		}
		return last;
	}

	private static void wantEvents(Status code, TestPeer... peers) throws PmixException {
		for (TestPeer peer : peers) {
			assertThat(peer.ask(new EventRequest.RegisterEvents(List.of(code), Infos.EMPTY))).isEqualTo(Status.SUCCESS);
		}
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = { "R2", "R3" })
	void construct_byEachRelease_repliesInItsLayout(Release release) throws PmixException {
		List<TestPeer> peers = List.of(server.connect("job", 0, release), server.connect("job", 1, release));
		GroupReply reply = construct(peers, NUMBERED, rank(0), rank(1));

		assertThat(reply.status()).isEqualTo(Status.SUCCESS);
		assertThat(reply.contextId()).hasValue(77);
		boolean old = release.ordinal() < Release.R429.ordinal();
		assertThat(reply.members()).isEqualTo(old ? List.of() : List.of(rank(0), rank(1)));
		List<Integer> tags = List.of(peers.get(0).send(destruct(rank(0), rank(1))), peers.get(1).send(destruct(rank(0), rank(1))));
		assertThat(peers.get(0).status(tags.get(0))).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(1).status(tags.get(1))).isEqualTo(Status.SUCCESS);
	}

	@Test
	void construct_release422_getsContextIdOnly() throws PmixException {
		TestPeer peer = server.connect("job", 0);

		assertThat(peer.payload(peer.send(construct(NUMBERED, rank(0))))).as("status, context id 77, as recorded").containsExactly(2, 0, 2,
				77);
	}

	@Test
	void construct_membersOfSeveralReleases_understandReply() throws PmixException {
		TestPeer old = server.connect("job", 0);
		TestPeer newer = server.connect("job", 1, Release.R61);
		int tag = old.send(construct(NUMBERED, rank(0), rank(1)));

		assertThat(newer.ask(construct(NUMBERED, rank(1), rank(0)), ReplyKind.GROUP).members()).containsExactly(rank(0), rank(1));
		assertThat(old.reply(tag, ReplyKind.GROUP).contextId()).hasValue(77);
	}

	@Test
	void construct_withoutContextId_needsNoHost() throws PmixException {
		GroupReply reply = construct(server.connectAll("job", 3), Infos.EMPTY, ALL);

		assertThat(reply.contextId()).isEmpty();
		assertThat(host.calls).isEmpty();
	}

	/** Older releases get no members. */
	private List<TestPeer> threeThatAreToldMembers() throws PmixException {
		return List.of(server.connect("job", 0, Release.R61), server.connect("job", 1, Release.R61), server.connect("job", 2, Release.R61));
	}

	@Test
	void construct_wholeJob_isToldAsTheWildcardThatWasNamed() throws PmixException {
		List<TestPeer> peers = threeThatAreToldMembers();

		assertThat(construct(peers, NUMBERED, ALL).members()).containsExactly(ALL);
		int tag = peers.get(1).send(fence(Proc.wildcard("group")));
		peers.get(0).send(fence(Proc.wildcard("group")));
		assertThat(peers.get(2).ask(fence(Proc.wildcard("group")))).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(1).status(tag)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void construct_wholeJobAndOneOfItsRanks_namesEachMemberOnce() throws PmixException {
		assertThat(construct(threeThatAreToldMembers(), NUMBERED, ALL, rank(1)).members()).containsExactly(rank(0), rank(1), rank(2));
	}

	@Test
	void construct_localOnly_hasNoContextIdEvenOnRequest() throws PmixException {
		GroupReply reply = construct(server.connectAll("job", 3), NUMBERED.with(GroupAttributes.GROUP_LOCAL_ONLY, true), ALL);

		assertThat(reply.contextId()).isEmpty();
		assertThat(host.calls).isEmpty();
	}

	/** Only the host knows whether other servers have the members that are not known here. */
	@Test
	void construct_unknownMember_isLeftToTheHost() throws PmixException {
		TestPeer peer = server.connect("job", 0);

		assertThat(peer.ask(construct(Infos.EMPTY, rank(0), Proc.of("other", 0)), ReplyKind.GROUP).status()).isEqualTo(Status.SUCCESS);
		assertThat(host.calls).singleElement().satisfies(call -> assertThat(call.infos.contains(GroupAttributes.GROUP_LOCAL_ONLY)).isFalse());
	}

	@Test
	void construct_allMembersAreKnown_isToldToTheHost() throws PmixException {
		construct(server.connectAll("job", 3), NUMBERED, ALL);

		assertThat(host.calls).singleElement().satisfies(call -> assertThat(call.infos.isTrue(GroupAttributes.GROUP_LOCAL_ONLY)).isTrue());
	}

	@Test
	void construct_localOnlyWithUnknownMember_isRefused() throws PmixException {
		Infos local = Infos.EMPTY.with(GroupAttributes.GROUP_LOCAL_ONLY, true);

		assertThat(server.connect("job", 0).ask(construct(local, rank(0), Proc.of("other", 0)), ReplyKind.GROUP).status())
				.isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(host.calls).isEmpty();
	}

	@Test
	void construct_oneRequestsAContextId_allReceiveIt() throws PmixException {
		List<TestPeer> peers = server.connectAll("job", 3);
		int first = peers.get(0).send(construct(Infos.EMPTY, ALL));
		int second = peers.get(1).send(construct(Infos.EMPTY.with(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID, false), ALL));
		GroupReply reply = peers.get(2).ask(construct(NUMBERED, ALL), ReplyKind.GROUP);

		assertThat(reply.contextId()).hasValue(77);
		assertThat(peers.get(0).reply(first, ReplyKind.GROUP)).isEqualTo(reply);
		assertThat(peers.get(1).reply(second, ReplyKind.GROUP)).isEqualTo(reply);
		assertThat(host.calls).hasSize(1);
		assertThat(host.calls.get(0).group).isEqualTo("group");
		assertThat(host.calls.get(0).procs).containsExactly(ALL);
	}

	@Test
	void construct_someNameMoreMembers_waitsForAll() throws PmixException {
		List<TestPeer> peers = threeThatAreToldMembers();
		int first = peers.get(0).send(construct(Infos.EMPTY, rank(0), rank(1), rank(2)));
		int second = peers.get(1).send(construct(Infos.EMPTY, rank(0), rank(1)));
		assertThat(peers.get(1).isAnswered(second)).isFalse();

		assertThat(peers.get(2).ask(construct(Infos.EMPTY, rank(0), rank(2)), ReplyKind.GROUP).members()).containsExactly(rank(0), rank(1),
				rank(2));
		assertThat(peers.get(0).reply(first, ReplyKind.GROUP).status()).isEqualTo(Status.SUCCESS);
	}

	@Test
	void construct_addedMembersAndFinalOrder_areApplied() throws PmixException {
		List<TestPeer> peers = List.of(server.connect("job", 0, Release.R61), server.connect("job", 1, Release.R61));
		int first = peers.get(0).send(construct(Infos.EMPTY.with(GroupAttributes.GROUP_ADD_MEMBERS, DataArray.ofProcs(List.of(rank(2)))),
				rank(0), rank(1)));
		Infos order = Infos.EMPTY.with(GroupAttributes.GROUP_FINAL_MEMBERSHIP_ORDER,
				DataArray.ofProcs(List.of(rank(2), rank(0), rank(1))));

		assertThat(peers.get(1).ask(construct(order, rank(0), rank(1)), ReplyKind.GROUP).members()).containsExactly(rank(2), rank(0),
				rank(1));
		assertThat(peers.get(0).reply(first, ReplyKind.GROUP).members()).hasSize(3);
	}

	@Test
	void construct_callerIsNotAMember_isRefused() throws PmixException {
		assertThat(server.connect("job", 0).ask(construct(Infos.EMPTY, rank(1)), ReplyKind.GROUP).status())
				.isEqualTo(Status.ERR_BAD_PARAM);
	}

	@ParameterizedTest
	@ValueSource(strings = { "pmix.grp.lcl", "pmix.grp.actxid" })
	void construct_directiveOfWrongType_failsForAll(String directive) throws PmixException {
		List<TestPeer> peers = server.connectAll("job", 3);
		int tag = peers.get(0).send(construct(Infos.EMPTY, rank(0), rank(1)));
		Infos wrong = Infos.of(Info.of(directive, rank(0)));

		assertThat(peers.get(1).ask(construct(wrong, rank(0), rank(1)), ReplyKind.GROUP).status()).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(peers.get(0).reply(tag, ReplyKind.GROUP).status()).isEqualTo(Status.ERR_BAD_PARAM);
	}

	@ParameterizedTest
	@MethodSource
	void construct_sharedValuesAreNoArrayOfInfos_isRefused(PmixValue wrong) throws PmixException {
		Infos infos = Infos.of(Info.of(GroupAttributes.GROUP_INFO.key(), wrong));

		assertThat(server.connect("job", 0).ask(construct(infos, rank(0)), ReplyKind.GROUP).status()).isEqualTo(Status.ERR_TYPE_MISMATCH);
	}

	static List<PmixValue> construct_sharedValuesAreNoArrayOfInfos_isRefused() {
		return List.of(new PmixValue.Int32(5), DataArray.ofProcs(List.of(rank(0))), new DataArray(DataType.UNDEF, List.of()));
	}

	@Test
	void construct_timeout_fails() throws PmixException {
		TestPeer peer = server.connect("job", 0);
		int tag = peer.send(construct(Infos.EMPTY.with(KeyValueAttributes.TIMEOUT, 3), ALL));
		server.advance(Duration.ofSeconds(3));

		assertThat(peer.reply(tag, ReplyKind.GROUP).status()).isEqualTo(Status.ERR_TIMEOUT);
	}

	@Test
	void construct_sharedValues_areReadableByContextIdAfterGroup() throws PmixException {
		TestPeer peer = server.connect("job", 0, Release.R61);
		Info shared = Info.of(GroupAttributes.GROUP_LOCAL_CID, 5L);
		GroupReply reply = peer.ask(construct(NUMBERED.with(GroupAttributes.GROUP_INFO, DataArray.of(Infos.of(shared))), rank(0)),
				ReplyKind.GROUP);
		assertThat(reply.groupInfo().list()).containsExactly(Info.of(GroupAttributes.GROUP_INFO,
				DataArray.of(Infos.of(Info.of(ProcAttributes.PROCID, rank(0)), shared))));
		assertThat(peer.ask(destruct(rank(0)))).isEqualTo(Status.SUCCESS);
		Infos immediate = Infos.EMPTY.with(KeyValueAttributes.IMMEDIATE, true);
		var get = server.connect("job", 1).ask(new DataRequest.Get("job", rank(0).rank(), immediate, GroupAttributes.GROUP_LOCAL_CID.key()),
				ReplyKind.GET);

		assertThat(get.status()).isEqualTo(Status.SUCCESS);
		Kval stored = get.data().get(0).data().kvals(Limits.DEFAULT).get(0);
		assertThat(stored.key()).isEqualTo("pmix.qual.val");
		assertThat(((DataArray) stored.value()).infos().list()).extracting(Info::key).containsExactly(shared.key(),
				GroupAttributes.GROUP_CONTEXT_ID.key());
	}

	@Test
	void fence_groupName_meansItsMembers() throws PmixException {
		List<TestPeer> peers = server.connectAll("job", 3);
		construct(peers.subList(1, 3), Infos.EMPTY, rank(1), rank(2));
		int tag = peers.get(1).send(fence(Proc.wildcard("group")));
		assertThat(peers.get(2).ask(new DataRequest.Fence(List.of(Proc.of("group", 0), rank(2)), Infos.EMPTY))).isEqualTo(Status.SUCCESS);

		assertThat(peers.get(1).status(tag)).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(1).ask(fence(Proc.of("group", 0)))).as("alone").isEqualTo(Status.SUCCESS);
		assertThat(peers.get(1).ask(fence(Proc.of("group", 2)))).isEqualTo(Status.ERR_BAD_PARAM);
	}

	@Test
	void get_groupRank_returnsDataOfMember() throws PmixException {
		List<TestPeer> peers = server.connectAll("job", 3);
		construct(peers.subList(1, 3), Infos.EMPTY, rank(1), rank(2));
		peers.get(2).ask(Puts.commit("key", "of rank 2"));
		GetReply reply = peers.get(0).ask(Puts.get("group", 1, "key"), ReplyKind.GET);

		assertThat(Puts.owners(reply)).contains(rank(2), Proc.of("group", 1));
		assertThat(Puts.values(reply.data().get(reply.data().size() - 1), peers.get(0))).containsEntry("key", "of rank 2");
		assertThat(peers.get(0).ask(Puts.get("group", 2, "key"), ReplyKind.GET).status()).isEqualTo(Status.ERR_BAD_PARAM);
	}

	@Test
	void leave_member_notifiesTheOthers() throws PmixException {
		List<TestPeer> peers = server.connectAll("job", 3);
		construct(peers, Infos.EMPTY, ALL);
		wantEvents(Status.GROUP_LEFT, peers.get(0), peers.get(2));
		assertThat(peers.get(2).ask(new GroupRequest.GroupLeave("group", Infos.EMPTY))).isEqualTo(Status.SUCCESS);
		List<Delivery.EventDelivery> told = peers.get(0).events();

		assertThat(told).hasSize(1);
		assertThat(told.get(0).infos().get(GroupAttributes.GROUP_ID)).contains("group");
		assertThat(told.get(0).infos().get(EventAttributes.EVENT_AFFECTED_PROC)).contains(rank(2));
		assertThat(peers.get(2).events()).isEmpty();
		assertThat(host.events).containsExactly(Status.GROUP_LEFT);
		int tag = peers.get(0).send(destruct());
		assertThat(peers.get(1).ask(destruct())).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(0).status(tag)).isEqualTo(Status.SUCCESS);
		assertThat(peers.get(2).ask(new GroupRequest.GroupLeave("group", Infos.EMPTY))).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void death_ofAMemberOfAMonitoredGroup_notifiesOnce() throws PmixException {
		List<TestPeer> peers = server.connectAll("job", 3);
		construct(peers, Infos.EMPTY.with(GroupAttributes.GROUP_NOTIFY_TERMINATION, true), ALL);
		wantEvents(Status.GROUP_MEMBER_FAILED, peers.get(0));
		peers.get(2).finish();
		server.get(server.core().deregisterClient(rank(2)));

		assertThat(peers.get(0).events()).extracting(Delivery.EventDelivery::code).containsExactly(Status.GROUP_MEMBER_FAILED);
	}

	@Test
	void death_ofAMemberOfAnotherGroup_notifiesNobody() throws PmixException {
		List<TestPeer> peers = server.connectAll("job", 3);
		construct(peers, Infos.EMPTY, ALL);
		wantEvents(Status.GROUP_MEMBER_FAILED, peers.get(0));
		peers.get(2).finish();

		assertThat(peers.get(0).events()).isEmpty();
	}

	@Test
	void bootstrap_leadersAndFollowers_arePassedToTheHostSeparately() throws PmixException {
		host.result = host.result.with(GroupAttributes.GROUP_MEMBERSHIP, DataArray.ofProcs(List.of(rank(0), rank(1), rank(2))));
		TestPeer leader = server.connect("job", 0, Release.R61);
		TestPeer follower = server.connect("job", 1, Release.R61);
		Infos infos = NUMBERED.with(GroupAttributes.GROUP_BOOTSTRAP, 1L).with(GroupAttributes.GROUP_ADD_MEMBERS,
				DataArray.ofProcs(List.of(ALL)));

		assertThat(leader.ask(construct(infos, rank(0)), ReplyKind.GROUP).members()).containsExactly(ALL);
		assertThat(follower.ask(construct(Infos.EMPTY), ReplyKind.GROUP).contextId()).hasValue(77);
		assertThat(host.calls.get(0).infos.get(ProcAttributes.PROCID)).contains(rank(0));
		assertThat(host.calls.get(0).infos.get(GroupAttributes.GROUP_ADD_MEMBERS)).as("no wildcards")
				.contains(DataArray.ofProcs(List.of(rank(0), rank(1), rank(2))));
		assertThat(host.calls.get(1).procs).isEmpty();
		assertThat(host.calls.get(1).infos.get(ProcAttributes.PROCID)).contains(rank(1));
	}

	@Test
	void bootstrap_leaderNamesItsJob_jobIsNamedToAllMembers() throws PmixException {
		host.result = host.result.with(GroupAttributes.GROUP_MEMBERSHIP, DataArray.ofProcs(List.of(rank(0), rank(1), rank(2))));
		host.ready = new CompletableFuture<>();
		TestPeer leader = server.connect("job", 0, Release.R61);
		TestPeer follower = server.connect("job", 1, Release.R61);
		int first = leader.send(construct(NUMBERED.with(GroupAttributes.GROUP_BOOTSTRAP, 1L).with(GroupAttributes.GROUP_ADD_MEMBERS,
				DataArray.ofProcs(List.of(ALL))), rank(0)));
		int second = follower.send(construct(Infos.EMPTY));

		host.ready.complete(true);

		assertThat(leader.reply(first, ReplyKind.GROUP).members()).containsExactly(ALL);
		assertThat(follower.reply(second, ReplyKind.GROUP).members()).containsExactly(ALL);
	}

	@Test
	void namespaceEnds_endsItsGroups() throws PmixException {
		construct(server.connectAll("job", 3), Infos.EMPTY, ALL);
		assertThat(server.dump()).contains("group group");
		server.get(server.core().deregisterNamespace("job"));

		assertThat(server.dump()).doesNotContain("group group");
	}
}
