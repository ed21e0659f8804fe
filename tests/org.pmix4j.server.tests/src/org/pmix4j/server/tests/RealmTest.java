// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

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
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.wire.internal.message.ProcData;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests gets that name a node, application or session, with two nodes (two ranks and one rank) and two applications. */
class RealmTest {
	private static final Info NODE = Info.of(LevelAttributes.NODE_INFO, true);
	private static final Info APP = Info.of(LevelAttributes.APP_INFO, true);
	private static final Info SESSION = Info.of(LevelAttributes.SESSION_INFO, true);
	private static final String LOCAL_SIZE = NodeAttributes.LOCAL_SIZE.key();
	private static final String APP_SIZE = AppAttributes.APP_SIZE.key();

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final TestServer server;
	private final TestPeer peer;

	RealmTest() throws PmixException {
		server = TestServer.onNode("vm");
		server.get(server.core().registerNamespace("job", 2, Infos.of(Info.of(ServerAttributes.NODE_MAP, "vm,other"),
				Info.of(ServerAttributes.PROC_MAP, "0,1;2"), Info.of(SessionAttributes.SESSION_ID, 5),
				Info.of(SessionAttributes.UNIV_SIZE, 8), Info.of(LevelAttributes.PROC_INFO_ARRAY, DataArray.of(Infos.of(
						Info.of(ProcAttributes.RANK, Rank.of(2)), Info.of(AppAttributes.APPNUM, 1)))))));
		server.client(Proc.of("job", 0));
		server.client(Proc.of("job", 1));
		peer = server.connect("job", 0);
	}

	/** Returns the data sent to the requester; for ranks and jobs, keys with values. */
	private List<String> told(String nspace, Rank rank, String key, Info... infos) throws PmixException {
		Reply.GetReply reply = peer.ask(Puts.get(nspace, rank, key, infos), ReplyKind.GET);
		List<String> lines = new ArrayList<>();
		for (ProcData data : reply.data()) {
			for (String line : JobDataText.plain(JobDataText.lines(data.data(), peer.format()))) {
				lines.add(data.proc() + " " + line);
			}
		}
		return reply.status().isSuccess() ? lines : List.of(reply.status().toString());
	}

	@Test
	void get_nodeOfRank_isFiledUnderRank() throws PmixException {
		assertThat(told("job", Rank.of(0), LOCAL_SIZE, NODE)).containsExactly("job:0 pmix.local.size=2");
		assertThat(told("job", Rank.of(2), LOCAL_SIZE, NODE)).containsExactly("job:2 pmix.local.size=1");
	}

	@Test
	void get_appOfRank_isFiledUnderRank() throws PmixException {
		assertThat(told("job", Rank.of(0), APP_SIZE, APP)).containsExactly("job:0 pmix.app.size=2");
		assertThat(told("job", Rank.of(2), APP_SIZE, APP)).containsExactly("job:2 pmix.app.size=1");
	}

	@Test
	void get_sessionOfRank_isFiledUnderRank() throws PmixException {
		assertThat(told("job", Rank.of(1), SessionAttributes.UNIV_SIZE.key(), SESSION)).containsExactly("job:1 pmix.univ.size=8");
	}

	@Test
	void get_otherNode_returnsArraysOfAll() throws PmixException {
		for (Info name : List.of(Info.of(NodeAttributes.HOSTNAME, "other"), Info.of(NodeAttributes.NODEID, 1))) {
			assertThat(told("job", Rank.of(0), LOCAL_SIZE, NODE, name)).contains("job:WILDCARD pmix.node.arr other: pmix.local.size=1")
					.noneMatch(line -> line.startsWith("job:0"));
			assertThat(told("job", Rank.WILDCARD, LOCAL_SIZE, NODE, name)).contains("job:WILDCARD pmix.node.arr other: pmix.local.size=1");
		}
	}

	@Test
	void get_otherApp_returnsArraysOfAll() throws PmixException {
		assertThat(told("job", Rank.WILDCARD, APP_SIZE, APP, Info.of(AppAttributes.APPNUM, 1)))
				.contains("job:WILDCARD pmix.app.arr 1: pmix.app.size=1");
	}

	@Test
	void get_aboutUnknownRealms_isNotFoundAtOnce() throws PmixException {
		List<String> unknown = List.of(Status.ERR_NOT_FOUND.toString());

		assertThat(told("job", Rank.of(0), LOCAL_SIZE, NODE, Info.of(NodeAttributes.HOSTNAME, "nowhere"))).isEqualTo(unknown);
		assertThat(told("job", Rank.of(0), LOCAL_SIZE, NODE, Info.of(NodeAttributes.NODEID, 9))).isEqualTo(unknown);
		assertThat(told("job", Rank.WILDCARD, APP_SIZE, APP, Info.of(AppAttributes.APPNUM, 9))).isEqualTo(unknown);
		assertThat(told("job", Rank.WILDCARD, APP_SIZE, APP)).as("one of two applications").isEqualTo(unknown);
		assertThat(told("job", Rank.WILDCARD, "pmix.univ.size", SESSION, Info.of(SessionAttributes.SESSION_ID, 6))).isEqualTo(unknown);
		assertThat(told("job", Rank.of(0), "pmix.nonexistent", NODE)).isEqualTo(unknown);
	}

	@Test
	void get_realmDisabled_isAboutProcess() throws PmixException {
		assertThat(told("job", Rank.of(1), ProcAttributes.LOCAL_RANK.key(), Info.of(LevelAttributes.NODE_INFO, false)))
				.contains("job:1 pmix.lrank=1");
	}

	@Test
	void get_nodeOfRankOfOtherJob_includesJobData() throws PmixException {
		server.get(server.core().registerNamespace("next", 1,
				Infos.of(Info.of(ServerAttributes.NODE_MAP, "vm"), Info.of(ServerAttributes.PROC_MAP, "0"))));

		assertThat(told("next", Rank.of(0), LOCAL_SIZE, NODE)).contains("next:WILDCARD pmix.job.size=1", "next:0 pmix.local.size=1");
		assertThat(told("next", Rank.of(0), "pmix.nonexistent", NODE)).contains("next:WILDCARD pmix.job.size=1");
	}

	@Test
	void get_laterRegisteredData_isAnswered() throws PmixException {
		server.get(server.core().registerNamespace("job", 2, Infos.of(Info.of(JobAttributes.JOBID, "late"))));

		assertThat(told("job", Rank.WILDCARD, JobAttributes.JOBID.key())).containsExactly("job:WILDCARD pmix.jobid=late");
		assertThat(told("job", Rank.WILDCARD, JobAttributes.JOB_SIZE.key())).containsExactly("job:WILDCARD pmix.job.size=3");
	}
}
