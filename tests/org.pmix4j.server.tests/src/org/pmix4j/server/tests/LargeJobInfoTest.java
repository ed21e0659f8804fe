// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.testkit.Shortest;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

/**
 * The data of a job of thousands of ranks and hundreds of process sets, which the server writes for the first client of each release: the
 * loop, which all processes need, is not busy meanwhile. Measures processor time, and the best of some attempts.
 */
class LargeJobInfoTest {
	private static final Duration LIMIT = Duration.ofMillis(50);
	private static final int ATTEMPTS = 4;
	private static final int RANKS = 10_000;
	private static final int SETS = 300;

	private static Infos job() {
		List<Info> infos = new ArrayList<>(List.of(Info.of(JobAttributes.JOB_SIZE, RANKS)));
		for (int app = 0; app < SETS; app++) {
			infos.add(array(LevelAttributes.APP_INFO_ARRAY.key(),
					Infos.of(Info.of(AppAttributes.APPNUM, app), Info.of(GroupAttributes.PSET_NAME, "set" + app))));
		}
		for (int rank = 0; rank < RANKS; rank++) {
			infos.add(array(LevelAttributes.PROC_INFO_ARRAY.key(), Infos.of(Info.of(ProcAttributes.RANK, Rank.of(rank)),
					Info.of(AppAttributes.APPNUM, rank % SETS), Info.of(ProcAttributes.LOCAL_RANK, rank), Info.of(ProcAttributes.NODE_RANK, rank),
					Info.of(NodeAttributes.NODEID, 0), Info.of(NodeAttributes.HOSTNAME, "node"), Info.of(ProcAttributes.REINCARNATION, 0))));
		}
		return new Infos(infos);
	}

	private static Info array(String key, Infos infos) {
		return Info.of(key, DataArray.of(infos));
	}

	@Test
	void connect_firstClientOfALargeJob_leavesTheLoopFree() throws Exception {
		Shortest.requireLess(LIMIT, ATTEMPTS, LargeJobInfoTest::longestEvent);
	}

	private static Duration longestEvent() throws PmixException {
		TestServer server = TestServer.open();
		server.loop().network().setCapacity(64 << 20);
		server.loop().forgetLongestEvent();
		server.get(server.core().registerNamespace("job", RANKS, job()));
		server.client(Proc.of("job", 0));
		TestPeer peer = server.connect("job", 0);
		assertThat(peer.ask(JobRequest.JobInfoRequest.INSTANCE, ReplyKind.JOB_INFO).nspace()).isEqualTo("job");
		server.get(server.core().deregisterNamespace("job"));
		return server.loop().longestEvent();
	}
}
