// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.pmix4j.host.HostListener;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.testkit.Await;

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
			assertThat(Await.result(job.started())).isTrue();
			Thread loop = thread("pmix-loop-" + name);
			Thread output = thread("pmix-output-" + name);

			loop.getUncaughtExceptionHandler().uncaughtException(loop, new OutOfMemoryError("for the test"));

			assertThat(Await.result(told)).contains("pmix-loop-", "OutOfMemoryError: for the test");
			JobResult result = Await.result(job.familyEnded());
			assertThat(result.exitCode()).isEqualTo(70);
			assertThat(result.message()).hasValueSatisfying(text -> assertThat(text).contains("cannot go on"));
			assertThat(Await.result(job.ended())).isEqualTo(result);
			loop.join(20_000);
			assertThat(loop.isAlive()).as("the host's thread after the failure").isFalse();
			output.join(20_000);
			assertThat(output.isAlive()).as("the job's output thread after the failure").isFalse();
		}
	}

	private static Thread thread(String prefix) {
		return Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().startsWith(prefix)).findAny().orElseThrow();
	}
}
