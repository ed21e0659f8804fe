// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.host.LocalJob;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.model.Status;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Peers;

/** Tests jobs that stop in PMIx_Init while one of their ranks, in C, never arrives there: none waits forever. */
class StopInInitTest {
	private static final String LATE = "sleep:1000,exit:0";

	@TempDir
	private Path scratch;

	private static JobSpec job(String stepsOfRankOne) {
		return JobSpec.of(2, Peers.c("pmix_exit").toString(), "init,finalize", stepsOfRankOne).withOption(JobOptions.STOP_IN_INIT, true);
	}

	/** The steps end rank 1 before rank 0 stops, or some time after it has. */
	@ParameterizedTest
	@ValueSource(strings = { "exit:0", LATE })
	void rankEndsWithoutInit_jobContinues_othersAreReadyForTheDebugger(String steps) throws Exception {
		CompletableFuture<String> ready = new CompletableFuture<>();
		JobListener debugger = new JobListener() {
			@Override
			public void readyForDebug(Job job, String breakpoint) {
				ready.complete(breakpoint);
			}
		};
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(scratch))) {
			LocalJob job = host.launch(job(steps).withOption(JobOptions.CONTINUE, true), debugger);

			assertThat(Await.result(ready)).isEqualTo("pmix-init");
			assertThat(job.counters().readyForDebug()).isEqualTo(1);
			job.release();
			Await.result(job.ended());
		}
	}

	/** As without a debugger, a rank that ends without PMIx_Init fails the job if another rank has called it. */
	@Test
	void rankEndsWithoutInit_defaultPolicy_jobFails() throws Exception {
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(scratch))) {
			assertThat(Await.result(host.launch(job(LATE)).ended()).status()).isEqualTo(Status.ERR_JOB_TERM_WO_SYNC);
		}
	}
}
