// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.host.HostListener;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.host.Processor;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.job.events.RankStage;
import org.pmix4j.model.Proc;
import org.pmix4j.testkit.Await;

/** Tests what the listener of a host receives. */
class HostListenerTest {
	@Test
	void events_ofJob_reachListenerOfHost(@TempDir Path directory) throws Exception {
		List<String> stages = new CopyOnWriteArrayList<>();
		HostListener listener = new HostListener() {
			@Override
			public void onEvent(Job job, EngineEvent event) {
				if (event instanceof EngineEvent.RankEntered entered) {
					stages.add(entered.who() + " " + entered.stage());
				}
			}
		};
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(directory).withListener(listener))) {
			Job job = host.launch(JobSpec.of(2, "true"));
			Await.result(job.ended());
			assertThat(stages).contains(Proc.of(job.nspace(), 0) + " " + RankStage.RUNNING, Proc.of(job.nspace(), 1) + " " + RankStage.TERMINATED);
		}
	}

	@Test
	void processors_ofNode_includeUsableOnes(@TempDir Path directory) throws Exception {
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(directory))) {
			assertThat(host.processors(host.session().nodes().get(0))).anyMatch(Processor::usable);
		}
	}
}
