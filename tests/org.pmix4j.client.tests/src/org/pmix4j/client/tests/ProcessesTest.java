// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.pmix4j.client.GetOptions;
import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.process.ConnectedProcesses;
import org.pmix4j.client.process.SpawnProgram;
import org.pmix4j.client.process.SpawnRequest;
import org.pmix4j.model.App;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.NamespaceData;
import org.pmix4j.wire.internal.message.ProcData;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.Request;

/** Tests spawn, connect, and the resolution of peers and nodes: the requests that they send and the outcome of each reply. */
class ProcessesTest {
	private static final String HERE = Path.of("").toAbsolutePath().toString();
	private static final Info BY_NODE = Info.of(SpawnAttributes.MAPBY, "node");
	private static final KvalBlob SIZE_7 = KvalBlob.of(List.of(new Kval(JobAttributes.JOB_SIZE.key(), new PmixValue.UInt32(7))));
	private static final List<Proc> BOTH = List.of(ClientFixture.JOB, Proc.wildcard("job2"));

	private static Integer size(ClientFixture fixture, String job) {
		return fixture.ended(fixture.client.getAsync(Proc.wildcard(job), JobAttributes.JOB_SIZE, GetOptions.OPTIONAL)).orElse(-1);
	}

	@Test
	void spawn_twoPrograms_sendsThemAsTheCLibraryDoes() throws PmixException {
		ClientFixture fixture = new ClientFixture();
		SpawnProgram first = SpawnProgram.of("/usr/bin/env", "-0").withRanks(3).plusEnvironment("A", "b").withWorkingDirectory("/tmp");

		fixture.client.processes().spawnAsync(SpawnRequest.of(first, SpawnProgram.of("cat").plusInfos(BY_NODE)).plusInfos(BY_NODE));

		assertThat(fixture.server.takeRequests()).containsExactly(new JobRequest.Spawn(Infos.of(BY_NODE),
				List.of(new App("/usr/bin/env", List.of("env", "-0"), List.of("A=b"), "/tmp", 3, Infos.EMPTY),
						new App("cat", List.of("cat"), List.of(), HERE, 1, Infos.of(BY_NODE)))));
	}

	@Test
	void spawn_launched_knowsTheJobInformation() throws PmixException {
		ClientFixture fixture = new ClientFixture();
		CompletableFuture<String> spawned = fixture.client.processes().spawnAsync(SpawnRequest.of(SpawnProgram.of("cat")));

		fixture.server.reply(new Reply.SpawnReply(Status.SUCCESS, "job2", SIZE_7));

		assertThat(fixture.ended(spawned)).isEqualTo("job2");
		assertThat(size(fixture, "job2")).isEqualTo(7);
	}

	@Test
	void spawn_refused_failsWithTheStatusAndNamesTheProgram() throws PmixException {
		ClientFixture fixture = new ClientFixture();
		CompletableFuture<String> spawned = fixture.client.processes().spawnAsync(SpawnRequest.of(SpawnProgram.of("/no/such")));

		fixture.server.reply(new Reply.SpawnReply(Status.ERR_JOB_EXE_NOT_FOUND, "", KvalBlob.EMPTY));

		assertThat(fixture.failure(spawned)).isEqualTo(Status.ERR_JOB_EXE_NOT_FOUND);
		assertThat(spawned).isCompletedExceptionally();
		assertThatThrownBy(spawned::join).hasMessageContaining("/no/such");
	}

	/** The program would wait for the end of a job that has no name. */
	@Test
	void spawn_successWithoutJob_isMalformed() throws PmixException {
		ClientFixture fixture = new ClientFixture();
		CompletableFuture<String> spawned = fixture.client.processes().spawnAsync(SpawnRequest.of(SpawnProgram.of("cat")));

		fixture.server.reply(new Reply.SpawnReply(Status.SUCCESS, "", KvalBlob.EMPTY));

		assertThat(fixture.failure(spawned)).isEqualTo(Status.ERR_BAD_PARAM);
		assertThatThrownBy(spawned::join).hasMessageContaining("the reply is malformed: it names no job");
	}

	@Test
	void spawn_noProgram_isRefused() {
		assertThatThrownBy(() -> SpawnRequest.of()).isInstanceOf(IllegalArgumentException.class);
		assertThatThrownBy(() -> SpawnProgram.of("")).isInstanceOf(IllegalArgumentException.class);
	}

	@Test
	void connect_allArrived_knowsTheOtherJobs() throws PmixException {
		ClientFixture fixture = new ClientFixture();
		CompletableFuture<ConnectedProcesses> connected = fixture.client.processes().connectAsync(BOTH,
				RequestOptions.DEFAULT.withLimit(Duration.ofSeconds(5)));

		assertThat(fixture.server.takeRequests())
				.containsExactly(new JobRequest.Connect(BOTH, Infos.EMPTY.with(KeyValueAttributes.TIMEOUT, 5), Infos.EMPTY));
		fixture.server.reply(new Reply.ConnectReply(Status.SUCCESS, List.of(new NamespaceData("job2", SIZE_7))));
		assertThat(fixture.ended(connected).procs()).isEqualTo(BOTH);
		assertThat(size(fixture, "job2")).isEqualTo(7);
	}

	@Test
	void close_ofAConnection_disconnectsOnce() throws PmixException {
		ClientFixture fixture = new ClientFixture();
		CompletableFuture<ConnectedProcesses> connected = fixture.client.processes().connectAsync(BOTH, RequestOptions.DEFAULT);
		fixture.server.reply(new Reply.ConnectReply(Status.SUCCESS, List.of()));
		ConnectedProcesses connection = fixture.ended(connected);
		fixture.server.takeRequests();

		CompletableFuture<Void> first = connection.closeAsync(RequestOptions.DEFAULT);
		CompletableFuture<Void> second = connection.closeAsync(RequestOptions.DEFAULT);

		assertThat(fixture.server.takeRequests()).containsExactly(new JobRequest.Disconnect(BOTH, Infos.EMPTY));
		fixture.server.reply(Reply.StatusReply.OK);
		assertThat(fixture.failure(first)).isEqualTo(Status.SUCCESS);
		assertThat(fixture.failure(second)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void connect_noProcess_isRefusedHere() throws PmixException {
		ClientFixture fixture = new ClientFixture();

		assertThat(fixture.failure(fixture.client.processes().connectAsync(List.of(), RequestOptions.DEFAULT)))
				.isEqualTo(Status.ERR_BAD_PARAM);
	}

	@Test
	void resolvePeers_release422_readsJobInformation() throws PmixException {
		ClientFixture fixture = new ClientFixture("4.2.2");
		CompletableFuture<List<Proc>> peers = fixture.client.processes().resolvePeersAsync("there", "job2");

		assertThat(fixture.server.takeRequests()).singleElement().isInstanceOf(DataRequest.Get.class);
		Kval there = new Kval("pmix.node.arr", DataArray.of(Infos.of(Info.of("pmix.hname", new PmixValue.Str("there")),
				Info.of("pmix.lpeers", new PmixValue.Str("0,3")))));
		fixture.server.reply(new Reply.GetReply(Status.SUCCESS, List.of(new ProcData(Proc.wildcard("job2"), KvalBlob.of(List.of(there))))));
		assertThat(fixture.ended(peers)).containsExactly(Proc.of("job2", 0), Proc.of("job2", 3));
	}

	@Test
	void resolvePeers_release507_asksTheServer() throws PmixException {
		ClientFixture fixture = new ClientFixture("5.0.7");
		CompletableFuture<List<Proc>> peers = fixture.client.processes().resolvePeersAsync("", "job2");

		assertThat(fixture.server.takeRequests()).containsExactly(new DataRequest.ResolvePeers("here", "job2"));
		fixture.server.reply(new Reply.ResolvePeersReply(Status.SUCCESS, List.of(Proc.of("job2", 1))));
		assertThat(fixture.ended(peers)).containsExactly(Proc.of("job2", 1));
	}

	@Test
	void resolvePeers_serverDoesNotKnow_readsJobInformation() throws PmixException {
		ClientFixture fixture = new ClientFixture("5.0.7");
		CompletableFuture<List<Proc>> peers = fixture.client.processes().resolvePeersAsync("nowhere", "");
		fixture.server.reply(ClientFixture.status(Status.ERR_NOT_FOUND));

		List<Request> requests = fixture.server.takeRequests();

		assertThat(requests).hasSize(2).last().isInstanceOf(DataRequest.Get.class);
		fixture.server.reply(ClientFixture.status(Status.ERR_NOT_FOUND));
		assertThat(fixture.ended(peers)).isEmpty();
	}

	@Test
	void resolveNodes_release422_readsJobInformation() throws PmixException {
		ClientFixture fixture = new ClientFixture("4.2.2");
		CompletableFuture<List<String>> nodes = fixture.client.processes().resolveNodesAsync("");

		fixture.server.reply(ClientFixture.values(ClientFixture.JOB, ClientFixture.text("pmix.nlist", "a,b")));

		assertThat(fixture.ended(nodes)).containsExactly("a", "b");
	}

	@Test
	void resolveNodes_release507_asksTheServer() throws PmixException {
		ClientFixture fixture = new ClientFixture("5.0.7");
		CompletableFuture<List<String>> nodes = fixture.client.processes().resolveNodesAsync("job2");

		assertThat(fixture.server.takeRequests()).containsExactly(new DataRequest.ResolveNode("job2"));
		fixture.server.reply(new Reply.ResolveNodeReply(Status.SUCCESS, "a,b"));
		assertThat(fixture.ended(nodes)).containsExactly("a", "b");
	}
}
