// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;

/** Tests output formatted by the server, for releases that expect it. */
class IofFormatTest extends IofFixture {
	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "R2")
	void tag_releaseExpectsIt_isAddedByServer(Release release) throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0, release);
		pull(peer, Infos.EMPTY.with(IofAttributes.IOF_TAG_OUTPUT, true), BOTH, RANK1);
		write(server, RANK1, "one\ntw");
		write(server, RANK1, "o\nthree\n");

		String all = String.join("", peer.output().stream().map(d -> new String(d.data().toByteArray(), StandardCharsets.UTF_8)).toList());
		assertThat(all).isEqualTo(release == Release.R60 ? "[job,1]<stdout>: one\n[job,1]<stdout>: two\n[job,1]<stdout>: three\n"
				: "one\ntwo\nthree\n");
	}

	@Test
	void tag_detailed_namesNode() throws PmixException {
		TestServer server = TestServer.open(host);
		server.get(server.core().registerNamespace("job@1", 2, Infos.of(Info.of(JobAttributes.JOB_SIZE, 2),
				Info.of(LevelAttributes.PROC_INFO_ARRAY, DataArray.of(Infos.of(Info.of(ProcAttributes.RANK, Rank.of(1)),
						Info.of(NodeAttributes.HOSTNAME, "node7"), Info.of(ProcAttributes.PROC_PID, 4711)))))));
		server.client(Proc.of("job@1", 0));
		TestPeer peer = server.connect("job@1", 0, Release.R60);
		pull(peer, Infos.EMPTY.with(IofAttributes.IOF_TAG_DETAILED_OUTPUT, true), BOTH, Proc.of("job@1", 1));
		write(server, Proc.of("job@1", 1), "x\n");

		assertThat(texts(peer)).containsExactly("1/2: [1,1][node7:4711]<stdout>: x\n");
	}

	@Test
	void merge_releaseExpectsIt_isDoneByServer() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0, Release.R60);
		pull(peer, Infos.EMPTY.with(IofAttributes.IOF_MERGE_STDERR_STDOUT, true), BOTH, RANK1);
		server.get(deliver(server, RANK1, IofChannel.STDERR, "oops"));

		assertThat(texts(peer)).containsExactly("1/2: oops");
	}
}
