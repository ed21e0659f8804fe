// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.job.ErrorPolicy;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.RankProcess;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.ExitStatus;
import org.pmix4j.process.internal.process.Program;
import org.pmix4j.process.internal.process.SpawnException;
import org.pmix4j.testkit.Await;

/** Jobs on several nodes: each node starts, signals and ends its own ranks. */
class SeveralNodesTest {
	private static final int SLOTS = 1024;
	private static final Duration LIMIT = Duration.ofSeconds(30);

	private final List<SimulatedNode> nodes = List.of(new SimulatedNode(0, "a", SLOTS), new SimulatedNode(1, "b", SLOTS),
			new SimulatedNode(2, "c", SLOTS), new SimulatedNode(3, "d", SLOTS));
	private final SimulatedHost host;

	SeveralNodesTest(@TempDir Path directory) throws Exception {
		host = new SimulatedHost(directory, nodes);
	}

	@AfterEach
	void close() {
		host.close();
	}

	private Job launch(int ranks) {
		Job job = host.launch(OneNodeHost.spec(ranks));
		assertThat(await(job.started())).isTrue();
		return job;
	}

	@Test
	void launch_4096Ranks_fillsFourNodesAndEnds() {
		Job job = launch(4 * SLOTS);

		assertThat(nodes).allSatisfy(node -> assertThat(node.processes()).hasSize(SLOTS));
		assertThat(nodes).allSatisfy(node -> assertThat(node.directories()).containsExactly(job.nspace()));
		assertThat(job.ranks()).hasSize(4 * SLOTS);
		assertThat(job.ranks().get(SLOTS).node()).isEqualTo(nodes.get(1).node());
		nodes.forEach(node -> node.processes().forEach(process -> process.exit(ExitStatus.exited(0))));

		assertThat(await(job.ended()).isSuccess()).isTrue();
		assertThat(nodes).allSatisfy(node -> assertThat(node.directories()).isEmpty());
		assertThat(host.session.resources().busy().values()).allMatch(count -> count == 0);
	}

	@Test
	void exit_failureOnOneNode_endsTheRanksOfAllNodes() {
		Job job = launch(4 * SLOTS);

		nodes.get(2).processes().get(5).exit(ExitStatus.exited(3));
		JobResult result = await(job.ended());

		assertThat(result.exitCode()).isEqualTo(3);
		assertThat(result.message()).hasValueSatisfying(text -> assertThat(text)
				.startsWith("rank 2053 on c (pid ").endsWith("exited with code 3; the other 4095 ranks were ended"));
		assertThat(nodes.get(0).processes()).allSatisfy(process -> assertThat(process.signals()).containsExactly(Signals.TERM));
	}

	@Test
	void terminate_rankIgnoresTerm_killsItAfterTheGraceTime() {
		Job job = launch(SLOTS + 1);
		SimulatedProcess process = nodes.get(1).processes().get(0);
		process.ignore(Signals.TERM);
		RankProcess rank = job.ranks().get(SLOTS);

		rank.terminate();
		assertThat(process.signals()).containsExactly(Signals.TERM, Signals.CONT);
		nodes.get(1).passGraceTime();

		assertThat(process.signals()).endsWith(Signals.KILL);
		assertThat(await(job.ended()).culprit()).contains(rank);
	}

	@Test
	void launch_secondJob_continuesTheNodeRanks() {
		launch(3);
		launch(SLOTS);

		assertThat(nodes.get(0).processes().get(3).spec().environment()).containsEntry("OMPI_COMM_WORLD_NODE_RANK", "3");
		assertThat(host.session.resources().free()).isEqualTo(4 * SLOTS - 3 - SLOTS);
	}

	@Test
	void exit_failureOfAContinuingJob_freesItsSlotAtOnce() {
		Job job = host.launch(OneNodeHost.spec(3).withErrorPolicy(ErrorPolicy.CONTINUE));
		assertThat(await(job.started())).isTrue();
		nodes.get(0).processes().get(1).exit(ExitStatus.exited(3));
		Await.until("the slot is free", LIMIT, () -> host.session.resources().free() == 4 * SLOTS - 2);

		nodes.get(0).processes().forEach(process -> process.exit(ExitStatus.exited(0)));
		assertThat(await(job.ended()).exitCode()).isEqualTo(3);
		assertThat(host.session.resources().free()).isEqualTo(4 * SLOTS);
	}

	@Test
	void launch_oneNodeRefuses_endsTheJob() throws Exception {
		SpawnException refusal = refusal();
		nodes.get(1).refuse(refusal);

		Job job = host.launch(JobSpec.of(SLOTS + 1, "program").withSink(OutputSink.DISCARD));
		JobResult result = await(job.ended());

		assertThat(result.exitCode()).isEqualTo(refusal.exitCode());
		assertThat(result.message()).hasValueSatisfying(text -> assertThat(text).contains(refusal.getMessage()));
		assertThat(nodes.get(0).processes()).hasSize(SLOTS);
	}

	@Test
	void end_daemonsOnANode_areKilledAndReported() {
		nodes.get(1).daemons(List.of(17, 18));
		Job job = launch(SLOTS + 1);
		nodes.forEach(node -> node.processes().forEach(process -> process.exit(ExitStatus.exited(0))));

		await(job.ended());

		assertThat(host.messages).containsExactly("killed processes 17 (daemon), 18 (daemon), which the ranks had left behind");
	}

	private static <T> T await(CompletableFuture<T> result) {
		return result.orTimeout(5, TimeUnit.MINUTES).join();
	}

	private static SpawnException refusal() {
		try {
			Program.find("/no/such/program", Path.of("/"), Map.of());
			throw new AssertionError("found");
		} catch (SpawnException e) {
			return e;
		}
	}
}
