// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.GroupOperation;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.GroupRequest;
import org.pmix4j.wire.internal.message.Reply.GroupReply;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests data exchanged by group members on two servers, and queries about groups. */
class GroupDataTest {
	private static final Proc HERE = Proc.of("job", 0);
	private static final Proc THERE = Proc.of("job", 1);
	private static final Infos NUMBERED = Infos.EMPTY.with(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID, true);

	/** Assigns a context id and returns data of the other server. */
	private static final class Between implements PmixHost {
		private final List<Infos> asked = new ArrayList<>();
		private Infos result = Infos.EMPTY.with(GroupAttributes.GROUP_CONTEXT_ID, 77L);

		@Override
		public CompletionStage<Infos> group(GroupOperation operation, String group, List<Proc> procs, Infos infos) {
			asked.add(infos);
			return CompletableFuture.completedFuture(result);
		}
	}

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final Between host = new Between();

	/** Returns the server of one of the two processes. */
	private TestServer serverOf(Proc proc) throws PmixException {
		TestServer server = TestServer.open(host);
		server.namespace("job", 2, 1);
		server.client(proc);
		return server;
	}

	private static GroupReply construct(TestPeer peer, Infos infos) throws PmixException {
		return peer.ask(new GroupRequest.GroupConstruct("group", List.of(HERE, THERE), infos), ReplyKind.GROUP);
	}

	@Test
	void construct_dataOfMembers_isAvailableOnTheOtherServer() throws PmixException {
		TestPeer there = serverOf(THERE).connect("job", 1);
		there.ask(Puts.commit(Puts.remote("key", "of the other")));
		construct(there, NUMBERED);
		host.result = host.result.with(GroupAttributes.GROUP_ENDPT_DATA,
				host.asked.get(0).get(GroupAttributes.GROUP_ENDPT_DATA).orElseThrow());
		TestPeer here = serverOf(HERE).connect("job", 0);
		assertThat(construct(here, NUMBERED).status()).isEqualTo(Status.SUCCESS);

		assertThat(Puts.values(here.ask(Puts.get("job", 1, "key"), ReplyKind.GET), here)).containsEntry("key", "of the other");
	}

	@Test
	void construct_withoutBarrier_exchangesNothing() throws PmixException {
		construct(serverOf(HERE).connect("job", 0), NUMBERED.with(KeyValueAttributes.EMBED_BARRIER, false));

		assertThat(host.asked.get(0).contains(GroupAttributes.GROUP_ENDPT_DATA)).isFalse();
	}

	@Test
	void construct_sharedValuesInOneArray_areSeparated() throws PmixException {
		Info shared = Info.of(GroupAttributes.GROUP_INFO, DataArray.of(Infos.of(Info.of(ProcAttributes.PROCID, THERE),
				Info.of("shared", new PmixValue.Str("value")))));
		host.result = host.result.with(GroupAttributes.GROUP_INFO_ARRAY, DataArray.of(Infos.of(shared)));

		assertThat(construct(serverOf(HERE).connect("job", 0, Release.R61), NUMBERED).groupInfo().list()).containsExactly(shared);
	}

	@Test
	void query_ofGroups_returnsNamesAndMembers() throws PmixException {
		TestPeer peer = serverOf(HERE).connect("job", 0);
		construct(peer, NUMBERED);
		Query names = new Query(List.of(GroupAttributes.QUERY_GROUP_NAMES.key()), Infos.EMPTY);
		Query members = new Query(List.of(GroupAttributes.QUERY_GROUP_MEMBERSHIP.key()), Infos.of(Info.of(GroupAttributes.GROUP_ID, "group")));
		Infos told = peer.ask(new ControlRequest.QueryRequest(List.of(names, members)), ReplyKind.INFOS).infos();

		assertThat(told.value(GroupAttributes.QUERY_GROUP_NAMES.key())).contains(new PmixValue.Str("group"));
		assertThat(told.get(GroupAttributes.QUERY_GROUP_MEMBERSHIP).orElseThrow().procs()).containsExactly(HERE, THERE);
	}
}
