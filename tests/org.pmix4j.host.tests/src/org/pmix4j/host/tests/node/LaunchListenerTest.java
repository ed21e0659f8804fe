// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobSpec;
import org.pmix4j.model.App;
import org.pmix4j.model.Infos;
import org.pmix4j.model.JobState;
import org.pmix4j.process.internal.posix.ExitStatus;

/** The listener of a launch follows exactly one family of jobs. */
class LaunchListenerTest {
	private static final JobSpec SPEC = OneNodeHost.spec(1);

	private final SimulatedNode node = new SimulatedNode(0, "a", 4);
	private final SimulatedHost host;
	private final Set<Job> heard = ConcurrentHashMap.newKeySet();
	private final JobListener listener = new JobListener() {
		@Override
		public void jobChanged(Job job, JobState state) {
			heard.add(job);
		}
	};

	LaunchListenerTest(@TempDir Path directory) throws Exception {
		host = new SimulatedHost(directory, List.of(node));
	}

	@AfterEach
	void close() {
		host.close();
	}

	@Test
	void launch_listener_followsOnlyItsLaunch() {
		Job job = host.launch(SPEC, listener);
		Job other = host.launch(SPEC);
		await(job.started());
		await(other.started());
		node.processes().forEach(process -> process.exit(ExitStatus.exited(0)));
		await(job.ended());
		await(other.ended());

		assertThat(heard).containsExactly(job);
	}

	@Test
	void spawn_jobOfALaunch_isFollowedByItsListener() {
		Job job = host.launch(SPEC, listener);
		await(job.started());
		App child = new App("child", List.of("child"), List.of(), "", 1, Infos.EMPTY);
		String spawned = await(host.spawn(job.ranks().get(0).proc(), child));

		assertThat(heard).extracting(Job::nspace).containsExactlyInAnyOrder(job.nspace(), spawned);
		node.processes().forEach(process -> process.exit(ExitStatus.exited(0)));
		await(job.familyEnded());
	}

	private static <T> T await(CompletableFuture<T> result) {
		return result.orTimeout(5, TimeUnit.MINUTES).join();
	}
}
