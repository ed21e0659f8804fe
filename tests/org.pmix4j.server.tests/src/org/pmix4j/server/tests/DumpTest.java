// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Wait;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

class DumpTest {
	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final TestServer server;

	DumpTest() throws PmixException {
		server = TestServer.open();
	}

	private static DataRequest.Fence fence(Proc... procs) {
		return new DataRequest.Fence(List.of(procs), Infos.EMPTY);
	}

	@Test
	void fence_namesMissingRanksAndTheDuration() throws PmixException {
		server.job("job@1", 8);
		List<TestPeer> peers = server.connectAll("job@1", 8);
		for (TestPeer peer : peers) {
			if (peer != peers.get(3) && peer != peers.get(7)) {
				peer.send(fence(Proc.wildcard("job@1")));
			}
		}
		server.advance(Duration.ofMillis(4200));

		assertThat(server.dump()).contains("  fence of job@1 waits for ranks 3, 7 of job@1 since 4.2 s\n");
	}

	@Test
	void waits_ofAFence_nameTheAwaitedRanks() throws PmixException {
		server.job("job@1", 2);
		server.connectAll("job@1", 2).get(0).send(fence(Proc.wildcard("job@1")));
		server.advance(Duration.ofMillis(1500));

		List<Wait> waits = server.waits();

		assertThat(waits).singleElement().satisfies(wait -> {
			assertThat(wait.text()).isEqualTo("fence of job@1 waits for rank 1 of job@1 since 1.5 s");
			assertThat(wait.procs()).containsExactly(Proc.wildcard("job@1"));
			assertThat(wait.awaited()).containsExactly(Proc.of("job@1", 1));
			assertThat(wait.age()).isEqualTo(Duration.ofMillis(1500));
			assertThat(wait.concerns("job@1")).isTrue();
			assertThat(wait.concerns("job@2")).isFalse();
		});
	}

	@Test
	void waits_ofAGet_nameTheOwnerOfTheData() throws PmixException {
		server.job("job@1", 2);
		server.connect("job@1", 0).send(Puts.get("job@1", 1, "key"));

		assertThat(server.waits()).singleElement().satisfies(wait -> {
			assertThat(wait.procs()).containsExactly(Proc.of("job@1", 0));
			assertThat(wait.awaited()).containsExactly(Proc.of("job@1", 1));
		});
	}

	@Test
	void fence_ofSomeRanks_namesThem() throws PmixException {
		server.job("job@1", 3);
		server.connect("job@1", 0).send(fence(Proc.of("job@1", 0), Proc.of("job@1", 2)));

		assertThat(server.dump()).contains("  fence of ranks 0, 2 of job@1 waits for rank 2 of job@1 since 0.0 s\n");
	}

	@Test
	void fence_ofUnregisteredProcesses_isReported() throws PmixException {
		server.namespace("job@1", 2, 2);
		server.client(Proc.of("job@1", 0));
		server.connect("job@1", 0).send(fence(Proc.wildcard("job@1")));

		assertThat(server.dump()).contains("fence of job@1 waits for registrations since 0.0 s")
				.contains("namespace job@1: 1 of 2 local processes connected, 1 not registered");
	}

	@Test
	void get_namesKeyAndBothProcesses() throws PmixException {
		server.job("job@1", 2);
		server.connect("job@1", 0).send(Puts.get("job@1", 1, "key"));
		server.advance(Duration.ofSeconds(1));

		assertThat(server.dump()).contains("  get of 'key' by job@1:0 waits for job@1:1 since 1.0 s\n");
	}

	@Test
	void namespaces_nameMissingRanks() throws PmixException {
		server.job("job@1", 4);
		List<TestPeer> peers = server.connectAll("job@1", 3);
		peers.get(1).die();
		server.get(server.core().deregisterClient(Proc.of("job@1", 2)));

		assertThat(server.dump()).contains("  namespace job@1: 1 of 4 local processes connected, expected 3, lost 1, ended 2\n");
	}

	@Test
	void silentConnections_areCounted() throws PmixException {
		server.connect();
		server.connect();
		server.run();

		assertThat(server.dump()).contains("2 connections without a hello");
	}

	@Test
	void messages_areShownOnRequest() throws PmixException {
		server.job("job@1", 1);
		TestPeer peer = server.connect("job@1", 0);
		peer.ask(JobRequest.JobInfoRequest.INSTANCE, ReplyKind.JOB_INFO);
		peer.sendBytes(500, (byte) 2, (byte) 3);
		assertThat(server.dump()).doesNotContain("last messages");

		assertThat(server.get(server.core().dump(true))).contains("last messages of job@1:0 (release 4.2.2rc2):").contains("JobInfoRequest")
				.containsPattern("IN +tag 101, 2 bytes").containsPattern("OUT tag 101, ").contains("02 03");
	}
}
