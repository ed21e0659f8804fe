// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.ErrorPolicy;
import org.pmix4j.job.options.RecoveryOptions;
import org.pmix4j.model.App;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.process.internal.posix.ExitStatus;

/** The slot of a rank that has failed while its job goes on. */
class FailedRankSlotTest {
	private static final App CHILD = new App("program", List.of("program"), List.of(), "", 1,
			Infos.of(Info.of(SpawnAttributes.MAPBY, "slot:nooversubscribe")));

	private final OneNodeHost host;

	FailedRankSlotTest(@TempDir Path directory) throws Exception {
		host = new OneNodeHost(directory, 2);
	}

	@AfterEach
	void close() {
		host.close();
	}

	/** Launches a job that fills the node. */
	private JobHandle launch(int restarts) {
		return host.launch(OneNodeHost.spec(AppSpec.of(2, "program").withOption(RecoveryOptions.MAX_RESTARTS, restarts))
				.withErrorPolicy(ErrorPolicy.CONTINUE));
	}

	private CompletableFuture<String> spawn(JobHandle parent) {
		CompletableFuture<String> spawned = host.loop.call(() -> host.host.upcalls.spawn(Proc.of(parent.nspace(), 0), Infos.EMPTY,
				List.of(CHILD)));
		host.loop.run();
		return spawned;
	}

	private void assertFull(JobHandle parent) {
		assertThatThrownBy(spawn(parent)::join).hasMessageContaining("0 of 2 slots are free");
	}

	private void fail(int process) {
		host.node.processes().get(process).exit(ExitStatus.exited(3));
		host.loop.run();
	}

	@Test
	void rankFails_itsSlotTakesASpawnedRank() {
		JobHandle parent = launch(0);
		assertFull(parent);

		fail(1);

		assertThat(spawn(parent)).isCompleted();
		assertFull(parent);
	}

	@Test
	void rankIsRestarted_itsSlotStaysTakenUntilItFailsForGood() {
		JobHandle parent = launch(1);

		fail(1);
		assertThat(host.node.processes()).as("with the second life").hasSize(3);
		assertFull(parent);

		fail(2);
		assertThat(spawn(parent)).isCompleted();
		assertFull(parent);
	}
}
