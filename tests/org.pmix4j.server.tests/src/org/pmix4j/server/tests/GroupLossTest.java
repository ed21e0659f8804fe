// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.wire.internal.message.GroupRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests groups that lose a member while it is awaited. */
class GroupLossTest {
	private static final Proc ALL = Proc.wildcard("job");

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final TestServer server;

	GroupLossTest() throws PmixException {
		server = TestServer.open();
		server.job("job", 3);
	}

	private static Proc rank(int rank) {
		return Proc.of("job", rank);
	}

	private static GroupRequest.GroupConstruct construct(Infos infos, Proc... procs) {
		return new GroupRequest.GroupConstruct("group", List.of(procs), infos);
	}

	@Test
	void construct_memberDies_isPartialForTheOthers() throws PmixException {
		List<TestPeer> peers = server.connectAll("job", 3);
		int first = peers.get(0).send(construct(Infos.EMPTY, ALL));
		int second = peers.get(1).send(construct(Infos.EMPTY, ALL));
		peers.get(2).die();

		assertThat(peers.get(0).reply(first, ReplyKind.GROUP).status()).isEqualTo(Status.ERR_PARTIAL_SUCCESS);
		assertThat(peers.get(1).reply(second, ReplyKind.GROUP).status()).isEqualTo(Status.ERR_PARTIAL_SUCCESS);
		assertThat(peers.get(0).ask(new GroupRequest.GroupDestruct("group", List.of(), Infos.EMPTY))).isEqualTo(Status.ERR_NOT_FOUND);
	}

	/** As abort_construct of pmix_server_group.c in OpenPMIx 7.0. */
	@Test
	void construct_memberDies_isAbortedSinceSeven() throws PmixException {
		TestPeer newer = server.connect("job", 0, Release.R7);
		TestPeer older = server.connect("job", 1);
		TestPeer lost = server.connect("job", 2);
		int first = newer.send(construct(Infos.EMPTY, ALL));
		int second = older.send(construct(Infos.EMPTY, ALL));
		lost.die();

		assertThat(newer.reply(first, ReplyKind.GROUP).status()).isEqualTo(Status.GROUP_CONSTRUCT_ABORT);
		assertThat(older.reply(second, ReplyKind.GROUP).status()).isEqualTo(Status.ERR_PARTIAL_SUCCESS);
	}

	/** Clients of 7.0 repeat the directive of the construction, and the event stands for the error. */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void destruct_memberDies_succeedsIfTheOthersAreTold(boolean told) throws PmixException {
		List<TestPeer> peers = List.of(server.connect("job", 0, Release.R7), server.connect("job", 1, Release.R7));
		Infos watched = told ? Infos.EMPTY.with(GroupAttributes.GROUP_NOTIFY_TERMINATION, true) : Infos.EMPTY;
		int constructs = peers.get(0).send(construct(watched, rank(0), rank(1)));
		peers.get(1).ask(construct(watched, rank(0), rank(1)), ReplyKind.GROUP);
		peers.get(0).reply(constructs, ReplyKind.GROUP);
		int tag = peers.get(0).send(new GroupRequest.GroupDestruct("group", List.of(rank(0), rank(1)), watched));
		peers.get(1).die();

		assertThat(peers.get(0).status(tag)).isEqualTo(told ? Status.SUCCESS : Status.ERR_PARTIAL_SUCCESS);
	}

	@ParameterizedTest
	@ValueSource(strings = { "pmix.grp.opt", "pmix.grp.ftcoll" })
	void construct_optionalMemberDies_isOmitted(String tolerant) throws PmixException {
		TestPeer first = server.connect("job", 0, Release.R61);
		TestPeer second = server.connect("job", 1, Release.R61);
		int tag = first.send(construct(Infos.of(Info.of(tolerant, PmixValue.Bool.TRUE)), rank(0), rank(1)));
		second.die();

		assertThat(first.reply(tag, ReplyKind.GROUP).members()).containsExactly(rank(0));
	}
}
