// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.options.RecoveryOptions;
import org.pmix4j.process.internal.posix.ExitStatus;

/** Tests the pauses between the restarts of a rank that fails each time. */
class RestartPauseTest {
	private final OneNodeHost host;

	RestartPauseTest(@TempDir Path directory) throws Exception {
		host = new OneNodeHost(directory);
	}

	@AfterEach
	void close() {
		host.close();
	}

	private JobHandle launch() {
		return host.launch(OneNodeHost.spec(AppSpec.of(1, "program").withOption(RecoveryOptions.MAX_RESTARTS, 1000)));
	}

	private void failLast() {
		host.node.processes().get(host.node.processes().size() - 1).exit(ExitStatus.exited(3));
		host.loop.run();
	}

	@Test
	void rankFailsAgainAndAgain_firstRestartIsImmediateAndPausesGrow() {
		launch();
		failLast();
		assertThat(host.node.processes()).as("lives after the first failure").hasSize(2);

		failLast();
		assertThat(host.node.processes()).as("lives while it pauses").hasSize(2);
		host.loop.advance(Duration.ofMillis(60));
		assertThat(host.node.processes()).hasSize(3);

		for (int i = 0; i < 20; i++) {
			failLast();
			host.loop.advance(Duration.ofSeconds(2));
		}
		assertThat(host.node.processes()).as("each pause is shorter than two seconds").hasSize(23);
		failLast();
		host.loop.advance(Duration.ofMillis(1500));
		assertThat(host.node.processes()).as("the last pauses are longer than 1.5 seconds").hasSize(23);
	}

	@Test
	void jobIsEndedDuringPause_endsAtOnce() {
		JobHandle job = launch();
		for (int i = 0; i < 10; i++) {
			failLast();
			host.loop.advance(Duration.ofSeconds(2));
		}
		failLast();

		job.terminate();
		host.loop.advance(Duration.ofMillis(100));

		assertThat(host.result(job).isSuccess()).isFalse();
		assertThat(host.node.processes()).hasSize(11);
	}
}
