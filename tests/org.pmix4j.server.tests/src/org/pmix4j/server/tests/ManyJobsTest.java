// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.EventRequest;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests that a server can serve a great many jobs in its lifetime. */
class ManyJobsTest {
	private static final int JOBS = 1000;
	private static final Status MINE = Status.of(-5000);

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final TestServer server;

	ManyJobsTest() throws PmixException {
		server = TestServer.open();
	}

	@Test
	void jobs_oneAfterAnother_leaveNothing() throws PmixException {
		String empty = server.dump();
		for (int i = 0; i < JOBS; i++) {
			String job = "job" + i;
			server.job(job, 2);
			List<TestPeer> peers = server.connectAll(job, 2);
			server.get(server.core().data().defineProcessSet("set of " + job, List.of(Proc.of(job, 0))));
			peers.get(0).ask(JobRequest.JobInfoRequest.INSTANCE, ReplyKind.JOB_INFO);
			peers.get(0).ask(Puts.commit("key", "value"));
			peers.get(0).ask(new EventRequest.RegisterEvents(List.of(MINE), Infos.EMPTY));
			peers.get(1).ask(new EventRequest.Notify(MINE, DataRange.NAMESPACE, Infos.EMPTY));
			peers.get(0).send(new DataRequest.Fence(List.of(Proc.wildcard(job)), Infos.EMPTY));
			peers.get(1).send(Puts.get(job, 1, "missing"));
			server.get(server.core().deregisterNamespace(job));
		}

		assertThat(server.loop().timers()).isZero();
		String dump = server.dump().replaceAll("\\d+ events kept", "0 events kept").replaceAll("  memory: .* for events kept .*\n", "");
		assertThat(dump).as("except cached events").isEqualTo(empty);
	}
}
