// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.Delivery;
import org.pmix4j.wire.internal.message.EventRequest;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyKind;

class ProcessSetTest {
	private static final String NAMES = GroupAttributes.PSET_NAMES.key();
	private static final List<Proc> FIRST = List.of(Proc.of("job", 0));

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final TestServer server;
	private final List<TestPeer> peers;

	ProcessSetTest() throws PmixException {
		server = TestServer.open();
		server.job("job", 2);
		peers = server.connectAll("job", 2);
	}

	private void define(String name, List<Proc> members) throws PmixException {
		server.get(server.core().data().defineProcessSet(name, members));
	}

	private void listen(TestPeer peer) throws PmixException {
		peer.ask(new EventRequest.RegisterEvents(List.of(Status.PROCESS_SET_DEFINE, Status.PROCESS_SET_DELETE), Infos.EMPTY));
	}

	private String sets(int reader, Rank rank) throws PmixException {
		Reply.GetReply reply = peers.get(reader).ask(Puts.get("job", rank, NAMES), ReplyKind.GET);
		return reply.status().isSuccess() ? Puts.values(reply, peers.get(reader)).getOrDefault(NAMES, "") : reply.status().toString();
	}

	@Test
	void define_notifiesRegisteredProcesses() throws PmixException {
		listen(peers.get(1));
		define("one", FIRST);

		assertThat(peers.get(0).events()).isEmpty();
		Delivery.EventDelivery event = peers.get(1).events().get(0);
		assertThat(event.code()).isEqualTo(Status.PROCESS_SET_DEFINE);
		assertThat(event.infos().get(GroupAttributes.PSET_NAME)).contains("one");
		assertThat(event.infos().get(GroupAttributes.PSET_MEMBERS).orElseThrow().procs()).isEqualTo(FIRST);
		assertThat(event.infos().isTrue(EventAttributes.EVENT_NON_DEFAULT)).isTrue();
	}

	@Test
	void dump_ofThousandsOfMembers_namesSomeAndCountsTheOthers() throws PmixException {
		define("many", IntStream.range(0, 3000).mapToObj(rank -> Proc.of("job", rank)).toList());

		assertThat(server.dump()).contains("process set many: ranks 0, 1, 2,").contains("1023 of job and 1976 more");
	}

	@Test
	void delete_notifiesAndRemoves() throws PmixException {
		listen(peers.get(1));
		define("one", FIRST);
		server.get(server.core().data().deleteProcessSet("one"));

		Delivery.EventDelivery event = peers.get(1).events().get(1);
		assertThat(event.code()).isEqualTo(Status.PROCESS_SET_DELETE);
		assertThat(event.infos().get(GroupAttributes.PSET_NAME)).contains("one");
		assertThat(sets(0, Rank.of(0))).isEqualTo(Status.ERR_NOT_FOUND.toString());
	}

	@Test
	void delete_unknownSet_isNotFound() {
		assertThatThrownBy(() -> server.get(server.core().data().deleteProcessSet("none"))).isInstanceOfSatisfying(PmixException.class,
				e -> assertThat(e.status()).isEqualTo(Status.ERR_NOT_FOUND));
	}

	@Test
	void define_withoutNameOrMember_isRefused() {
		assertThatThrownBy(() -> define("", FIRST)).isInstanceOf(PmixException.class);
		assertThatThrownBy(() -> define("none", List.of())).isInstanceOf(PmixException.class);
	}

	@Test
	void get_returnsTheSetsOfAProcess() throws PmixException {
		define("one", FIRST);
		define("all", List.of(Proc.wildcard("job")));

		assertThat(sets(1, Rank.of(0))).isEqualTo("one,all");
		assertThat(sets(1, Rank.of(1))).isEqualTo("all");
		assertThat(sets(0, Rank.WILDCARD)).as("the sets of the requester").isEqualTo("one,all");
	}

	private List<Proc> members(int reader, Rank rank, Info... infos) throws PmixException {
		String key = GroupAttributes.PSET_MEMBERS.key();
		Reply.GetReply reply = peers.get(reader).ask(new DataRequest.Get("job", rank, Infos.of(infos), key), ReplyKind.GET);
		return reply.status().isSuccess() ? ((DataArray) reply.data().get(0).data().kvals(Limits.DEFAULT).get(0).value()).procs() : List.of();
	}

	/** A process's own set is the first one that was defined with it. */
	@Test
	void get_returnsTheMembersOfTheOwnOrTheNamedSet() throws PmixException {
		assertThat(members(0, Rank.WILDCARD)).isEmpty();
		define("one", FIRST);
		define("all", List.of(Proc.of("job", 0), Proc.of("job", 1)));

		assertThat(members(0, Rank.WILDCARD)).isEqualTo(FIRST);
		assertThat(members(1, Rank.WILDCARD)).containsExactly(Proc.of("job", 0), Proc.of("job", 1));
		assertThat(members(1, Rank.of(0))).isEqualTo(FIRST);
		assertThat(members(1, Rank.WILDCARD, Info.of(GroupAttributes.PSET_NAME, "one"))).isEqualTo(FIRST);
		assertThat(members(1, Rank.WILDCARD, Info.of(GroupAttributes.PSET_NAME, "none"))).isEmpty();
	}

	@Test
	void define_again_replacesTheSet() throws PmixException {
		define("one", FIRST);
		define("one", List.of(Proc.of("job", 1)));

		assertThat(sets(0, Rank.of(0))).isEqualTo(Status.ERR_NOT_FOUND.toString());
		assertThat(sets(0, Rank.of(1))).isEqualTo("one");
	}

	@Test
	void jobControl_definesSetWithoutHost() throws PmixException {
		Info name = Info.of(JobControlAttributes.JOB_CTRL_DEFINE_PSET, "mine");

		assertThat(peers.get(0).ask(new ControlRequest.JobControl(FIRST, Infos.of(name)))).isEqualTo(Status.SUCCESS);
		assertThat(sets(1, Rank.of(0))).isEqualTo("mine");
	}

	/** Registers a job of three ranks, or adds to it. */
	private void apps(Info... infos) throws PmixException {
		server.get(server.core().registerNamespace("apps", 0, Infos.of(infos)
				.with(ServerAttributes.NODE_MAP, TestServer.NODE).with(ServerAttributes.PROC_MAP, "0,1,2")));
	}

	private static Info app(int number, String set) {
		return Info.of(LevelAttributes.APP_INFO_ARRAY,
				DataArray.of(Infos.of(Info.of(AppAttributes.APPNUM, number), Info.of(GroupAttributes.PSET_NAME, set))));
	}

	private static Info rank(int rank, int app) {
		return Info.of(LevelAttributes.PROC_INFO_ARRAY,
				DataArray.of(Infos.of(Info.of(ProcAttributes.RANK, Rank.of(rank)), Info.of(AppAttributes.APPNUM, app))));
	}

	@Test
	void applications_withASetName_areSets() throws PmixException {
		apps(app(1, "ocean"), rank(2, 1));

		assertThat(server.dump()).contains("process set ocean: rank 2 of apps");
	}

	@Test
	void applications_ofAJobThatIsRegisteredAgain_keepTheMembersOfTheirSets() throws PmixException {
		apps(app(1, "ocean"), rank(2, 1), rank(0, 3));
		apps(app(1, "ocean"), rank(1, 1), app(3, "air"));

		assertThat(server.dump()).contains("process set ocean: ranks 1, 2 of apps").contains("process set air: rank 0 of apps");
	}

	@Test
	void set_ofEndedJob_isDeleted() throws PmixException {
		server.job("other", 1);
		listen(peers.get(0));
		define("short", List.of(Proc.of("other", 0)));
		define("long", List.of(Proc.of("other", 0), Proc.of("job", 1)));
		server.get(server.core().deregisterNamespace("other"));

		assertThat(server.dump()).contains("process set long").doesNotContain("process set short");
		assertThat(peers.get(0).events()).extracting(Delivery.EventDelivery::code).containsExactly(Status.PROCESS_SET_DEFINE,
				Status.PROCESS_SET_DEFINE, Status.PROCESS_SET_DELETE);
	}
}
