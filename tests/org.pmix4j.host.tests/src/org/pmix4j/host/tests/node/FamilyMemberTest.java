// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.host.LocalJob;
import org.pmix4j.model.App;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.process.internal.posix.ExitStatus;

/** What a job tells about the jobs and tools that it is related to. */
class FamilyMemberTest {
	private static final App CHILD = new App("child", List.of("child"), List.of(), "", 1, Infos.EMPTY);

	private final SimulatedNode node = new SimulatedNode(0, "a", 4);
	private final SimulatedHost host;

	FamilyMemberTest(@TempDir Path directory) throws Exception {
		host = new SimulatedHost(directory, List.of(node));
	}

	@AfterEach
	void close() {
		host.close();
	}

	private static <T> T await(CompletableFuture<T> result) {
		return result.orTimeout(5, TimeUnit.MINUTES).join();
	}

	private LocalJob spawn(Proc spawner) {
		String nspace = await(host.spawn(spawner, CHILD));
		return host.jobs().stream().filter(job -> job.nspace().equals(nspace)).findFirst().orElseThrow();
	}

	@Test
	void children_ofALaunchedJob_areItsSpawnedJobs() {
		LocalJob job = host.launch(OneNodeHost.spec(2));
		await(job.started());
		LocalJob child = spawn(job.ranks().get(1).proc());

		assertThat(job.children()).containsExactly(child);
		assertThat(child.spawner()).contains(job.ranks().get(1).proc());
		assertThat(child.launcher()).isEmpty();
		assertThat(child.globalOffset()).hasValue(2);
		assertThat(job.dump()).contains("  children: " + child.nspace());
		assertThat(child.dump()).contains("  spawned by " + job.ranks().get(1).proc());

		node.processes().forEach(process -> process.exit(ExitStatus.exited(0)));
		await(job.familyEnded());
		assertThat(job.children()).isEmpty();
	}

	@Test
	void launcher_ofAllDescendants_isTheTool() {
		LocalJob job = spawn(Proc.of("tool", 0));
		LocalJob child = spawn(job.ranks().get(0).proc());

		assertThat(job.launcher()).contains("tool");
		assertThat(child.launcher()).contains("tool");
		assertThat(child.dump()).contains("launched by tool");
	}

	@Test
	void exitCode_isThatOfTheFirstFailure() {
		LocalJob job = host.launch(OneNodeHost.spec(2));
		await(job.started());
		assertThat(job.exitCode()).isEmpty();
		assertThat(job.personality()).isEmpty();

		node.processes().get(0).exit(ExitStatus.exited(7));
		node.processes().get(1).exit(ExitStatus.exited(8));

		assertThat(await(job.ended()).exitCode()).isEqualTo(7);
		assertThat(job.exitCode()).hasValue(7);
	}
}
