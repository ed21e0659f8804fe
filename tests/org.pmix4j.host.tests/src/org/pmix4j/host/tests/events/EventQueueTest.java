// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.pmix4j.host.tests.query.FakeJob;
import org.pmix4j.job.EventQueue;
import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.job.events.JobStage;
import org.pmix4j.model.JobState;
import org.pmix4j.model.Proc;

/** A queue between the host and a reader of its events. */
class EventQueueTest {
	private static final FakeJob JOB = new FakeJob("job", JobState.RUNNING, List.of());

	private final EventQueue queue = new EventQueue(3);

	private static EngineEvent event(JobStage stage) {
		return new EngineEvent.JobEntered(Instant.EPOCH, Proc.wildcard("job"), stage);
	}

	@Test
	void take_severalEvents_keepsTheirOrder() throws InterruptedException {
		queue.onEvent(JOB, event(JobStage.INIT));
		queue.onEvent(JOB, event(JobStage.MAP));

		assertThat(queue.take(Duration.ZERO)).containsExactly(event(JobStage.INIT), event(JobStage.MAP));
		assertThat(queue.take(Duration.ZERO)).isEmpty();
		assertThat(queue.dropped()).isZero();
	}

	@Test
	void happened_queueIsFull_dropsTheOldest() throws InterruptedException {
		for (JobStage stage : List.of(JobStage.INIT, JobStage.MAP, JobStage.STARTED, JobStage.RUNNING, JobStage.TERMINATED)) {
			queue.onEvent(JOB, event(stage));
		}

		assertThat(queue.dropped()).isEqualTo(2);
		assertThat(queue.take(Duration.ZERO)).containsExactly(event(JobStage.STARTED), event(JobStage.RUNNING), event(JobStage.TERMINATED));
	}

	@Test
	void take_noEventYet_waitsForOne() throws Exception {
		CompletableFuture<List<EngineEvent>> taken = CompletableFuture.supplyAsync(() -> {
			try {
				return queue.take(Duration.ofSeconds(50));
			} catch (InterruptedException e) {
				throw new IllegalStateException(e);
			}
		});
		queue.onEvent(JOB, event(JobStage.RUNNING));

		assertThat(taken.get()).containsExactly(event(JobStage.RUNNING));
	}

	@Test
	void capacity_none_isRefused() {
		assertThatThrownBy(() -> new EventQueue(0)).isInstanceOf(IllegalArgumentException.class);
	}
}
