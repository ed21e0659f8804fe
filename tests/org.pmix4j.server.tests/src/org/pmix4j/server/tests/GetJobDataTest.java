// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests gets for job data registered by the host. */
class GetJobDataTest extends GetFixture {
	GetJobDataTest() throws PmixException {
		super();
	}

	private static PmixValue value(TestPeer peer, Rank rank, String key) throws PmixException {
		Reply.GetReply reply = peer.ask(Puts.get("job", rank, key), ReplyKind.GET);
		assertThat(reply.status()).isEqualTo(Status.SUCCESS);
		assertThat(Puts.owners(reply)).containsExactly(new Proc("job", rank));
		return reply.data().get(0).data().kvals(peer.format().limits()).stream().filter(kval -> kval.key().equals(key)).findFirst()
				.orElseThrow().value();
	}

	@Test
	void unknownNamespace_immediate_isNotFound() throws PmixException {
		TestPeer peer = job(1).get(0);

		assertThat(status(peer, Puts.get("elsewhere", 0, "key", IMMEDIATE))).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void unknownNamespace_unknownToTheHost_isNotFound() throws PmixException {
		TestPeer peer = job(1).get(0);

		assertThat(status(peer, Puts.get("elsewhere", 0, "key"))).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(status(peer, Puts.get("elsewhere", Rank.WILDCARD, "pmix.job.size"))).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void wildcard_knownKey_returnsThatKeyOnly() throws PmixException {
		TestPeer peer = job(2).get(0);
		Reply.GetReply reply = peer.ask(Puts.get("job", Rank.WILDCARD, "pmix.job.size"), ReplyKind.GET);

		assertThat(reply.status()).isEqualTo(Status.SUCCESS);
		assertThat(Puts.owners(reply)).containsExactly(Proc.wildcard("job"));
		assertThat(reply.data().get(0).data().kvals(peer.format().limits())).singleElement()
				.satisfies(kval -> assertThat(kval.value()).isEqualTo(new PmixValue.UInt32(2)));
	}

	@Test
	void wildcard_unknownKey_isNotFoundAtOnce() throws PmixException {
		TestPeer peer = job(1).get(0);

		assertThat(status(peer, Puts.get("job", Rank.WILDCARD, "pmix.nonexistent"))).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(status(peer, Puts.get("job", Rank.WILDCARD, "user.key"))).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void wildcard_noKey_returnsAllData() throws PmixException {
		server.get(server.core().registerNamespace("job1", 1, CapturedJobInfo.told()));
		server.client(Proc.of("job1", 0));
		TestPeer peer = server.connect("job1", 0);
		Reply.GetReply reply = peer.ask(Puts.get("job1", Rank.WILDCARD, ""), ReplyKind.GET);
		List<String> lines = JobDataText.plain(JobDataText.lines(reply.data().get(0).data(), peer.format()));

		assertThat(lines).contains("pmix.job.size=4", "pmix.ssn.arr 4294967295: pmix.univ.size=8", "pmix.node.arr node1: pmix.lpeers=2,3",
				"pmix.app.arr 0: pmix.app.size=4", "pmix.pdata 3: pmix.lrank=1").noneMatch(line -> line.startsWith("pmix.pblob"));
	}

	@Test
	void wildcard_noKeyOldRelease_returnsRanksAsBlobs() throws PmixException {
		server.get(server.core().registerNamespace("job1", 1, CapturedJobInfo.told()));
		server.client(Proc.of("job1", 0));
		TestPeer peer = server.connect("job1", 0, Release.R3);
		Reply.GetReply reply = peer.ask(Puts.get("job1", Rank.WILDCARD, ""), ReplyKind.GET);

		assertThat(JobDataText.plain(JobDataText.lines(reply.data().get(0).data(), peer.format())))
				.contains("pmix.pblob 3: pmix.lrank=1", "pmix.univ.size=8")
				.noneMatch(line -> line.startsWith("pmix.pdata") || line.startsWith("pmix.ssn.arr"));
	}

	@Test
	void wildcard_keysOfSessionNodeAndApp_areFound() throws PmixException {
		server.get(server.core().registerNamespace("job", 1, Infos.of(Info.of(ServerAttributes.NODE_MAP, "node0,node1"),
				Info.of(ServerAttributes.PROC_MAP, "0;1,2"), Info.of(SessionAttributes.UNIV_SIZE, 8), Info.of(AppAttributes.APP_SIZE, 3))));
		server.client(Proc.of("job", 0));
		TestPeer peer = server.connect("job", 0);

		assertThat(value(peer, Rank.WILDCARD, SessionAttributes.UNIV_SIZE.key())).isEqualTo(new PmixValue.UInt32(8));
		assertThat(value(peer, Rank.WILDCARD, NodeAttributes.LOCAL_SIZE.key())).as("for the server's node")
				.isEqualTo(new PmixValue.UInt32(1));
		assertThat(value(peer, Rank.WILDCARD, AppAttributes.APP_SIZE.key())).isEqualTo(new PmixValue.UInt32(3));
		assertThat(value(peer, Rank.of(2), ProcAttributes.LOCAL_RANK.key())).isEqualTo(new PmixValue.UInt16((short) 1));
		assertThat(value(peer, Rank.UNDEF, JobAttributes.JOB_SIZE.key())).isEqualTo(new PmixValue.UInt32(3));
	}

	@Test
	void otherJob_wildcard_returnsAllData() throws PmixException {
		TestPeer peer = job(1).get(0);
		server.job("other", 3);
		Reply.GetReply reply = peer.ask(Puts.get("other", Rank.WILDCARD, "pmix.job.size"), ReplyKind.GET);

		assertThat(Puts.owners(reply)).containsExactly(Proc.wildcard("other"));
		assertThat(JobDataText.plain(JobDataText.lines(reply.data().get(0).data(), peer.format()))).contains("pmix.job.size=3");
	}

	@Test
	void reservedKey_unknown_isNotFoundAtOnce() throws PmixException {
		TestPeer peer = job(2).get(0);

		assertThat(status(peer, Puts.get("job", 1, "pmix.nrank"))).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(status(peer, Puts.get("job", Rank.UNDEF, "pmix.nrank"))).isEqualTo(Status.ERR_NOT_FOUND);
	}
}
