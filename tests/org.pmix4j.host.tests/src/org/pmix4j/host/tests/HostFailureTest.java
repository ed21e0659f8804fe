// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.pmix4j.host.HostListener;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.Job;
import org.pmix4j.host.JobResult;
import org.pmix4j.host.JobSpec;
import org.pmix4j.host.LocalHost;

/** Tests an embedded host one of whose threads has died: its jobs complete, and it closes without ending the JVM. */
class HostFailureTest {
	@Test
	void loopDies_jobsCompleteAndHostCloses() throws Exception {
		CompletableFuture<String> told = new CompletableFuture<>();
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withListener(new HostListener() {
			@Override
			public void hostFailed(String reason) {
				told.complete(reason);
			}
		}))) {
			String name = host.uri().substring(0, host.uri().indexOf('@'));
			Job job = host.launch(JobSpec.of(2, "sleep", "1000"));
			assertThat(job.started().get(20, TimeUnit.SECONDS)).isTrue();
			Thread loop = Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().startsWith("pmix-loop-" + name))
					.findAny().orElseThrow();

			loop.getUncaughtExceptionHandler().uncaughtException(loop, new OutOfMemoryError("for the test"));

			assertThat(told.get(20, TimeUnit.SECONDS)).contains("pmix-loop-", "OutOfMemoryError: for the test");
			JobResult result = job.familyEnded().get(20, TimeUnit.SECONDS);
			assertThat(result.exitCode()).isEqualTo(70);
			assertThat(result.message()).hasValueSatisfying(text -> assertThat(text).contains("cannot go on"));
			assertThat(job.ended().get(20, TimeUnit.SECONDS)).isEqualTo(result);
			loop.join(20_000);
			assertThat(loop.isAlive()).as("the host's thread after the failure").isFalse();
		}
	}
}
